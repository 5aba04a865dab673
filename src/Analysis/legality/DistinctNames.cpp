//===- DistinctNames.cpp - What names mean in a kernel's text -------------===//
#include "tessera/Analysis/DistinctNames.h"
#include "tessera/Support/Words.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// Calls \p Visit for the holes of \p T, and for those in them.
static void eachHole(const Text &T,
                     llvm::function_ref<void(const Piece &)> Visit) {
  for (const Piece &P : T) {
    if (P.K != Piece::Kind::Verbatim)
      Visit(P);
    eachHole(P.Parts, Visit);
    eachHole(P.Expanded, Visit);
  }
}

/// The words of \p T that are no names of members.
static std::vector<std::pair<size_t, llvm::StringRef>>
namesIn(llvm::StringRef T) {
  std::vector<std::pair<size_t, llvm::StringRef>> Names;
  for (size_t At = 0; At < T.size();) {
    const llvm::StringRef Name = T.substr(At).take_while(isWordCharacter);
    const llvm::StringRef Before = T.take_front(At).rtrim();
    if (!Name.empty() && !Before.ends_with(".") && !Before.ends_with("->") &&
        !Before.ends_with("::"))
      Names.emplace_back(At, Name);
    At += std::max<size_t>(Name.size(), 1);
  }
  return Names;
}

//===----------------------------------------------------------------------===//
// Hidden names
//===----------------------------------------------------------------------===//

namespace {

/// Finds variables that hide others.
class HidingFinder {
public:
  explicit HidingFinder(const KernelModel &K) : K(K) {
    std::set<std::string> Outside;
    auto AddType = [&](llvm::StringRef Type) {
      for (auto [At, Name] : namesIn(Type))
        Outside.insert(Name.str());
    };
    for (const ParameterInfo &P : K.Parameters)
      if (P.Derived.empty())
        Outside.insert(llvm::StringRef(P.Name).split('.').first.str());
    for (const ArrayInfo &A : K.Arrays) {
      AddType(A.ElementType);
      AddType(A.WordType);
      if (A.K == ArrayInfo::Kind::Parameter || A.K == ArrayInfo::Kind::Global)
        Outside.insert(llvm::StringRef(A.Name).split('.').first.str());
    }
    for (const ArrayInfo &A : K.Arrays)
      Hides |= (A.K == ArrayInfo::Kind::Shared && !A.Carved) &&
               Outside.count(A.Name);
    for (const auto &[Value, Name] : K.SizeNames)
      Outside.insert(Name);
    if (K.Body) {
      walk(K.Body, [&](const NodePtr &N) {
        for (const Node::Declarator &D : N->Declared) {
          AddType(D.Type);
          InLeaf.insert(D.Scalar.Index);
        }
      });
      visit(*K.Body, Outside);
    }
  }

  std::vector<unsigned> Found; ///< by ScalarId
  bool Hides = false;          ///< something that is no scalar does

private:
  void declare(unsigned Scalar, llvm::StringRef Name,
               std::set<std::string> &Visible) {
    if (!Visible.insert(Name.split('[').first.str()).second)
      Found.push_back(Scalar);
  }

  void visit(const Node &N, std::set<std::string> &Visible) {
    for (const Node::Declarator &D : N.Declared)
      declare(D.Scalar.Index, D.Name, Visible);
    if (N.Children.empty())
      return;
    std::set<std::string> Inside = Visible;
    if (N.K == Node::Kind::Loop)
      eachHole(N.Head, [&](const Piece &P) { // what its header declares
        if (P.K == Piece::Kind::Scalar && !K.Scalars[P.Id].IsParameter &&
            !InLeaf.count(P.Id) && Counters.insert(P.Id).second)
          declare(P.Id, P.Spelling, Inside);
      });
    for (const NodePtr &Child : N.Children)
      if (N.K == Node::Kind::If) {
        std::set<std::string> Branch = Inside;
        visit(*Child, Branch);
      } else {
        visit(*Child, Inside);
      }
  }

  const KernelModel &K;
  std::set<unsigned> InLeaf, Counters; ///< declared in leaves, and in headers
};

/// Gives variables other names.
class Renamer {
public:
  Renamer(KernelModel &K, llvm::ArrayRef<unsigned> Scalars) : K(K) {
    for (unsigned Id : Scalars) {
      unsigned Number = 2;
      std::string New = K.Scalars[Id].Name + "2";
      while (!K.Identifiers.insert(New).second)
        New = K.Scalars[Id].Name + std::to_string(++Number);
      Names[Id] = std::move(New);
    }
  }

  /// \returns whether every use has its new name.
  bool run() {
    for (const auto &[Id, Name] : Names)
      Right &= !K.Scalars[Id].Hidden && !isArray(K.Scalars[Id].Name);
    NodePtr Body = rename(K.Body);
    if (!Right)
      return false;
    K.Body = std::move(Body);
    for (LoopInfo &L : K.Loops)
      for (Text *T :
           {&L.StrideText, &L.LowerText, &L.UpperText, &L.SecondBound})
        *T = rename(*T);
    for (const auto &[Id, Name] : Names)
      K.Scalars[Id].Name = Name;
    return true;
  }

private:
  /// Whether the kernel declares an array of this name, or a pointer that is
  /// taken for one.
  bool isArray(llvm::StringRef Name) const {
    return llvm::any_of(K.Arrays, [&](const ArrayInfo &A) {
      return (A.K == ArrayInfo::Kind::Local || A.Carved) && A.Name == Name;
    });
  }

  Text rename(const Text &T) const {
    return fillHoles(T, [&](const Piece &P) -> std::optional<Text> {
      auto New = Names.find(P.Id);
      if (P.K != Piece::Kind::Scalar || New == Names.end())
        return std::nullopt;
      Piece Renamed = P;
      Renamed.Spelling = New->second;
      return Text{std::move(Renamed)};
    });
  }

  /// Gives the variable that \p Head declares its new name.
  void declare(Text &Head, llvm::StringRef Old, const std::string &New) {
    unsigned Places = 0;
    for (Piece &P : Head) {
      if (P.K != Piece::Kind::Verbatim)
        continue;
      const std::string Before = P.Spelling;
      auto All = namesIn(Before);
      for (auto &[At, Name] : llvm::reverse(All))
        if (Name == Old && ++Places)
          P.Spelling.replace(At, Name.size(), New);
    }
    Right &= Places == 1;
  }

  NodePtr rename(const NodePtr &N) {
    Node Copy = *N;
    Copy.Head = rename(N->Head);
    Copy.Condition = rename(N->Condition);
    for (Node::Declarator &D : Copy.Declared) {
      D.Initializer = rename(D.Initializer);
      if (auto New = Names.find(D.Scalar.Index); New != Names.end()) {
        declare(Copy.Head, D.Name, New->second);
        D.Name = New->second;
      }
    }
    if (N->K == Node::Kind::Loop)
      renameCounter(*N, Copy);
    for (NodePtr &Child : Copy.Children)
      Child = rename(Child);
    return std::make_shared<Node>(std::move(Copy));
  }

  void renameCounter(const Node &N, Node &Copy) {
    LoopInfo *L = N.Loop ? &K.Loops[N.Loop->Index] : nullptr;
    std::set<unsigned> Done;
    eachHole(N.Head, [&](const Piece &P) {
      auto New = P.K == Piece::Kind::Scalar ? Names.find(P.Id) : Names.end();
      if (New == Names.end() || !Done.insert(P.Id).second)
        return;
      if (Counters.insert(P.Id).second && !isInLeaf(P.Id))
        declare(Copy.Head, P.Spelling, New->second);
      if (L && L->Name == P.Spelling) {
        replaceWord(L->StepText, L->Name, New->second);
        L->Name = New->second;
      }
    });
  }

  bool isInLeaf(unsigned Id) const {
    bool Found = false;
    walk(K.Body, [&](const NodePtr &N) {
      for (const Node::Declarator &D : N->Declared)
        Found |= D.Scalar.Index == Id;
    });
    return Found;
  }

  KernelModel &K;
  std::map<unsigned, std::string> Names; ///< by ScalarId
  std::set<unsigned> Counters;
  bool Right = true;
};

} // namespace

bool hidesNames(const KernelModel &K) {
  const HidingFinder Finder(K);
  return Finder.Hides || !Finder.Found.empty();
}

KernelModel withDistinctNames(KernelModel K) {
  const HidingFinder Finder(K);
  KernelModel Renamed = K;
  if (!Finder.Hides && Renamer(Renamed, Finder.Found).run())
    return Renamed;
  K.Refusals.push_back({DiagKind::UnsupportedStatement,
                        K.NamePlace,
                        {K.Name, "one of its variables hides another"}});
  return K;
}

std::optional<Program> withDistinctNames(const Program &P) {
  if (llvm::none_of(P.Kernels, hidesNames))
    return std::nullopt;
  Program Distinct = P;
  for (KernelModel &K : Distinct.Kernels)
    if (hidesNames(K))
      K = withDistinctNames(std::move(K));
  return Distinct;
}

//===----------------------------------------------------------------------===//
// Moving text
//===----------------------------------------------------------------------===//

/// The type that \p Spelled, `typedef float T;` or `using T = float;`,
/// declares.
static std::string declaredType(llvm::StringRef Spelled) {
  const auto Names = namesIn(Spelled);
  if (Names.size() < 2)
    return "";
  return (Names.front().second == "using" ? Names[1] : Names.back())
      .second.str();
}

TextMover::TextMover(const KernelModel &K) : K(K) {
  auto Search = [&](auto &&Self, const Text &T) -> void {
    for (const Piece &P : T) {
      if (P.K == Piece::Kind::Access)
        Accesses[P.Id] = &P;
      Self(Self, P.Parts);
      Self(Self, P.Expanded);
    }
  };
  if (K.Body)
    walk(K.Body, [&](const NodePtr &N) {
      Nodes.push_back(N);
      Search(Search, N->Head);
      for (const Node::Declarator &D : N->Declared) {
        Declared[D.Scalar.Index] = &D;
        Names.insert(llvm::StringRef(D.Name).split('[').first.str());
        HasHidden |= K.Scalars[D.Scalar.Index].Hidden;
      }
      if (N->Leaf == Node::LeafKind::Declaration && N->Declared.empty())
        Names.insert(declaredType(spell(N->Head)));
    });
}

bool TextMover::isMovable(const Text &T) const {
  bool Movable = true;
  auto Visit = [&](auto &&Self, const Text &Of) -> void {
    for (const Piece &P : Of) {
      if (P.K == Piece::Kind::Scalar)
        Movable = Movable && isMovable(P.Id);
      else if (P.K == Piece::Kind::Verbatim)
        Movable = Movable && namesNothing(P.Spelling);
      Self(Self, P.Parts);
      Self(Self, P.Expanded);
    }
  };
  Visit(Visit, T);
  return Movable;
}

bool TextMover::isMovable(AccessId Id) const {
  auto Found = Accesses.find(Id.Index);
  return Found != Accesses.end() && isMovable(Found->second->Parts);
}

bool TextMover::namesNothing(llvm::StringRef Spelled) const {
  return llvm::all_of(namesIn(Spelled), [&](const auto &Place) {
    const llvm::StringRef Name = Place.second;
    const bool IsArray = llvm::any_of(
        K.Arrays, [&](const ArrayInfo &A) { return A.Name == Name; });
    return !Names.count(Name.str()) &&
           (!HasHidden || IsArray || llvm::isDigit(Name.front()));
  });
}

bool TextMover::isMovable(unsigned Scalar) const {
  const ScalarInfo &S = K.Scalars[Scalar];
  if (S.IsParameter)
    return !S.Reassigned;
  if (llvm::any_of(K.Loops, [&](const LoopInfo &L) {
        return !L.Opaque && L.Name == S.Name;
      }))
    return true;
  auto Found = Declared.find(Scalar);
  return Found != Declared.end() && !S.Reassigned && Found->second->Harmless &&
         !Found->second->Initializer.empty() &&
         namesNothing(Found->second->Type) &&
         isMovable(Found->second->Initializer);
}

} // namespace tessera
