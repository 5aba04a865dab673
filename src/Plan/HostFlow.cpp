//===- HostFlow.cpp - Transfers of one variable in one function -----------===//
#include "HostFlow.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>

namespace tessera {

using Kind = HostStatement::Kind;

CopyState meet(CopyState L, CopyState R) {
  if (!L.Reachable)
    return R;
  if (!R.Reachable)
    return L;
  return {true, L.Host && R.Host, L.Device && R.Device, L.Zero && R.Zero,
          L.Allocated && R.Allocated};
}

static CopyStates meet(const CopyStates &L, const CopyStates &R) {
  CopyStates Both;
  for (auto [Left, Right] : llvm::zip_equal(L, R))
    Both.push_back(meet(Left, Right));
  return Both;
}

static bool valid(const CopyStates &States) {
  return llvm::all_of(States, [](const CopyState &S) { return S.valid(); });
}

static CodePosition before(const HostStatement &S) {
  return {CodePosition::Side::Before, S.Source, S.Unbraced};
}
static CodePosition after(const HostStatement &S) {
  return {CodePosition::Side::After, S.Source, S.Unbraced};
}
/// The end of a body, inside its braces.
static CodePosition atEnd(const HostStatement &S) {
  return S.Unbraced ? after(S)
                    : CodePosition{CodePosition::Side::AtEnd, S.Source, false};
}

void HostFlow::Solution::append(const Solution &Part, double Weight) {
  Out = Part.Out;
  Exits.insert(Exits.end(), Part.Exits.begin(), Part.Exits.end());
  Actions.insert(Actions.end(), Part.Actions.begin(), Part.Actions.end());
  Cost += Weight * Part.Cost;
  Possible &= Part.Possible;
}

VariableUse HostFlow::everything(const HostStatement &S, unsigned V) const {
  VariableUse All = Use(S, V);
  for (const HostStatement &Child : S.Children)
    All.add(everything(Child, V));
  return All;
}

void HostFlow::transfer(unsigned V, bool ToDevice, CodePosition Where,
                        CopyStates &States, Solution &Into) {
  CopyState &State = States[V];
  bool &Target = ToDevice ? State.Device : State.Host;
  if (Target || !State.Reachable)
    return;
  Into.Possible &= State.Allocated;
  bool Clears = ToDevice && State.Zero;
  TransferAction::Kind K = Clears     ? TransferAction::Kind::Clear
                           : ToDevice ? TransferAction::Kind::Upload
                                      : TransferAction::Kind::Readback;
  Into.Actions.push_back({K, Variables[V], Where});
  Into.Cost += Clears ? 0.5 : 1;
  Target = true;
}

/// Reads what the host needs of the device's copy without making the host's
/// valid, if that is little and the next round would have to do it again.
bool HostFlow::readElements(unsigned V, const VariableUse &U,
                            CodePosition Where, Solution &Into) const {
  constexpr size_t Few = 4;
  constexpr double Cost = 0.1; // of a short copy, next to one of all
  if (U.Elements.empty() || U.Elements.size() > Few || U.HostWrites ||
      U.device() || U.MovesCopies || InLoopAround.empty() ||
      !InLoopAround[V].DeviceWrites || !Into.Out[V].Device)
    return false;
  for (const SharedElement &E : U.Elements)
    Into.Actions.push_back({TransferAction::Kind::ReadElement, Variables[V],
                            Where, false, std::nullopt, E.Text, E.Name});
  Into.Cost += Cost * U.Elements.size();
  return true;
}

void HostFlow::allToHost(CodePosition Where, Solution &Into) {
  for (unsigned V = 0; V < Variables.size(); ++V)
    transfer(V, /*ToDevice=*/false, Where, Into.Out, Into);
}

/// The pointers of one exchange in \p S, by index, if both are ours.
static std::optional<std::pair<unsigned, unsigned>>
exchanged(const MemoryEvent &E, const std::vector<SharedVarId> &Variables) {
  auto A = llvm::find(Variables, E.Variable);
  if (E.K != MemoryEvent::Kind::Exchange || A == Variables.end())
    return std::nullopt;
  auto B = llvm::find(Variables, *E.Other);
  assert(B != Variables.end() && "all that exchange are planned together");
  return std::pair(unsigned(A - Variables.begin()),
                   unsigned(B - Variables.begin()));
}

/// Makes the copies valid that \p S itself needs, then does what it does.
void HostFlow::perform(const HostStatement &S, CodePosition Before,
                       Solution &Into) {
  for (unsigned V = 0; V < Variables.size(); ++V) {
    VariableUse U = Use(S, V);
    CopyState &State = Into.Out[V];
    if (!State.Reachable)
      continue;
    if (U.Allocates)
      State = CopyState::allocated();
    if (U.device() || U.MovesCopies)
      Into.Possible &= State.Allocated;
    if (U.host() && !U.HostOverwrites &&
        (State.Host || !readElements(V, U, Before, Into)))
      transfer(V, /*ToDevice=*/false, Before, Into.Out, Into);
    if (U.device() && !U.Overwrites)
      transfer(V, /*ToDevice=*/true, Before, Into.Out, Into);
    if (U.HostWrites)
      State.Device = State.Zero = false;
    if (U.DeviceWrites)
      State.Host = State.Zero = false;
    if (U.HostOverwrites)
      State.Host = true;
    if (U.Overwrites)
      State.Device = true;
    if (U.Frees)
      State = CopyState::unallocated();
  }
  for (const MemoryEvent &E : S.Events)
    if (auto Both = exchanged(E, Variables))
      std::swap(Into.Out[Both->first], Into.Out[Both->second]);
}

const HostFlow::Solution &HostFlow::solve(const HostStatement &S,
                                          const CopyStates &In) {
  std::tuple Key(&S, In, HostInArms, DeviceInArms);
  auto Found = Known.find(Key);
  if (Found == Known.end())
    Found = Known.emplace(Key, compute(S, In)).first;
  return Found->second;
}

HostFlow::Solution HostFlow::compute(const HostStatement &S,
                                     const CopyStates &In) {
  Solution Result;
  Result.Out = In;
  if (!In.front().Reachable && S.K != Kind::Opaque)
    return Result; // also: labels are only in what is opaque
  switch (S.K) {
  case Kind::Sequence:
    for (const HostStatement &Child : S.Children)
      Result.append(solve(Child, Result.Out));
    return Result;
  case Kind::Leaf:
    perform(S, before(S), Result);
    return Result;
  case Kind::Return:
    perform(S, before(S), Result);
    if (HostValidAtExit)
      allToHost(before(S), Result);
    Result.Out = unreachable();
    return Result;
  case Kind::Jump:
    Result.Exits.push_back({In, &S, S.Continues});
    Result.Out = unreachable();
    return Result;
  case Kind::If:
    return branch(S, In);
  case Kind::Loop:
    return loop(S, In);
  case Kind::Opaque:
    return opaque(S, In);
  }
  return Result;
}

/// Makes copies valid at the end of \p Arm, where \p States hold, that are
/// valid behind the \p Other one, if the loop around asks for it.
void HostFlow::restoreInArm(const HostStatement &Arm, CopyStates &States,
                            const CopyStates &Other, Solution &Into) {
  Solution Added;
  for (unsigned V = 0; V < Variables.size(); ++V) {
    if (!States[V].Reachable || !Other[V].Reachable)
      continue;
    if (DeviceInArms && Other[V].Device)
      transfer(V, /*ToDevice=*/true, atEnd(Arm), States, Added);
    if (HostInArms && Other[V].Host)
      transfer(V, /*ToDevice=*/false, atEnd(Arm), States, Added);
  }
  Added.Out = Into.Out;
  Into.append(Added, 0.5);
}

HostFlow::Solution HostFlow::branch(const HostStatement &S,
                                    const CopyStates &In) {
  Solution Result;
  Result.Out = In;
  perform(S.Children[0], before(S), Result);
  const HostStatement &Then = S.Children[1];
  const HostStatement *Else = S.Children.size() > 2 ? &S.Children[2] : nullptr;
  CopyStates Decided = Result.Out;
  Result.append(solve(Then, Decided), 0.5);
  CopyStates ThenOut = Result.Out, ElseOut = Decided;
  if (Else) {
    Result.append(solve(*Else, Decided), 0.5);
    ElseOut = Result.Out;
  }
  restoreInArm(Then, ThenOut, ElseOut, Result);
  if (Else)
    restoreInArm(*Else, ElseOut, ThenOut, Result);
  for (unsigned V = 0; V < Variables.size(); ++V) {
    if (meet(ThenOut[V], ElseOut[V]).valid())
      continue;
    if (!ThenOut[V].Host)
      transfer(V, /*ToDevice=*/false, atEnd(Then), ThenOut, Result);
    else if (Else)
      transfer(V, /*ToDevice=*/false, atEnd(*Else), ElseOut, Result);
    else
      transfer(V, /*ToDevice=*/true, atEnd(Then), ThenOut, Result);
  }
  Result.Out = meet(ThenOut, ElseOut);
  return Result;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

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
  for (unsigned V = 0; V < Variables.size(); ++V)
    if (Use(S, V).HostOverwrites) {
      In[V].Host = true; // soon, and nobody looks before
      In[V].Device = In[V].Zero = false;
    }
  Uses Inside = inLoop(S);
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
  if (Best)
    return *Best;
  Solution Impossible;
  Impossible.Possible = false;
  Impossible.Out = In;
  return Impossible;
}

HostFlow::Solution HostFlow::tryLoop(const HostStatement &S,
                                     const CopyStates &In, LoopChoice Choice) {
  const HostStatement &Header = S.Children[0], &Body = S.Children[1];
  Uses Inside = inLoop(S);
  Solution Result;
  Result.Out = In;
  for (unsigned V = 0; V < Variables.size(); ++V) {
    VariableUse AtHeader = Use(Header, V);
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
    perform(Header, before(S), Round);
    CopyStates Decided = Round.Out;
    Uses Around = std::exchange(InLoopAround, Inside);
    bool OuterHost = std::exchange(HostInArms, Choice.HostInArms);
    bool OuterDevice = std::exchange(DeviceInArms, Choice.DeviceInArms);
    Round.append(solve(Body, Decided));
    InLoopAround = std::move(Around);
    HostInArms = OuterHost;
    DeviceInArms = OuterDevice;
    CopyStates Back = closeRound(S, Choice, Round);
    CopyStates Next = meet(AtHeader, Back);
    if (!Round.Possible || !valid(Next)) {
      Result.Possible = false;
      return Result;
    }
    if (Next == AtHeader) {
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

//===----------------------------------------------------------------------===//
// Control flow that is not followed
//===----------------------------------------------------------------------===//

static bool mayJump(const HostStatement &S) {
  return S.K == Kind::Jump || llvm::any_of(S.Children, mayJump);
}

HostFlow::Solution HostFlow::opaque(const HostStatement &S,
                                    const CopyStates &In) {
  Solution Result;
  Result.Out = In;
  CopyStates Inside = In;
  for (unsigned V = 0; V < Variables.size(); ++V) {
    VariableUse U = everything(S, V);
    CopyState &State = Result.Out[V];
    // It may return from here.
    if (U.any() || HostValidAtExit)
      transfer(V, /*ToDevice=*/false, before(S), Result.Out, Result);
    Inside[V] = State;
    if (U.device() || U.MovesCopies)
      Result.Possible &= State.Allocated;
    if (U.device()) {
      eager(S, V, Result);
      State = {true, true, false, false, State.Allocated};
    } else if (U.HostWrites) {
      State.Device = State.Zero = false;
    }
  }
  if (mayJump(S))
    for (bool Continues : {false, true})
      Result.Exits.push_back({meet(Inside, Result.Out), nullptr, Continues});
  return Result;
}

void HostFlow::eager(const HostStatement &S, unsigned V, Solution &Into) {
  VariableUse U = Use(S, V);
  SharedVarId Variable = Variables[V];
  if (U.device()) {
    if (!U.Overwrites)
      Into.Actions.push_back(
          {TransferAction::Kind::Upload, Variable, before(S)});
    Into.Cost += 1;
    if (U.DeviceWrites) {
      Into.Actions.push_back(
          {TransferAction::Kind::Readback, Variable, after(S)});
      Into.Cost += 1;
    }
  }
  for (const HostStatement &Child : S.Children)
    eager(Child, V, Into);
}

std::optional<std::vector<TransferAction>>
HostFlow::place(const HostStatement &Body, const CopyStates &Entry) {
  if (EagerEverywhere) {
    Solution All;
    for (unsigned V = 0; V < Variables.size(); ++V)
      eager(Body, V, All);
    return All.Actions;
  }
  Solution Whole = solve(Body, Entry);
  if (HostValidAtExit)
    allToHost(atEnd(Body), Whole);
  if (!Whole.Possible)
    return std::nullopt;
  return Whole.Actions;
}

} // namespace tessera
