//===- PrivateElements.cpp - Elements that a register can stand for -------===//
#include "tessera/Analysis/PrivateElements.h"
#include "tessera/Analysis/StagingLegality.h"
#include "tessera/Model/TypePieces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace tessera {
namespace {

bool isGlobal(const ArrayInfo &A) {
  return A.K == ArrayInfo::Kind::Parameter || A.K == ArrayInfo::Kind::Global;
}

/// The statements of \p N that follow each other.
llvm::ArrayRef<NodePtr> statementsOf(const NodePtr &N) {
  if (N->K == Node::Kind::Block)
    return N->Children;
  return N;
}

bool isLeaf(const Node &N, Node::LeafKind Kind) {
  return N.K == Node::Kind::Leaf && N.Leaf == Kind;
}

/// Whether a statement in \p N leaves it before its end: it returns, or jumps
/// in a loop around \p N.
bool mayLeave(const Node &N) {
  if (isLeaf(N, Node::LeafKind::Return) || isLeaf(N, Node::LeafKind::Jump))
    return true;
  return llvm::any_of(N.Children, [&](const NodePtr &Child) {
    bool Returns = false;
    walk(Child, [&](const NodePtr &Inner) {
      Returns |= isLeaf(*Inner, Node::LeafKind::Return);
    });
    return N.K == Node::Kind::Loop ? Returns : mayLeave(*Child);
  });
}

class Finder {
public:
  Finder(const Program &P, KernelId Kernel)
      : P(P), Kernel(Kernel), K(P.kernel(Kernel)) {}

  PrivateElements run() {
    for (AccessId Id : accessesIn(*K.Body))
      Visible.insert(Id);
    std::map<std::pair<ArrayId, std::vector<Polynomial>>, std::set<AccessId>>
        Groups;
    for (unsigned I = 0; I < K.Accesses.size(); ++I)
      if (const AccessInfo &A = K.Accesses[I]; canBeKept({I}))
        Groups[{A.Array, A.Subscripts}].insert({I});
    for (const auto &[Key, Accesses] : Groups) {
      Uses = Accesses;
      Why.clear();
      size_t Before = Result.Kept.size();
      search(statementsOf(K.Body), {});
      if (Before == Result.Kept.size() && !Why.empty())
        Result.Refused.push_back(
            {*Uses.begin(), spellingOf(*Uses.begin()), Why});
    }
    llvm::sort(Result.Kept, [](const auto &A, const auto &B) {
      return A.Accesses.front() < B.Accesses.front();
    });
    return std::move(Result);
  }

private:
  bool canBeKept(AccessId Id) const {
    const AccessInfo &A = K.access(Id);
    const ArrayInfo &Array = K.array(A.Array);
    bool Scalar = Array.K == ArrayInfo::Kind::Global &&
                  Array.Extents == std::vector<int64_t>{1};
    return isGlobal(Array) && !Scalar && !Array.HasMembers && !Array.Volatile &&
           !Array.Reassigned && !Array.Constant && !A.Subscripts.empty() &&
           A.Replaceable && Visible.count(Id) &&
           (A.K == AccessInfo::Kind::Read || A.K == AccessInfo::Kind::Write ||
            A.K == AccessInfo::Kind::Update);
  }

  bool hasUse(const Node &N) const {
    return llvm::any_of(accessesIn(N),
                        [&](AccessId Id) { return Uses.count(Id); });
  }

  /// Looks for the widest regions of the current element in \p Sequence, inside
  /// \p Around.
  void search(llvm::ArrayRef<NodePtr> Sequence, std::vector<LoopId> Around) {
    auto Has = [&](const NodePtr &N) { return hasUse(*N); };
    while (!Sequence.empty() && !Has(Sequence.front()))
      Sequence = Sequence.drop_front();
    while (!Sequence.empty() && !Has(Sequence.back()))
      Sequence = Sequence.drop_back();
    if (Sequence.empty() || take(Sequence, Around))
      return;
    for (const NodePtr &N : Sequence) {
      if (!Has(N) || (Sequence.size() > 1 && take(N, Around)))
        continue;
      std::vector<LoopId> Inside = Around;
      if (N->Loop)
        Inside.push_back(*N->Loop);
      if (N->K == Node::Kind::Block)
        search(N->Children, Inside);
      else
        for (const NodePtr &Child : N->Children)
          search(statementsOf(Child), Inside);
    }
  }

  //===--- One region -----------------------------------------------------===//

  /// What a region is made of.
  struct Content {
    SourceRange Range;
    std::set<AccessId> Accesses; ///< hidden ones included
    std::set<LoopId> Loops;
    std::set<ScalarId> Declared;
    std::vector<LoopId> Around;
    bool Leaves = false;
    bool Waits = false; ///< for other threads, or orders what they see
  };

  Content contentOf(llvm::ArrayRef<NodePtr> Region,
                    const std::vector<LoopId> &Around) const {
    Content C;
    C.Around = Around;
    C.Range = {Region.front()->Source->Begin, Region.back()->Source->End};
    for (const NodePtr &N : Region) {
      for (AccessId Id : accessesIn(*N))
        C.Accesses.insert(Id);
      C.Leaves |= mayLeave(*N);
      walk(N, [&](const NodePtr &Inner) {
        if (Inner->Loop)
          C.Loops.insert(*Inner->Loop);
        for (const Node::Declarator &D : Inner->Declared)
          C.Declared.insert(D.Scalar);
      });
    }
    // Accesses without a hole of their own: they may be anywhere in the
    // region, unless they are known to stand elsewhere.
    for (unsigned I = 0; I < K.Accesses.size(); ++I) {
      SourceRange At = K.Accesses[I].Source;
      if (!Visible.count({I}) && !(At.size() > 0 && isElsewhere(At, C)))
        C.Accesses.insert({I});
    }
    C.Waits = K.HasFence;
    for (const auto *Barriers : {&K.Barriers, &K.WarpBarriers})
      for (const BarrierInfo &B : *Barriers)
        C.Waits |= !isElsewhere({B.Where.Offset, B.Where.Offset + 1}, C);
    for (AccessId Id : C.Accesses)
      C.Waits |= K.access(Id).K == AccessInfo::Kind::Atomic;
    return C;
  }

  /// Whether \p At is a place in the kernel outside the region.
  bool isElsewhere(SourceRange At, const Content &C) const {
    return K.Body->Source->contains(At) &&
           (At.End <= C.Range.Begin || At.Begin >= C.Range.End);
  }

  /// Keeps the element in \p Region if that is possible and saves an access.
  bool take(llvm::ArrayRef<NodePtr> Region, const std::vector<LoopId> &Around) {
    Content C = contentOf(Region, Around);
    PrivateElement E;
    for (AccessId Id : C.Accesses)
      if (Uses.count(Id)) {
        E.Accesses.push_back(Id);
        E.Store |= K.access(Id).writes();
        E.Load |= K.access(Id).reads();
      }
    unsigned Count = 0;
    for (const NodePtr &N : Region)
      Count += mostUses(*N);
    E.Array = K.access(E.Accesses.front()).Array;
    for (const NodePtr &N : Region)
      if (N->K != Node::Kind::Leaf)
        walk(N, [&](const NodePtr &Inner) {
          E.InLoop |= Inner->K == Node::Kind::Loop && hasUse(*Inner);
        });
    if (beginsWithWrite(*Region.front()))
      E.Load = false;
    if (!E.InLoop && Count <= unsigned(E.Load) + unsigned(E.Store))
      return false;
    for (LoopId L : C.Loops)
      for (const Polynomial &S : K.access(E.Accesses.front()).Subscripts)
        if (S.mentions(K.loop(L).Symbol))
          return false;
    E.Region = C.Range;
    std::optional<Text> Name = nameOutside(E, C);
    std::string Obstacle = obstacle(E, C);
    if (!Obstacle.empty()) {
      Why = Obstacle;
      return false;
    }
    std::optional<std::vector<LoopId>> Entered =
        entered(Region, [&](AccessId Id) {
          return Uses.count(Id) && (!E.Store || K.access(Id).writes());
        });
    if (!Entered && E.Store)
      for (AccessId Id : C.Accesses)
        if (Uses.count(Id) && K.access(Id).writes()) {
          Why = "whether it is written depends on " +
                whatDecides(K, K.access(Id));
          break;
        }
    if (!Name || !Entered)
      return false;
    if (!Entered->empty() && (Region.size() > 1 || !canTest(*Entered, C)))
      return false;
    E.Element = *Name;
    E.Entered = *Entered;
    Result.Kept.push_back(std::move(E));
    return true;
  }

  /// The most loads and stores of the element on one way through \p N, loops
  /// taken once.
  unsigned mostUses(const Node &N) const {
    Node Own = N;
    Own.Children.clear();
    unsigned Count = 0, Most = 0, Sum = 0;
    for (AccessId Id : accessesIn(Own))
      if (Uses.count(Id))
        Count += 1 + (K.access(Id).K == AccessInfo::Kind::Update);
    for (const NodePtr &Child : N.Children) {
      const unsigned Uses = mostUses(*Child);
      Most = std::max(Most, Uses);
      Sum += Uses;
    }
    return Count + (N.K == Node::Kind::If ? Most : Sum);
  }

  /// Whether \p N, the first statement of a region, writes the element and
  /// nothing in it reads what was there before.
  bool beginsWithWrite(const Node &N) const {
    if (!isLeaf(N, Node::LeafKind::Expression))
      return false;
    bool Writes = false, Reads = false;
    for (AccessId Id : accessesIn(N))
      if (Uses.count(Id)) {
        Writes |= !K.access(Id).reads() && !K.access(Id).Conditional;
        Reads |= K.access(Id).reads();
      }
    return Writes && !Reads;
  }

  /// What else may touch the element in the region; empty if nothing.
  std::string obstacle(PrivateElement &E, const Content &C) {
    const ArrayInfo &Own = K.array(E.Array);
    for (const AccessInfo &A : K.Accesses)
      if (A.Array == E.Array && A.K == AccessInfo::Kind::AddressTaken &&
          !A.OnlyCompared)
        return "its address is handed on";
    if (E.Store && C.Leaves)
      return "a statement leaves the code that uses it before its end";
    for (AccessId Id : C.Accesses) {
      const AccessInfo &A = K.access(Id);
      const ArrayInfo &Other = K.array(A.Array);
      if (Uses.count(Id) || (!E.Store && !A.writes()))
        continue;
      if (A.Array == E.Array) {
        if (!differs(A, K.access(E.Accesses.front())))
          return "another access of '" + Own.Name + "' may be the same element";
        continue;
      }
      if (!mayBeApart(P, Kernel, E.Array, A.Array))
        return "it may overlap '" + Other.Name + "'";
      if (isGlobal(Other))
        E.Beside.insert(A.Array);
    }
    if (C.Waits && (E.Store || isWritten(K, E.Array)))
      return "other threads may use it behind a barrier, fence or atomic "
             "operation";
    return "";
  }

  /// Whether \p A and \p B of one array and one thread are never the same
  /// element.
  static bool differs(const AccessInfo &A, const AccessInfo &B) {
    if (A.K == AccessInfo::Kind::Atomic ||
        A.Subscripts.size() != B.Subscripts.size())
      return false;
    bool Differs = false;
    for (auto [X, Y] : llvm::zip_equal(A.Subscripts, B.Subscripts)) {
      std::optional<int64_t> Distance = (X - Y).constant();
      Differs |= Distance && *Distance != 0;
    }
    return Differs;
  }

  //===--- Text in front of the region ------------------------------------===//

  /// Whether \p T has the same value in front of the region as in it: no
  /// access, and no variable that the region declares or changes.
  bool means(const Text &T, const Content &C) const {
    return llvm::all_of(T, [&](const Piece &Hole) {
      switch (Hole.K) {
      case Piece::Kind::Verbatim:
      case Piece::Kind::Builtin:
        return true;
      case Piece::Kind::Macro:
        return means(Hole.Parts, C) && means(Hole.Expanded, C);
      case Piece::Kind::Access:
      case Piece::Kind::Operand:
        return false;
      case Piece::Kind::Scalar:
        break;
      }
      const ScalarInfo &S = K.Scalars[Hole.Id];
      auto Counts = [&](LoopId L) { return K.loop(L).Name == S.Name; };
      if (S.Hidden || C.Declared.count({Hole.Id}) ||
          llvm::any_of(C.Loops, Counts))
        return false;
      return !S.Reassigned || llvm::any_of(C.Around, [&](LoopId L) {
        return Counts(L) && !K.loop(L).Opaque;
      });
    });
  }

  /// Whether \p T, outside of macros, names nothing but the array, its holes
  /// and constants.
  bool namesOnly(const Text &T, const ArrayInfo &A) const {
    for (const Piece &Hole : T) {
      if (isType(Hole))
        return false;
      if (Hole.K != Piece::Kind::Verbatim)
        continue;
      llvm::StringRef Rest = Hole.Spelling;
      while (!Rest.empty()) {
        size_t Length = Rest.find_if_not(
            [](char Ch) { return llvm::isAlnum(Ch) || Ch == '_'; });
        llvm::StringRef Word = Rest.take_front(Length);
        if (!Word.empty() && !llvm::isDigit(Word.front()) && Word != A.Name &&
            llvm::none_of(K.SizeNames,
                          [&](const auto &S) { return S.second == Word; }))
          return false;
        Rest = Rest.drop_front(std::max<size_t>(Word.size(), 1));
      }
    }
    return true;
  }

  const Piece *holeOf(const Text &T, AccessId Id) const {
    for (const Piece &Hole : T)
      if (Hole.K == Piece::Kind::Access) {
        if (Hole.Id == Id.Index)
          return &Hole;
        if (const Piece *Inner = holeOf(Hole.Parts, Id))
          return Inner;
      } else if (Hole.hasParts() || Hole.K == Piece::Kind::Macro) {
        if (const Piece *Inner = holeOf(Hole.Parts, Id))
          return Inner;
      }
    return nullptr;
  }

  const Piece *holeOf(AccessId Id) const {
    const Piece *Found = nullptr;
    walk(K.Body, [&](const NodePtr &N) {
      if (!Found)
        Found = holeOf(N->Head, Id);
    });
    return Found;
  }

  std::string spellingOf(AccessId Id) const {
    const Piece *Hole = holeOf(Id);
    return Hole ? spell(Hole->Parts) : K.array(K.access(Id).Array).Name;
  }

  /// The element as one of its accesses spells it, if that means the same in
  /// front of the region.
  std::optional<Text> nameOutside(const PrivateElement &E,
                                  const Content &C) const {
    for (AccessId Id : E.Accesses)
      if (const Piece *Hole = holeOf(Id))
        if (means(Hole->Parts, C) && namesOnly(Hole->Parts, K.array(E.Array)))
          return Hole->Parts;
    return std::nullopt;
  }

  //===--- What is certain ------------------------------------------------===//

  using Wanted = llvm::function_ref<bool(AccessId)>;

  /// The loops that must have iterations for a \p Wanted access to be made
  /// whenever \p Sequence is executed; nothing if it may never be.
  std::optional<std::vector<LoopId>> entered(llvm::ArrayRef<NodePtr> Sequence,
                                             Wanted Is) const {
    std::optional<std::vector<LoopId>> Best;
    for (const NodePtr &N : Sequence) {
      std::optional<std::vector<LoopId>> Here = entered(*N, Is);
      if (Here && (!Best || Here->size() < Best->size()))
        Best = Here;
      if (mayLeave(*N))
        break;
    }
    return Best;
  }

  std::optional<std::vector<LoopId>> entered(const Node &N, Wanted Is) const {
    switch (N.K) {
    case Node::Kind::Block:
      return entered(N.Children, Is);
    case Node::Kind::Leaf:
    case Node::Kind::If: {
      Node Own = N; // without the branches
      Own.Children.clear();
      if (llvm::any_of(accessesIn(Own), [&](AccessId Id) {
            return Is(Id) && !K.access(Id).Conditional;
          }))
        return std::vector<LoopId>{};
      return std::nullopt;
    }
    case Node::Kind::Loop:
      break;
    }
    const LoopInfo &L = K.loop(*N.Loop);
    if (L.Opaque || !L.SecondBound.empty() || L.hasOwnBounds())
      return std::nullopt;
    std::optional<std::vector<LoopId>> Loops = entered(N.Children, Is);
    std::optional<int64_t> Length = (L.Upper - L.Lower - L.Ahead).constant();
    if (Loops && !(Length && *Length * L.Step > 0))
      Loops->insert(Loops->begin(), *N.Loop);
    return Loops;
  }

  /// Whether the bounds of \p Loops can be compared in front of the region.
  bool canTest(llvm::ArrayRef<LoopId> Loops, const Content &C) const {
    return llvm::all_of(Loops, [&](LoopId Id) {
      const LoopInfo &L = K.loop(Id);
      bool Fixed = llvm::none_of(C.Loops, [&](LoopId Inner) {
        return L.Lower.mentions(K.loop(Inner).Symbol) ||
               L.Upper.mentions(K.loop(Inner).Symbol);
      });
      return Fixed && means(L.LowerText, C) && means(L.UpperText, C);
    });
  }

  const Program &P;
  KernelId Kernel;
  const KernelModel &K;
  std::set<AccessId> Visible; ///< with a hole in the tree
  std::set<AccessId> Uses;    ///< of the current element
  std::string Why;
  PrivateElements Result;
};

} // namespace

PrivateElements findPrivateElements(const Program &P, KernelId Kernel) {
  return Finder(P, Kernel).run();
}

} // namespace tessera
