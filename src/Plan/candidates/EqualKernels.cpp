//===- EqualKernels.cpp - Kernels that are decided once -------------------===//
#include "candidates/EqualKernels.h"
#include "tessera/Support/Words.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

namespace tessera {

namespace {

/// Moves all places out of a model.
class PlaceTaker {
public:
  explicit PlaceTaker(std::vector<SourceRange> &Places) : Places(Places) {}

  void take(KernelModel &K) {
    for (GuardInfo &G : K.Guards) {
      take(G.Where);
      take(G.Unknown.Where);
    }
    for (LoopInfo &L : K.Loops) {
      take(L.Where);
      take(L.Unknown.Where);
    }
    for (ArrayInfo &A : K.Arrays)
      take(A.Where);
    for (AccessInfo &A : K.Accesses) {
      take(A.Source);
      take(A.Unknown.Where);
    }
    for (auto *Barriers : {&K.Barriers, &K.WarpBarriers})
      for (BarrierInfo &B : *Barriers)
        take(B.Where);
    for (ParameterInfo &P : K.Parameters)
      take(P.Source);
    for (Diagnostic &D : K.Refusals)
      take(D.Where);
    if (K.ProductSum)
      take(*K.ProductSum);
    take(K.NamePlace);
    take(K.DeclaredAt);
    for (SourceRange *Range :
         {&K.Definition, &K.NameRange, &K.ParameterList, &K.Scope.Qualifier})
      take(*Range);
    for (KernelDeclaration &D : K.Scope.Declarations)
      for (SourceRange *Range : {&D.Source, &D.NameRange, &D.ParameterList})
        take(*Range);
    for (SourceRange &Range : K.Scope.DefaultArguments)
      take(Range);
  }

  NodePtr take(const Node &N) {
    Node Copy = N;
    if (Copy.Source)
      take(*Copy.Source);
    for (NodePtr &Child : Copy.Children)
      Child = take(*Child);
    return std::make_shared<const Node>(std::move(Copy));
  }

  void take(LaunchModel &L) {
    for (LaunchArgument &A : L.Arguments) {
      take(A.Source);
      if (A.RootName)
        take(*A.RootName);
    }
    for (SourceRange *Range :
         {&L.Source, &L.Statement, &L.Callee, &L.Configuration, &L.GridSource,
          &L.BlockSource, &L.SharedBytes})
      take(*Range);
    if (L.AsCall)
      for (SourceRange *Range :
           {&L.AsCall->Name, &L.AsCall->Opening, &L.AsCall->Closing})
        take(*Range);
    if (L.ByName)
      for (SourceRange *Range : {&L.ByName->Kernel, &L.ByName->Statement})
        take(*Range);
    for (std::optional<LaunchLoop> *Loop : {&L.Around, &L.Loop})
      if (*Loop) {
        take((*Loop)->Source);
        take((*Loop)->Increment);
      }
  }

private:
  void take(SourcePlace &Place) {
    Places.push_back({Place.Offset, Place.Offset});
    Place = Place.isKnown() ? SourcePlace() : SourcePlace::nowhere();
  }

  void take(SourceRange &Range) {
    Places.push_back(Range);
    Range = {0, Range.size() > 0};
  }

  std::vector<SourceRange> &Places;
};

/// Compares code without floating-point constants and comments.
class TextComparison {
public:
  static bool equal(const Text &A, const Text &B) {
    return std::equal(A.begin(), A.end(), B.begin(), B.end(),
                      [](const Piece &P, const Piece &Q) {
                        return P == Q ||
                               (P.K == Piece::Kind::Verbatim && P.K == Q.K &&
                                withoutConstants(P.Spelling) ==
                                    withoutConstants(Q.Spelling));
                      });
  }

  static bool equal(const NodePtr &A, const NodePtr &B) {
    if (!A || !B)
      return A == B;
    return A->K == B->K && A->Leaf == B->Leaf && A->Loop == B->Loop &&
           A->Guard == B->Guard && A->Moved == B->Moved &&
           A->Source == B->Source && A->Condition == B->Condition &&
           A->Middle == B->Middle && equal(A->Head, B->Head) &&
           std::equal(
               A->Declared.begin(), A->Declared.end(), B->Declared.begin(),
               B->Declared.end(),
               [](const auto &P, const auto &Q) { return equal(P, Q); }) &&
           std::equal(A->Children.begin(), A->Children.end(),
                      B->Children.begin(), B->Children.end(),
                      [](const auto &P, const auto &Q) { return equal(P, Q); });
  }

private:
  static bool equal(Node::Declarator A, Node::Declarator B) {
    const bool Same = equal(A.Initializer, B.Initializer);
    A.Initializer = B.Initializer = {};
    return Same && A == B;
  }

  /// A number as the preprocessor has it: what follows its first digit.
  static size_t endOfNumber(llvm::StringRef Text, size_t At) {
    while (At < Text.size() &&
           (isWordCharacter(Text[At]) || Text[At] == '.' || Text[At] == '\'' ||
            ((Text[At] == '+' || Text[At] == '-') &&
             llvm::StringRef("eEpP").contains(Text[At - 1]))))
      ++At;
    return At;
  }

  static bool isFloating(llvm::StringRef Number) {
    const bool Hexadecimal = Number.starts_with_insensitive("0x");
    return Number.contains('.') ||
           Number.find_first_of(Hexadecimal ? "pP" : "eEfF") != Number.npos;
  }

  static std::string withoutConstants(llvm::StringRef Text) {
    std::string Result;
    for (size_t At = 0; At < Text.size();) {
      const bool InWord = At > 0 && isWordCharacter(Text[At - 1]);
      const bool Begins =
          llvm::isDigit(Text[At]) || (Text[At] == '.' && At + 1 < Text.size() &&
                                      llvm::isDigit(Text[At + 1]));
      const size_t End = Begins && !InWord ? endOfNumber(Text, At + 1) : At;
      if (End > At && isFloating(Text.slice(At, End)))
        Result += "0.0";
      else
        Result += Text.slice(At, std::max(End, At + 1));
      At = std::max(End, At + 1);
    }
    return Result;
  }
};

/// Where the places of one kernel are in another.
class Places {
public:
  Places(const std::vector<SourceRange> &From,
         const std::vector<SourceRange> &To) {
    for (const auto &[A, B] : llvm::zip(From, To)) {
      add(A.Begin, B.Begin);
      add(A.End, B.End);
    }
  }

  bool move(unsigned &Offset) const {
    if (!SourcePlace{Offset}.isKnown())
      return true;
    auto It = At.find(Offset);
    if (It == At.end() || !It->second)
      return false;
    Offset = *It->second;
    return true;
  }

private:
  void add(unsigned From, unsigned To) {
    auto [It, New] = At.emplace(From, To);
    if (!New && It->second != To)
      It->second.reset(); // two that are one here
  }

  std::map<unsigned, std::optional<unsigned>> At;
};

} // namespace

/// Takes the places of declarations out of the values of \p Launches, `n@120`,
/// unless two variables of one name are among them.
static void takeDeclarations(std::vector<LaunchModel> &Launches) {
  std::vector<HostValue *> Values;
  for (LaunchModel &L : Launches) {
    for (std::optional<HostValue> &V : L.GridValues)
      if (V)
        Values.push_back(&*V);
    for (LaunchArgument &A : L.Arguments)
      if (A.Value)
        Values.push_back(&*A.Value);
  }
  auto WithoutPlace = [](llvm::StringRef Symbol) {
    const auto [Name, Place] = Symbol.rsplit('@');
    return !Place.empty() && llvm::all_of(Place, llvm::isDigit)
               ? Name.str() + "@"
               : Symbol.str();
  };
  std::map<std::string, std::string> Symbols;
  for (const HostValue *V : Values)
    for (const std::string &Symbol : V->Numerator.symbols())
      if (Symbols.emplace(WithoutPlace(Symbol), Symbol).first->second != Symbol)
        return;
  for (HostValue *V : Values)
    V->Numerator = V->Numerator.substitute(
        [&](llvm::StringRef Symbol) -> std::optional<Polynomial> {
          return Polynomial::symbol(WithoutPlace(Symbol));
        });
}

DecidedKernel::DecidedKernel(const Program &P, KernelId Id, bool Kept)
    : Kernel(Id), Kept(Kept), Name(P.kernel(Id).Name), Model(P.kernel(Id)) {
  PlaceTaker Taker(Places);
  Taker.take(Model);
  if (Model.Body)
    Body = Taker.take(*std::exchange(Model.Body, nullptr));
  const SourceRange List = P.kernel(Id).ParameterList;
  ParameterText = P.Source.substr(List.Begin, List.size());
  Model.Name.clear();
  Model.LinkName.clear();
  Identifiers = std::exchange(Model.Identifiers, {});
  for (const LaunchModel *L : P.launchesOf(Id)) {
    LaunchIds.push_back({unsigned(L - P.Launches.data())});
    LaunchPlaces.push_back(placeOf(P, LaunchIds.back()));
    LaunchModel &Mine = Launches.emplace_back(*L);
    Taker.take(Mine);
    Mine.Kernel = {};
    Mine.Function.clear(); // which nothing asks for
  }
  takeDeclarations(Launches);
}

/// Whether \p A and \p B are equal but for \p Names.
static bool areEqualBut(const SharedNames &A, const SharedNames &B,
                        std::initializer_list<std::string> Names) {
  if (A == B)
    return true;
  std::vector<std::string> Different;
  std::set_symmetric_difference(A.begin(), A.end(), B.begin(), B.end(),
                                std::back_inserter(Different));
  return llvm::all_of(Different, [&](const std::string &Name) {
    return llvm::is_contained(Names, Name);
  });
}

bool DecidedKernel::isLike(const DecidedKernel &Other) const {
  return Kept == Other.Kept &&
         Model.Accesses.size() == Other.Model.Accesses.size() &&
         Model.Guards.size() == Other.Model.Guards.size() &&
         Launches == Other.Launches && LaunchPlaces == Other.LaunchPlaces &&
         areEqualBut(Identifiers, Other.Identifiers, {Name, Other.Name});
}

bool DecidedKernel::isEqualTo(const DecidedKernel &Other,
                              Renaming &Names) const {
  std::string Parameters = ParameterText;
  Names.rename(Parameters);
  if (Names.hasFailed() || Parameters != Other.ParameterText)
    return false;
  KernelModel Renamed = Model;
  Names.rename(Renamed);
  return !Names.hasFailed() && Renamed == Other.Model &&
         TextComparison::equal(Body ? Names.renamed(*Body) : nullptr,
                               Other.Body);
}

std::optional<PlanDecision>
DecidedKernel::decisionFor(const DecidedKernel &Other, const PlanDecision &D,
                           bool MayRename) const {
  if (!isLike(Other))
    return std::nullopt;
  Renaming Names(Model, Name, Other.Model, Other.Name, Identifiers);
  if (Names.hasFailed() || (Names.changesNames() && !MayRename) ||
      !isEqualTo(Other, Names))
    return std::nullopt;
  PlanDecision Result = D;
  Result.Kernel = Other.Kernel;
  Result.As = Kernel;
  Names.rename(Result);
  if (Names.hasFailed() || !Names.keepsOrder())
    return std::nullopt;
  const tessera::Places Where(Places, Other.Places);
  bool Found = true;
  auto Place = [&](Diagnostic &Message) {
    Found &= Where.move(Message.Where.Offset);
  };
  for (Diagnostic &Message : Result.Messages)
    Place(Message);
  for (ShapeDecision &Shape : Result.Shapes) {
    for (Candidate &C : Shape.Considered)
      if (C.Obstacle)
        Place(*C.Obstacle);
    for (KernelPlan *Plan : Shape.plans()) {
      Plan->Kernel = Other.Kernel;
      for (PrivateElement &E : Plan->Registers)
        Found &= Where.move(E.Region.Begin) && Where.move(E.Region.End);
      for (LaunchChoice &Choice : Plan->Launches)
        Choice.Launch = Other.LaunchIds[llvm::find(LaunchIds, Choice.Launch) -
                                        LaunchIds.begin()];
    }
  }
  return Found ? std::optional(std::move(Result)) : std::nullopt;
}

llvm::Expected<PlanDecision>
DecidedKernels::get(const Program &P, KernelId Kernel, bool Kept,
                    llvm::function_ref<llvm::Expected<PlanDecision>()> Decide) {
  DecidedKernel Asked(P, Kernel, Kept);
  for (const auto &[Earlier, Decision] : Known)
    if (std::optional<PlanDecision> Same =
            Earlier.decisionFor(Asked, Decision, MayRename))
      return std::move(*Same);
  llvm::Expected<PlanDecision> Decision = Decide();
  if (Decision)
    Known.emplace_back(std::move(Asked), *Decision);
  return Decision;
}

} // namespace tessera
