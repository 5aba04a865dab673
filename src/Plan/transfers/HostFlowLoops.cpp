//===- HostFlowLoops.cpp - Transfers in and around loops ------------------===//
#include "transfers/HostFlow.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

static bool valid(const CopyStates &States) {
  return llvm::all_of(States, [](const CopyState &S) { return S.valid(); });
}

static void collectExchanges(const HostStatement &S,
                             std::vector<SharedVarId> Variables,
                             std::vector<std::pair<unsigned, unsigned>> &Into) {
  for (const MemoryEvent &E : S.Events)
    if (auto Both = exchanged(E, Variables))
      Into.push_back(*Both);
  for (const HostStatement &Child : S.Children)
    collectExchanges(Child, Variables, Into);
}

/// What any round of the loop \p S may do to the memory that a pointer holds
/// in one of them.
HostFlow::Uses HostFlow::inLoop(const HostStatement &S) const {
  Uses All;
  for (unsigned V = 0; V < Variables.size(); ++V)
    All.push_back(everything(S, V));
  std::vector<std::pair<unsigned, unsigned>> Exchanges;
  collectExchanges(S, Variables, Exchanges);
  for (bool Changed = true; std::exchange(Changed, false);)
    for (auto [A, B] : Exchanges) {
      VariableUse Both = All[A];
      Both.add(All[B]);
      Changed |= !(Both == All[A]) || !(Both == All[B]);
      All[A] = All[B] = Both;
    }
  return All;
}

HostFlow::Solution HostFlow::loop(const HostStatement &S, CopyStates In) {
  Solution Soon;
  Uses Inside = inLoop(S);
  for (unsigned V = 0; V < Variables.size(); ++V) {
    bool Fills = Use(S, V).HostOverwrites;
    bool OnlyOnHost = !Inside[V].device() && !Inside[V].MovesCopies &&
                      !Inside[V].Allocates && !Inside[V].Frees;
    if (!Fills && !(In[V].Flagged && OnlyOnHost && Inside[V].HostWrites))
      continue;
    // Soon, and nobody looks before.
    if (Fills)
      set(V, /*OnDevice=*/false, true, before(S), In[V], Soon);
    else
      transfer(V, /*ToDevice=*/false, before(S), In, Soon);
    set(V, /*OnDevice=*/true, false, before(S), In[V], Soon);
    In[V].Zero = false;
  }
  bool ToDevice = false, ToHost = false, Mixed = false;
  for (auto [U, State] : llvm::zip_equal(Inside, In)) {
    ToDevice |= U.device() && !State.Device;
    ToHost |= U.host() && !State.Host;
    Mixed |= U.device() && U.host();
  }
  std::vector<LoopChoice> Choices = {{}};
  if (ToDevice)
    Choices.insert(Choices.begin(), {false, true, false, false});
  if (ToHost)
    Choices.insert(Choices.begin(), {true, false, false, false});
  if (Mixed) {
    for (LoopChoice C : std::vector(Choices)) {
      C.DeviceInArms = true;
      Choices.push_back(C);
      std::swap(C.DeviceInArms, C.HostInArms);
      Choices.push_back(C);
      C.HostInArms = false;
      C.HostEachTime = true;
      C.HostBefore = true;
      Choices.push_back(C);
      C.HostEachTime = false;
      C.DeviceEachTime = true;
      C.DeviceBefore = true;
      Choices.push_back(C);
    }
  }
  // Last resort, always possible but for jumps out of what is opaque.
  Choices.push_back({true, false, true, false, true});
  std::optional<Solution> Best;
  for (const LoopChoice &C : Choices) {
    Solution Candidate = tryLoop(S, In, C);
    if (Candidate.Possible && (!Best || Candidate.Cost < Best->Cost))
      Best = std::move(Candidate);
  }
  if (Best) {
    Soon.append(*Best);
    return Soon;
  }
  Solution Impossible;
  Impossible.Possible = false;
  Impossible.Out = In;
  return Impossible;
}

/// What holds before a round, the first or another one; rounds are many.
static CopyStates afterRound(const CopyStates &Now, const CopyStates &Back) {
  CopyStates Next = meet(Now, Back);
  for (auto [State, Other] : llvm::zip_equal(Next, Back)) {
    if (!Other.Reachable)
      continue;
    State.RarelyHost = State.MayHost && !Other.isLikely(false);
    State.RarelyDevice = State.MayDevice && !Other.isLikely(true);
  }
  return Next;
}

static bool sameButLikelihood(CopyState L, const CopyState &R) {
  L.RarelyHost = R.RarelyHost;
  L.RarelyDevice = R.RarelyDevice;
  return L == R;
}

HostFlow::Solution HostFlow::tryLoop(const HostStatement &S,
                                     const CopyStates &In, LoopChoice Choice) {
  const HostStatement &Header = S.Children[0], &Body = S.Children[1];
  Uses Inside = inLoop(S);
  Solution Result;
  Result.Out = In;
  for (unsigned V = 0; V < Variables.size(); ++V) {
    VariableUse AtHeader = Use(Header, V);
    // Its flags may have to be set in every round.
    bool SetsFlags = AtHeader.DeviceWrites || AtHeader.MovesCopies ||
                     (AtHeader.HostWrites && Inside[V].device());
    Result.Possible &= !(In[V].Flagged && SetsFlags);
    if ((Choice.HostBefore && (Inside[V].host() || Choice.ForAll)) ||
        AtHeader.host())
      transfer(V, /*ToDevice=*/false, before(S), Result.Out, Result);
    if ((Choice.DeviceBefore && Inside[V].device()) || AtHeader.device())
      transfer(V, /*ToDevice=*/true, before(S), Result.Out, Result);
  }

  CopyStates AtHeader = Result.Out;
  while (true) {
    Solution Round;
    Round.Out = AtHeader;
    performAndLeave(Header, before(S), Round);
    CopyStates Decided = Round.Out;
    Uses Around = std::exchange(InLoopAround, Inside);
    bool OuterHost = std::exchange(HostInArms, Choice.HostInArms);
    bool OuterDevice = std::exchange(DeviceInArms, Choice.DeviceInArms);
    Round.append(solve(Body, Decided));
    InLoopAround = std::move(Around);
    HostInArms = OuterHost;
    DeviceInArms = OuterDevice;
    CopyStates Back = closeRound(S, Choice, Round);
    CopyStates Next = afterRound(AtHeader, Back);
    if (!Round.Possible || !valid(Next)) {
      Result.Possible = false;
      return Result;
    }
    if (llvm::equal(Next, AtHeader, sameButLikelihood)) {
      Round.Out = Decided;
      leaveLoop(Decided, Round, Result);
      return Result;
    }
    AtHeader = Next;
  }
}

/// Joins the ends of the body and its jumps; \returns what holds after one
/// more round.
CopyStates HostFlow::closeRound(const HostStatement &S, LoopChoice Choice,
                                Solution &Round) {
  const HostStatement &Header = S.Children[0], &Body = S.Children[1];
  Uses Inside = inLoop(S);
  CopyStates Back = unreachable();
  auto Close = [&](CopyStates States, std::optional<CodePosition> Where) {
    for (unsigned V = 0; V < Variables.size(); ++V) {
      VariableUse AtHeader = Use(Header, V);
      CopyState &State = States[V];
      bool NeedsHost =
          (Choice.HostEachTime && (Inside[V].host() || Choice.ForAll)) ||
          AtHeader.host();
      bool NeedsDevice =
          (Choice.DeviceEachTime && Inside[V].device()) || AtHeader.device();
      if (!Where && State.Reachable &&
          ((NeedsHost && !State.Host) || (NeedsDevice && !State.Device))) {
        Round.Possible = false;
        return;
      }
      CodePosition Place = Where.value_or(CodePosition());
      if (NeedsHost)
        transfer(V, /*ToDevice=*/false, Place, States, Round);
      if (NeedsDevice)
        transfer(V, /*ToDevice=*/true, Place, States, Round);
    }
    Back = meet(Back, States);
  };
  Close(Round.Out, atEnd(Body));
  for (const Exit &E : std::vector(Round.Exits))
    if (E.Continues)
      Close(E.State, E.Jump ? std::optional(before(*E.Jump)) : std::nullopt);
  return Back;
}

/// Joins the normal end of a loop, where \p AtHeader holds, with its breaks.
void HostFlow::leaveLoop(const CopyStates &AtHeader, const Solution &Round,
                         Solution &Result) {
  Result.append(Round, /*Weight=*/10);
  Result.Exits.clear(); // they leave this loop
  CopyStates Out = AtHeader;
  for (const Exit &E : Round.Exits)
    if (!E.Continues)
      Out = meet(Out, E.State);
  CopyStates Joined = AtHeader;
  for (const Exit &E : Round.Exits) {
    if (E.Continues)
      continue;
    CopyStates States = E.State;
    for (unsigned V = 0; V < Variables.size(); ++V)
      if (!Out[V].valid() && E.Jump)
        transfer(V, /*ToDevice=*/!AtHeader[V].Host, before(*E.Jump), States,
                 Result);
    Joined = meet(Joined, States);
  }
  Result.Possible &= valid(Joined);
  Result.Out = std::move(Joined);
}

} // namespace tessera
