//===- MergeVersions.cpp - Two versions of a kernel as one template -------===//
#include "tessera/Transform/MergeVersions.h"
#include "tessera/Support/Words.h"
#include "tessera/Transform/Build.h"
#include "tessera/Transform/Names.h"
#include "tessera/Transform/Transforms.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

namespace tessera {

namespace {

/// About how many lines \p N takes.
size_t linesOf(const NodePtr &N) {
  size_t Lines = 0;
  walk(N, [&](const NodePtr &Part) {
    Lines += 1 + llvm::count(spell(Part->Head), '\n');
  });
  return Lines;
}

/// Whether statements behind \p N may use what it declares. What is no clear
/// expression is a declaration.
bool declares(const Node &N) {
  if (N.K != Node::Kind::Leaf)
    return N.K == Node::Kind::Loop && spell(N.Tail) == ";"; // a function
  if (N.Leaf == Node::LeafKind::Barrier)
    return false;
  const std::string Spelled = spell(N.Head);
  llvm::StringRef Text = llvm::StringRef(Spelled).ltrim();
  if (Text.empty() || Text.starts_with("//") || Text.starts_with("*") ||
      Text.starts_with("++"))
    return false;
  // `f(..)`, `a[i].x`, and then an assignment or the end.
  Text = Text.drop_while(isWordCharacter);
  while (!Text.empty() && llvm::StringRef("[(.").contains(Text.front())) {
    int Depth = 0;
    do {
      Depth += Text.front() == '[' || Text.front() == '(';
      Depth -= Text.front() == ']' || Text.front() == ')';
      Text = Text.drop_front();
    } while (Depth > 0 && !Text.empty());
    Text = Text.drop_while(isWordCharacter);
  }
  return !Text.starts_with(";") && Text.substr(0, 3) != " = " &&
         Text.substr(2, 2) != "= ";
}

/// Words, numbers and single other characters.
std::vector<llvm::StringRef> tokensOf(llvm::StringRef Text) {
  std::vector<llvm::StringRef> Tokens;
  while (!Text.empty()) {
    const size_t Word = Text.take_while(isWordCharacter).size();
    Tokens.push_back(Text.take_front(std::max<size_t>(Word, 1)));
    Text = Text.drop_front(Tokens.back().size());
  }
  return Tokens;
}

class Merger {
public:
  explicit Merger(std::string Parameter) : Parameter(std::move(Parameter)) {}

  /// \p A and \p B as one, or null.
  NodePtr merge(const NodePtr &A, const NodePtr &B) {
    if (spell(*A) == spell(*B))
      return A;
    const bool Block = A->K == Node::Kind::Block;
    if (A->K != B->K || (!Block && A->Children.size() != B->Children.size()) ||
        spell(A->Tail) != spell(B->Tail) ||
        spell(A->Middle) != spell(B->Middle) || !A->Declared.empty() ||
        !B->Declared.empty())
      return nullptr;
    std::optional<Text> Head = mergeText(A->Head, B->Head);
    if (!Head)
      return nullptr;
    Node Result = *A;
    if (A->K == Node::Kind::If) {
      std::optional<Text> Condition = mergeText(A->Condition, B->Condition);
      if (!Condition)
        return nullptr;
      Result.Condition = std::move(*Condition);
    }
    Result.Head = std::move(*Head);
    if (Block) {
      std::optional<std::vector<NodePtr>> Inside =
          mergeAll(A->Children, B->Children);
      if (!Inside)
        return nullptr;
      Result.Children = std::move(*Inside);
    } else {
      for (size_t I = 0; I < A->Children.size(); ++I)
        if (!(Result.Children[I] = merge(A->Children[I], B->Children[I])))
          return nullptr;
    }
    return std::make_shared<const Node>(std::move(Result));
  }

private:
  /// The texts as one in which numbers are chosen.
  std::optional<Text> mergeText(const Text &A, const Text &B) {
    std::string First = spell(A), Second = spell(B);
    if (First == Second)
      return A;
    // What one of them needs aligned may be so in both.
    const std::string Aligned = takeAlignment(First);
    const std::string AlignedToo = takeAlignment(Second);
    if (!Aligned.empty() && !AlignedToo.empty() && Aligned != AlignedToo)
      return std::nullopt;
    const std::vector<llvm::StringRef> Of = tokensOf(First),
                                       Or = tokensOf(Second);
    if (Of.size() != Or.size())
      return std::nullopt;
    std::string Merged;
    for (size_t I = 0; I < Of.size(); ++I) {
      const llvm::StringRef X = Of[I], Y = Or[I];
      auto Joins = [](llvm::StringRef T) { return T == "." || T == "'"; };
      const bool IsPart = // of a number: `1.5`, `1'000`
          (I > 0 && Joins(Of[I - 1])) ||
          (I + 1 < Of.size() && Joins(Of[I + 1]));
      if (X == Y) {
        Merged += X;
        continue;
      }
      auto IsNumber = [](llvm::StringRef T) {
        return llvm::all_of(T, llvm::isDigit);
      };
      if (!IsNumber(X) || !IsNumber(Y) || IsPart)
        return std::nullopt;
      const std::string Choice = (Parameter + " ? " + X + " : " + Y).str();
      const bool Alone = llvm::StringRef(Merged).ends_with("[");
      Merged += Alone ? Choice : "(" + Choice + ")";
    }
    constexpr llvm::StringLiteral Shared = "__shared__ ";
    Merged.insert(llvm::StringRef(Merged).starts_with(Shared) ? Shared.size()
                                                              : 0,
                  Aligned.empty() ? AlignedToo : Aligned);
    return Text{Piece::verbatim(std::move(Merged))};
  }

  /// Takes `__align__(16) ` from the start of a declaration.
  static std::string takeAlignment(std::string &Text) {
    const size_t At = Text.find("__align__(");
    const size_t End = Text.find(") ", At);
    if (At == Text.npos || End == Text.npos)
      return "";
    const std::string Taken = Text.substr(At, End + 2 - At);
    Text.erase(At, Taken.size());
    return Taken;
  }

  /// The statements of two blocks in order: those that are one, and what only
  /// one of them has, under a condition.
  std::optional<std::vector<NodePtr>> mergeAll(llvm::ArrayRef<NodePtr> A,
                                               llvm::ArrayRef<NodePtr> B) {
    // Saved[i][j]: lines that A from i and B from j have in common.
    std::vector<std::vector<NodePtr>> One(A.size(),
                                          std::vector<NodePtr>(B.size()));
    std::vector<std::vector<size_t>> Saved(
        A.size() + 1, std::vector<size_t>(B.size() + 1, 0));
    for (size_t I = A.size(); I-- > 0;)
      for (size_t J = B.size(); J-- > 0;) {
        One[I][J] = merge(A[I], B[J]);
        Saved[I][J] = std::max(Saved[I + 1][J], Saved[I][J + 1]);
        if (One[I][J])
          Saved[I][J] =
              std::max(Saved[I][J], linesOf(A[I]) + Saved[I + 1][J + 1]);
      }
    std::vector<NodePtr> Result, OnlyA, OnlyB;
    size_t I = 0, J = 0;
    auto Flush = [&] {
      const bool Last = I == A.size() && J == B.size();
      const bool Fits = choose(OnlyA, OnlyB, Last, Result);
      OnlyA.clear();
      OnlyB.clear();
      return Fits;
    };
    while (I < A.size() && J < B.size()) {
      if (One[I][J] && Saved[I][J] == linesOf(A[I]) + Saved[I + 1][J + 1]) {
        if (!Flush())
          return std::nullopt;
        Result.push_back(One[I++][J++]);
      } else if (Saved[I][J] == Saved[I + 1][J]) {
        OnlyA.push_back(A[I++]);
      } else {
        OnlyB.push_back(B[J++]);
      }
    }
    OnlyA.insert(OnlyA.end(), A.begin() + I, A.end());
    OnlyB.insert(OnlyB.end(), B.begin() + J, B.end());
    I = A.size();
    J = B.size();
    if (!Flush())
      return std::nullopt;
    return Result;
  }

  /// Adds what only one of two blocks has.
  bool choose(std::vector<NodePtr> A, std::vector<NodePtr> B, bool Last,
              std::vector<NodePtr> &Into) {
    auto Declare = [](const NodePtr &N) { return declares(*N); };
    if (!Last && (llvm::any_of(A, Declare) || llvm::any_of(B, Declare)))
      return declareForBoth(A, B, Into);
    auto Block = [](std::vector<NodePtr> Of) {
      return Of.size() == 1 && Of.front()->K == Node::Kind::Block
                 ? Of.front()
                 : makeBlock(std::move(Of));
    };
    if (A.empty() && B.empty())
      return true;
    NodePtr Choice;
    if (A.empty() || B.empty()) {
      Choice = makeIf((A.empty() ? "!" : "") + Parameter,
                      A.empty() ? std::move(B) : std::move(A));
    } else {
      Choice = makeIfElse(Parameter, Block(std::move(A)), Block(std::move(B)));
    }
    Node Constant = *Choice;
    Constant.Head.clear();
    append(Constant.Head, "if constexpr (" + spell(Constant.Condition) + ")");
    Into.push_back(std::make_shared<const Node>(std::move(Constant)));
    return true;
  }

  /// Constants that only one of two needs are declared for both, if they read
  /// no memory.
  static bool declareForBoth(const std::vector<NodePtr> &A,
                             const std::vector<NodePtr> &B,
                             std::vector<NodePtr> &Into) {
    const std::vector<NodePtr> &Only = A.empty() ? B : A;
    if (!A.empty() && !B.empty())
      return false;
    for (const NodePtr &N : Only) {
      const std::string Text = spell(N->Head);
      if (N->K != Node::Kind::Leaf || !N->Declared.empty() || N->Source ||
          !llvm::StringRef(Text).starts_with("const ") ||
          llvm::StringRef(Text).contains('[') ||
          llvm::StringRef(Text).contains("reinterpret_cast"))
        return false;
      Into.push_back(N);
    }
    return true;
  }

  const std::string Parameter;
};

/// The most bytes that \p Plan copies at once.
int64_t widestCopy(const KernelModel &K, const KernelPlan &Plan) {
  int64_t Widest = 0;
  for (const StagePoint &Point : Plan.Points)
    for (const TileStage &T : Point.Tiles)
      Widest = std::max(Widest,
                        T.CopyWidth * int64_t(K.array(T.Array).ElementBytes));
  return Widest;
}

/// Whether a version of \p Id may be a template: nothing declares it elsewhere,
/// and launches of this file alone name it.
bool mayBeTemplate(const Program &P, KernelId Id) {
  const KernelModel &K = P.kernel(Id);
  const llvm::StringRef Head =
      llvm::StringRef(P.Source).slice(K.Definition.Begin, K.NameRange.Begin);
  return P.HasConstexprIf && K.TemplateArguments.empty() &&
         K.Scope.Declarations.empty() && !K.Scope.ElsewhereToo &&
         K.LinkName != K.Name && // it has the linkage of C++
         !K.DeclaredEarlier && !Head.contains("extern") &&
         llvm::none_of(P.launchesOf(Id), [](const LaunchModel *L) {
           return L->isElsewhere() || L->Overloaded ||
                  (L->staysAsIs() && !L->ByName);
         });
}

/// Whether some launch may start number \p I of \p Plans: none before it always
/// starts. What nothing names has no instance.
bool mayStart(llvm::ArrayRef<KernelPlan *> Plans, size_t I) {
  return llvm::any_of(Plans[I]->Launches, [&](const LaunchChoice &Choice) {
    return llvm::none_of(Plans.take_front(I), [&](const KernelPlan *Earlier) {
      return llvm::any_of(Earlier->Launches, [&](const LaunchChoice &Other) {
        return Other.Launch == Choice.Launch && Other.Test.empty();
      });
    });
  });
}

/// Whether versions by these plans differ in no more than what a body says.
bool differInBody(const KernelModel &K, const KernelPlan &A,
                  const KernelPlan &B) {
  auto IsOwn = [&](const KernelPlan &Plan) {
    return !Plan.empty() && !Plan.Called && Plan.Restricted.empty() &&
           Plan.Name != K.Name;
  };
  return IsOwn(A) && IsOwn(B) && widestCopy(K, A) > widestCopy(K, B) &&
         A.BoundThreads == B.BoundThreads && A.Resident == B.Resident &&
         A.DynamicName == B.DynamicName;
}

} // namespace

std::optional<MergedBody> mergeBodies(const KernelModel &Kernel,
                                      const NodePtr &First,
                                      const NodePtr &Second) {
  NameScope Names(Kernel.Identifiers);
  MergedBody Result;
  Result.Parameter = Names.fresh("Wide");
  Result.Body = Merger(Result.Parameter).merge(First, Second);
  // Two versions of their own are simpler to read.
  constexpr double MostLeft = 0.8;
  if (!Result.Body ||
      linesOf(Result.Body) > MostLeft * (linesOf(First) + linesOf(Second)))
    return std::nullopt;
  return Result;
}

void nameMergedVersions(const Program &P,
                        std::vector<PlanDecision> &Decisions) {
  for (PlanDecision &D : Decisions) {
    const KernelModel &K = P.kernel(D.Kernel);
    if (!mayBeTemplate(P, D.Kernel))
      continue;
    for (ShapeDecision &Shape : D.Shapes) {
      const std::vector<KernelPlan *> Plans = Shape.plans();
      for (size_t I = 0; I + 1 < Plans.size(); ++I) {
        KernelPlan &First = *Plans[I], &Second = *Plans[I + 1];
        if (!mayStart(Plans, I) || !mayStart(Plans, I + 1) ||
            !differInBody(K, First, Second) ||
            !mergeBodies(K, applyPlan(K, First), applyPlan(K, Second)))
          continue;
        const std::string Template = First.Name;
        std::string Free = std::exchange(Second.Name, Template + "<false>");
        First.Name += "<true>";
        // Those behind them are counted from the template.
        for (KernelPlan *Later : llvm::drop_begin(Plans, I + 2))
          if (llvm::StringRef(Later->Name).starts_with(Template + "_"))
            std::swap(Free, Later->Name);
        ++I;
      }
    }
  }
}

std::pair<llvm::StringRef, llvm::StringRef>
splitInstance(llvm::StringRef Name) {
  const size_t At = std::min(Name.find('<'), Name.size());
  return {Name.take_front(At), Name.drop_front(At)};
}

} // namespace tessera
