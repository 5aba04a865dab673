//===- KernelPhases.cpp - Which statements make a phase -------------------===//
#include "phases/KernelPhases.h"
#include "tessera/Analysis/Conflicts.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {
namespace {

/// Launches of one kernel that are looked at: others depend alike.
constexpr unsigned MaxLaunches = 4;

/// Accesses that may be to one element.
using PairSet = std::set<std::pair<AccessId, AccessId>>;

/// One launch, with what isl needs for it.
struct LaunchFacts {
  IslContext Context;
  std::optional<LaunchedKernel> Kernel;
};

/// Cuts one kernel.
class RowCutter {
public:
  RowCutter(const Program &P, KernelId Kernel)
      : P(P), Id(Kernel), K(P.kernel(Kernel)) {}

  /// Whether blocks depend on each other.
  bool depends() {
    if (!K.Body || llvm::any_of(K.Refusals, [](const Diagnostic &D) {
          return D.Kind != DiagKind::AddressEscapes;
        }))
      return false;
    for (const LaunchModel *L : distinctLaunches(P, Id, MaxLaunches))
      addLaunch(*L);
    return !Conflicts.empty() || !Possible.empty();
  }

  /// \returns why it cannot be cut, or nothing.
  std::string run() {
    std::string Why;
    for (auto Step :
         {&RowCutter::obstacle, &RowCutter::openAll, &RowCutter::cutAll})
      if (Why.empty())
        Why = (this->*Step)();
    return Why;
  }

  std::vector<PhaseSlot> Slots;
  std::vector<PhaseExtent> Phases;

private:
  void addLaunch(const LaunchModel &L) {
    auto F = std::make_unique<LaunchFacts>();
    llvm::Expected<bool> Known = guarded(F->Context, [&] {
      F->Kernel.emplace(F->Context, K, L);
      return F->Kernel->isKnown();
    });
    if (!Known)
      return llvm::consumeError(Known.takeError());
    if (!*Known)
      return;
    for (const Conflict &C : findConflictsOfBlocks(*F->Kernel))
      Conflicts.insert({C.Write, C.Other});
    for (auto [Write, Other] : pairsToOrder(*F->Kernel))
      if (hasBarrierBetween(Write, Other) &&
          mayMeet(*F->Kernel, K.access(Write), K.access(Other), {}))
        Possible.insert({Write, Other});
    Launches.push_back(std::move(F));
  }

  /// Whether the program waits between the two, for the threads of a block.
  bool hasBarrierBetween(AccessId A, AccessId B) const {
    auto [From, To] = std::minmax({placeOf(A), placeOf(B)});
    return llvm::any_of(K.Barriers, [&](const BarrierInfo &Barrier) {
      bool Between = From < Barrier.Where.Offset && Barrier.Where.Offset < To;
      return Between || llvm::any_of(Barrier.Loops, [&](LoopId Loop) {
               return llvm::is_contained(K.access(A).Loops, Loop) &&
                      llvm::is_contained(K.access(B).Loops, Loop);
             });
    });
  }

  /// Where the kernel makes \p Access, itself or by a call.
  unsigned placeOf(AccessId Access) const {
    unsigned Place = K.access(Access).Source.Begin;
    if (!K.access(Access).Function.empty())
      walk(K.Body, [&](const NodePtr &N) {
        if (N->K == Node::Kind::Leaf &&
            llvm::is_contained(accessesIn(*N), Access))
          Place = N->Source->Begin;
      });
    return Place;
  }

  std::string line(unsigned Offset) const {
    llvm::StringRef Before = llvm::StringRef(P.Source).take_front(Offset);
    return std::to_string(Before.count('\n') + 1);
  }

  std::string obstacle() {
    if (!K.Refusals.empty())
      return "its address is taken: not all launches are known";
    if (P.Host.UnseenLaunch)
      return "a launch in a template may start it";
    if (K.DeclaredEarlier || K.ParameterList.End == 0)
      return "it is declared before its definition";
    if (!K.NoticedCall.empty())
      return "it calls '" + K.NoticedCall + "'";
    std::set<std::string> Words = wordsOf(
        llvm::StringRef(P.Source).slice(K.Definition.Begin, K.Definition.End));
    if (Words.count("volatile") ||
        llvm::any_of(K.Arrays, [](auto &A) { return A.Volatile; }))
      return "blocks may wait for each other by volatile memory";
    return "";
  }

  //===--- Slots ----------------------------------------------------------===//

  static bool leaves(const NodePtr &N) {
    bool Returns = false;
    walk(N, [&](const NodePtr &Child) {
      Returns |=
          Child->K == Node::Kind::Leaf && Child->Leaf == Node::LeafKind::Return;
    });
    return Returns;
  }

  PhaseSlot slot(const NodePtr &N, const std::vector<NodePtr> &Around) const {
    PhaseSlot S;
    S.N = N;
    S.Around = Around;
    bool Leaf = N->K == Node::Kind::Leaf;
    if (leaves(N))
      S.K = PhaseSlot::Kind::Exit;
    else if (Leaf && N->Leaf == Node::LeafKind::Declaration)
      S.K = PhaseSlot::Kind::Declaration;
    else if (Leaf && N->Leaf == Node::LeafKind::Barrier)
      S.K = PhaseSlot::Kind::Barrier;
    S.Words = wordsOf(
        llvm::StringRef(P.Source).slice(N->Source->Begin, N->Source->End));
    for (const ScalarInfo &Scalar : K.Scalars)
      if (Scalar.Hidden && !Scalar.IsParameter)
        S.Words.insert(Scalar.Name); // a macro may name it anywhere
    S.Accesses = accessesOf(K, *N);
    for (AccessId A : S.Accesses)
      S.Writes |= isGlobal(A) && K.access(A).writes();
    return S;
  }

  bool isGlobal(AccessId A) const {
    ArrayInfo::Kind Kind = K.array(K.access(A).Array).K;
    return Kind == ArrayInfo::Kind::Parameter ||
           Kind == ArrayInfo::Kind::Global;
  }

  /// Fills the row. \returns why a statement cannot be cut that must be.
  std::string openAll() {
    std::string Why = open(K.Body, {});
    if (!Why.empty())
      return Why;
    std::set<AccessId> Placed;
    for (const PhaseSlot &S : Slots) {
      Placed.insert(S.Accesses.begin(), S.Accesses.end());
      for (const NodePtr &N : S.Around)
        for (AccessId A : accessesOf(K, *N))
          Placed.insert(A); // in its head
    }
    return Placed.size() == K.Accesses.size()
               ? ""
               : "a macro or a function that it calls accesses memory";
  }

  std::string open(const NodePtr &Block, const std::vector<NodePtr> &Around) {
    for (const NodePtr &N : Block->Children) {
      if (!N->Source)
        return "a macro makes its statements";
      PhaseSlot S = slot(N, Around);
      std::optional<AccessId> Inside = conflictIn(S, Conflicts);
      if (Inside && !mayOpen(*N))
        return "the statement in line " + line(placeOf(*Inside)) +
               " depends on what it does itself in other blocks";
      if (!Inside && !(mayOpen(*N) && conflictIn(S, Possible))) {
        Slots.push_back(std::move(S));
        continue;
      }
      std::vector<NodePtr> Inner = Around;
      Inner.push_back(N);
      if (std::string Why = open(N->Children.front(), Inner); !Why.empty())
        return Why;
    }
    return "";
  }

  /// An access in \p S that depends on another one there, in the same round of
  /// the loops that are cut.
  std::optional<AccessId> conflictIn(const PhaseSlot &S,
                                     const PairSet &Pairs) const {
    for (auto [Write, Other] : Pairs)
      if (S.Accesses.count(Write) && S.Accesses.count(Other) &&
          meet(Write, Other, roundsOf(S)))
        return Other;
    return std::nullopt;
  }

  static std::vector<LoopId> roundsOf(const PhaseSlot &S) {
    std::vector<LoopId> Rounds;
    for (const NodePtr &N : S.loops())
      Rounds.push_back(*N->Loop);
    return Rounds;
  }

  bool meet(AccessId A, AccessId B, const std::vector<LoopId> &Rounds) const {
    return llvm::any_of(Launches, [&](auto &F) {
      return mayMeet(*F->Kernel, K.access(A), K.access(B), Rounds);
    });
  }

  bool mayOpen(const Node &N) const {
    if (N.Children.size() != 1 || N.Children[0]->K != Node::Kind::Block ||
        !N.Children[0]->Source)
      return false;
    if (N.K == Node::Kind::If)
      return true;
    if (N.K != Node::Kind::Loop)
      return false;
    const LoopInfo &L = K.loop(*N.Loop);
    if (L.Opaque || !L.Declares || !L.SecondBound.empty() || L.hasOwnBounds())
      return false;
    bool Jumps = false; // of inner loops, too
    walk(N.Children[0], [&](const NodePtr &Child) {
      Jumps |=
          Child->K == Node::Kind::Leaf && Child->Leaf == Node::LeafKind::Jump;
    });
    return !Jumps;
  }

  //===--- Cuts -----------------------------------------------------------===//

  /// Whether slot \p J depends on slot \p I.
  bool depends(unsigned I, unsigned J) const {
    if (Slots[I].loops() != Slots[J].loops())
      return false; // they are no launch together
    for (AccessId A : Slots[I].Accesses)
      for (AccessId B : Slots[J].Accesses)
        if (K.access(A).Array == K.access(B).Array && isGlobal(A) &&
            (K.access(A).writes() || K.access(B).writes()) &&
            meet(A, B, roundsOf(Slots[I])))
          return true;
    return false;
  }

  std::string cutAll() {
    Phases.push_back({0, unsigned(Slots.size()), {}});
    std::optional<unsigned> Last; // slot that writes, of the phase at hand
    for (unsigned J = 0; J < Slots.size(); ++J) {
      unsigned Begin = Phases.back().Begin;
      bool More = llvm::any_of(llvm::ArrayRef(Slots).drop_front(J),
                               [](const PhaseSlot &S) { return S.Writes; });
      std::optional<unsigned> From; // what the cut must be behind
      bool Leaves =
          Slots[J].Writes && Last && Slots[*Last].loops() != Slots[J].loops();
      if (Leaves)
        From = *Last;
      for (unsigned I = J; I-- > Begin && More && !From;)
        if (depends(I, J))
          From = I;
      if (From) {
        unsigned At = choose(*From + 1, J, Leaves);
        Phases.back().End = At;
        Phases.push_back({At, unsigned(Slots.size()), {}});
      }
      if (Slots[J].Writes) {
        Last = J;
        Phases.back().Loops = Slots[J].loops();
      }
    }
    return "";
  }

  /// Whether \p Some has one of \p Loops that is not in \p Others.
  static bool holdsOther(const std::vector<NodePtr> &Some,
                         const std::vector<NodePtr> &Loops,
                         const std::vector<NodePtr> &Others) {
    return llvm::any_of(Some, [&](const NodePtr &L) {
      return llvm::is_contained(Loops, L) && !llvm::is_contained(Others, L);
    });
  }

  /// The slot of [From, To] that the next phase begins with: one where threads
  /// need not remember much, behind a barrier of the user's if there is one.
  unsigned choose(unsigned From, unsigned To, bool Leaves) const {
    std::vector<NodePtr> Old = Slots[From - 1].loops();
    std::vector<NodePtr> New = Slots[To].loops();
    CarriedValues Values(P, Id, Slots);
    unsigned Best = To;
    std::tuple<unsigned, bool, unsigned> Least = {~0u, false, 0};
    for (unsigned At = From; At <= To; ++At) {
      // Behind the end of the loops that it leaves, before those it enters.
      if (Leaves && (holdsOther(Slots[At].loops(), Old, New) ||
                     holdsOther(Slots[At - 1].loops(), New, Old)))
        continue;
      bool Barrier = Slots[At - 1].K == PhaseSlot::Kind::Barrier;
      PhaseExtent Rest = {At, unsigned(Slots.size()), New};
      std::tuple<unsigned, bool, unsigned> Cost = {Values.of(Rest).Problems,
                                                   !Barrier, At};
      if (Cost < Least) {
        Least = Cost;
        Best = At;
      }
    }
    return Best;
  }

  const Program &P;
  const KernelId Id;
  const KernelModel &K;
  std::vector<std::unique_ptr<LaunchFacts>> Launches;
  PairSet Conflicts; ///< that are proved
  PairSet Possible;  ///< with a barrier of the block between
};

} // namespace

std::optional<PhaseRow> cutIntoPhases(const Program &P, KernelId Kernel) {
  RowCutter Cutter(P, Kernel);
  if (!Cutter.depends())
    return std::nullopt;
  std::string Why = Cutter.run();
  return PhaseRow{std::move(Cutter.Slots), std::move(Cutter.Phases),
                  std::move(Why)};
}

} // namespace tessera
