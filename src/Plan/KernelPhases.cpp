//===- KernelPhases.cpp - Which statements make a phase -------------------===//
#include "KernelPhases.h"
#include "tessera/Analysis/Conflicts.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Regex.h"

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
class PhaseFinder {
public:
  PhaseFinder(const Program &P, KernelId Kernel)
      : P(P), Id(Kernel), K(P.kernel(Kernel)) {}

  /// Whether blocks depend on each other.
  bool depends() {
    if (!K.Body || llvm::any_of(K.Refusals, [](const Diagnostic &D) {
          return D.Kind != DiagKind::AddressEscapes;
        }))
      return false;
    std::vector<LaunchShape> Seen;
    for (const LaunchModel *L : P.launchesOf(Id)) {
      LaunchShape Shape = shapeOf(*L, K);
      if (llvm::is_contained(Seen, Shape) || Seen.size() == MaxLaunches)
        continue;
      Seen.push_back(Shape);
      addLaunch(*L);
    }
    return !Conflicts.empty() || !Unknown.empty();
  }

  /// \returns why it cannot be cut, or nothing. Also nothing to cut is nothing.
  std::string run(SplitKernel &Split) {
    Split.Kernel = Id;
    std::string Why;
    for (auto Step : {&PhaseFinder::obstacle, &PhaseFinder::openAll,
                      &PhaseFinder::cutAll, &PhaseFinder::carry})
      if (Why.empty())
        Why = (this->*Step)();
    if (Why.empty())
      Why = describe(Split);
    bool Cut = !Split.Cuts.empty() || !Split.Rounds.empty();
    return Why.empty() && Cut ? planPhasedLaunches(P, Split) : Why;
  }

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
    for (auto [Write, Other] : findUnknownPairs(*F->Kernel))
      if (hasBarrierBetween(Write, Other))
        Unknown.insert({Write, Other});
    Launches.push_back(std::move(F));
  }

  /// Whether the program waits between the two, for the threads of a block.
  bool hasBarrierBetween(AccessId A, AccessId B) const {
    auto [From, To] = std::minmax(placeOf(A), placeOf(B));
    return llvm::any_of(K.Barriers, [&](const BarrierInfo &Barrier) {
      bool Between =
          From < Barrier.Where.Offset && Barrier.Where.Offset < To;
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
    return "";
  }

  //===--- Slots ----------------------------------------------------------===//

  static bool leaves(const NodePtr &N) {
    bool Returns = false;
    walk(N, [&](const NodePtr &Child) {
      Returns |= Child->K == Node::Kind::Leaf &&
                 Child->Leaf == Node::LeafKind::Return;
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
    S.Words = wordsOf(llvm::StringRef(P.Source)
                          .slice(N->Source->Begin, N->Source->End));
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
      if (!Inside && !(mayOpen(*N) && conflictIn(S, Unknown))) {
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
    if (L.Opaque || !L.Declares || !L.SecondBound.empty())
      return false;
    bool Jumps = false; // of inner loops, too
    walk(N.Children[0], [&](const NodePtr &Child) {
      Jumps |= Child->K == Node::Kind::Leaf &&
               Child->Leaf == Node::LeafKind::Jump;
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
      bool Leaves = Slots[J].Writes && Last &&
                    Slots[*Last].loops() != Slots[J].loops();
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

  //===--- What they need -------------------------------------------------===//

  std::string carry() {
    CarriedValues Values(P, Id, Slots);
    for (const PhaseExtent &Phase : Phases) {
      Needs.push_back(Values.of(Phase));
      if (Needs.back().Problems)
        return Needs.back().Why;
    }
    return Values.sharedObstacle(Phases);
  }

  std::string fresh(const std::string &Name) const {
    std::string Unique = Name;
    for (unsigned I = 2; K.Identifiers.count(Unique); ++I)
      Unique = Name + "_" + std::to_string(I);
    return Unique;
  }

  /// Where the statement of \p N ends, its comment included.
  unsigned endOf(const Node &N) const {
    unsigned Tail = N.K == Node::Kind::Leaf ? spell(N.Tail).size() : 0;
    return N.Source->End + Tail;
  }

  std::string describe(SplitKernel &Split) {
    for (const PhaseSlot &S : Slots)
      for (const NodePtr &N : S.loops())
        if (llvm::none_of(Split.Rounds, [&](const PhaseRounds &R) {
              return R.Loop == *N->Loop;
            })) {
          SourceRange Body = *N->Children.front()->Source;
          Split.Rounds.push_back({{N->Source->Begin, Body.Begin + 1},
                                  {Body.End - 1, Body.End},
                                  *N->Loop});
        }
    bool Single = Phases.size() == 1;
    for (unsigned I = 0; I < Phases.size(); ++I) {
      KernelPhase Phase;
      Phase.Name = fresh(K.Name + (Single ? "_round" : "_phase") +
                         (Single ? "" : std::to_string(I + 1)));
      Phase.Prologue = Needs[I].Prologue;
      for (unsigned R = 0; R < Split.Rounds.size(); ++R) {
        const LoopInfo &L = K.loop(Split.Rounds[R].Loop);
        if (llvm::none_of(Phases[I].Loops, [&](const NodePtr &N) {
              return *N->Loop == Split.Rounds[R].Loop;
            }))
          continue;
        Phase.Rounds.push_back(R);
        if (!Needs[I].Words.count(L.Name))
          continue;
        Phase.Counters.push_back(R);
        if (std::string Why = parameterObstacle(L); !Why.empty())
          return Why;
      }
      if (I == 0) // its text has all that
        Phase.Prologue.clear();
      else
        Split.Cuts.push_back(cutBefore(Phases[I].Begin));
      Split.Phases.push_back(std::move(Phase));
    }
    dropBarriers(Split);
    dropDeclarations(Split);
    return "";
  }

  std::string parameterObstacle(const LoopInfo &L) const {
    bool Taken = llvm::any_of(K.Scalars, [&](const ScalarInfo &S) {
      return S.IsParameter && S.Name == L.Name;
    });
    llvm::StringRef List = llvm::StringRef(P.Source).slice(
        K.ParameterList.Begin, K.ParameterList.End);
    if (Taken || List.contains('=') || List.contains("..."))
      return "'" + L.Name + "' cannot become a parameter";
    return "";
  }

  /// The barrier right before slot \p Begin makes way.
  PhaseCut cutBefore(unsigned Begin) const {
    const PhaseSlot &Last = Slots[Begin - 1];
    PhaseCut Cut;
    Cut.Behind = endOf(*Last.N);
    for (const NodePtr &N : llvm::reverse(Last.Around))
      if (N->K != Node::Kind::If)
        continue; // the end of a loop goes
      else if (!llvm::is_contained(Slots[Begin].Around, N))
        Cut.Behind = N->Source->End;
      else
        ++Cut.Open;
    if (Last.K != PhaseSlot::Kind::Barrier || Cut.Behind != endOf(*Last.N)) {
      // Comments right behind it stay there, up to an empty line.
      llvm::StringRef Gap = llvm::StringRef(P.Source).slice(
          Cut.Behind, Slots[Begin].N->Source->Begin);
      for (size_t At = 0; (At = Gap.find('\n', At)) != Gap.npos; ++At)
        if (Gap.drop_front(At + 1).ltrim(" \t\r").starts_with("\n")) {
          if (!Gap.take_front(At).contains('}'))
            Cut.Behind += Gap.take_front(At).rtrim().size();
          break;
        }
      return Cut;
    }
    Cut.Barrier = Last.N->Source;
    return Cut;
  }

  /// A barrier has nothing to do where a phase ends with the launch, or starts.
  void dropBarriers(SplitKernel &Split) const {
    for (unsigned I = 0; I < Phases.size(); ++I) {
      unsigned Begin = Phases[I].Begin, End = Phases[I].End;
      bool Loops = !Phases[I].Loops.empty();
      if (I > 0)
        for (; Begin < End && drops(Begin); ++Begin)
          Split.Replaced.push_back({*Slots[Begin].N->Source, ""});
      bool Cut = I + 1 < Phases.size();
      if (Cut && Split.Cuts[I].Barrier)
        --End;
      if (Cut || Loops)
        for (; End > Begin && drops(End - 1); --End)
          Split.Replaced.push_back({*Slots[End - 1].N->Source, ""});
    }
  }

  bool drops(unsigned Slot) const {
    return Slots[Slot].K == PhaseSlot::Kind::Barrier;
  }

  /// What a phase declares and only later ones use is there declared again.
  void dropDeclarations(SplitKernel &Split) const {
    for (unsigned I = 0; I < Phases.size(); ++I)
      for (unsigned S = Phases[I].Begin; S < Phases[I].End; ++S)
        if (Slots[S].K == PhaseSlot::Kind::Declaration)
          dropUnused(I, S, Split);
  }

  /// Whether a slot of \p Phase but \p Slot, or a repeated line, names \p Name.
  bool uses(unsigned Phase, unsigned Slot, const std::string &Name) const {
    for (unsigned S = Phases[Phase].Begin; S < Phases[Phase].End; ++S)
      if (S != Slot && Slots[S].Words.count(Name))
        return true;
    return llvm::any_of(Slots[Slot].Around, [&](const NodePtr &N) {
      return wordsOf(spell(N->Head)).count(Name);
    });
  }

  void dropUnused(unsigned Phase, unsigned Slot, SplitKernel &Split) const {
    const Node &N = *Slots[Slot].N;
    std::vector<std::string> Names, Texts;
    for (const Node::Declarator &D : N.Declared) {
      Names.push_back(K.Scalars[D.Scalar.Index].Name);
      Texts.push_back((D.Type.empty() ? D.Name : D.Type + " " + D.Name) +
                      (D.Initializer.empty()
                           ? ";"
                           : " = " + spell(D.Initializer) + ";"));
    }
    for (const ArrayInfo &A : K.Arrays)
      if (N.Declared.empty() && A.K == ArrayInfo::Kind::Shared &&
          N.Source->Begin <= A.Where.Offset && A.Where.Offset < N.Source->End)
        Names.push_back(A.Name);
    std::string Kept;
    unsigned Dropped = 0;
    for (unsigned I = 0; I < Names.size(); ++I) {
      bool Later = false;
      for (unsigned L = Phase + 1; L < Phases.size(); ++L)
        Later |= Needs[L].Words.count(Names[I]) > 0;
      bool Own = uses(Phase, Slot, Names[I]);
      for (unsigned J = I + 1; J < Texts.size(); ++J) // of the same statement
        Own |= wordsOf(Texts[J]).count(Names[I]) > 0;
      if (Later && !Own)
        ++Dropped;
      else if (I < Texts.size())
        Kept += (Kept.empty() ? "" : " ") + Texts[I];
    }
    if (Dropped == Names.size() && Dropped > 0)
      Split.Replaced.push_back({{N.Source->Begin, endOf(N)}, ""});
    else if (Dropped > 0 && !Kept.empty())
      Split.Replaced.push_back({*N.Source, Kept});
  }

  const Program &P;
  const KernelId Id;
  const KernelModel &K;
  std::vector<std::unique_ptr<LaunchFacts>> Launches;
  PairSet Conflicts; ///< that are proved
  PairSet Unknown;   ///< with a barrier of the block between
  std::vector<PhaseSlot> Slots;
  std::vector<PhaseExtent> Phases;
  std::vector<CarriedValues::Needs> Needs; ///< by phase
};

} // namespace

PhasePlan planPhases(const Program &P, const std::string &Pattern) {
  PhasePlan Plan;
  for (unsigned I = 0; I < P.Kernels.size(); ++I) {
    const KernelModel &K = P.Kernels[I];
    PhaseFinder Finder(P, {I});
    if ((!Pattern.empty() && !llvm::Regex(Pattern).match(K.Name)) ||
        !Finder.depends())
      continue;
    SplitKernel Split;
    std::string Why = Finder.run(Split);
    if (Why.empty() && Split.Cuts.empty() && Split.Rounds.empty())
      continue;
    if (!Why.empty()) {
      Plan.Messages.push_back(
          {DiagKind::PhasesNotSplit, K.NamePlace, {K.Name, Why}});
      continue;
    }
    std::string What =
        std::to_string(Split.Phases.size()) +
        (Split.Phases.size() == 1 ? " launch" : " launches");
    for (const PhaseRounds &R : Split.Rounds)
      What += std::string(&R == &Split.Rounds[0] ? " in each round of '"
                                                 : " and '") +
              K.loop(R.Loop).Name + "'";
    Plan.Messages.push_back(
        {DiagKind::PhasesSplit, K.NamePlace, {K.Name, What}});
    Plan.Kernels.push_back(std::move(Split));
  }
  return Plan;
}

void print(llvm::raw_ostream &OS, const PhasePlan &Plan, const Program &P) {
  for (const SplitKernel &Split : Plan.Kernels) {
    const KernelModel &K = P.kernel(Split.Kernel);
    for (const KernelPhase &Phase : Split.Phases) {
      OS << "phase " << Phase.Name << " of " << K.Name;
      for (unsigned R : Phase.Rounds)
        OS << " in each round of " << K.loop(Split.Rounds[R].Loop).Name;
      OS << "\n";
    }
  }
}

} // namespace tessera
