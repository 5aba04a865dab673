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
  return {true, L.Host && R.Host, L.Device && R.Device, L.Zero && R.Zero};
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

VariableUse HostFlow::everything(const HostStatement &S) const {
  VariableUse All = Use(S);
  for (const HostStatement &Child : S.Children)
    All.add(everything(Child));
  return All;
}

void HostFlow::transfer(bool ToDevice, CodePosition Where, CopyState &State,
                        Solution &Into) {
  bool &Target = ToDevice ? State.Device : State.Host;
  if (Target || !State.Reachable)
    return;
  bool Clears = ToDevice && State.Zero;
  TransferAction::Kind K = Clears     ? TransferAction::Kind::Clear
                           : ToDevice ? TransferAction::Kind::Upload
                                      : TransferAction::Kind::Readback;
  Into.Actions.push_back({K, Variable, Where});
  Into.Cost += Clears ? 0.5 : 1;
  Target = true;
}

/// Makes the copies valid that \p U needs, then does it.
void HostFlow::perform(const VariableUse &U, CodePosition Before,
                       Solution &Into) {
  CopyState &State = Into.Out;
  if (U.host())
    transfer(/*ToDevice=*/false, Before, State, Into);
  if (U.device())
    transfer(/*ToDevice=*/true, Before, State, Into);
  if (U.HostWrites)
    State.Device = State.Zero = false;
  if (U.DeviceWrites)
    State.Host = State.Zero = false;
}

const HostFlow::Solution &HostFlow::solve(const HostStatement &S,
                                          CopyState In) {
  auto Found = Known.find({&S, In});
  if (Found == Known.end())
    Found = Known.emplace(std::pair(&S, In), compute(S, In)).first;
  return Found->second;
}

HostFlow::Solution HostFlow::compute(const HostStatement &S, CopyState In) {
  Solution Result;
  Result.Out = In;
  if (!In.Reachable && S.K != Kind::Opaque)
    return Result; // also: labels are only in what is opaque
  switch (S.K) {
  case Kind::Sequence:
    for (const HostStatement &Child : S.Children)
      Result.append(solve(Child, Result.Out));
    return Result;
  case Kind::Leaf:
    perform(Use(S), before(S), Result);
    return Result;
  case Kind::Return:
    perform(Use(S), before(S), Result);
    if (HostValidAtExit)
      transfer(/*ToDevice=*/false, before(S), Result.Out, Result);
    Result.Out = CopyState::unreachable();
    return Result;
  case Kind::Jump:
    Result.Exits.push_back({In, &S, S.Continues});
    Result.Out = CopyState::unreachable();
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

HostFlow::Solution HostFlow::branch(const HostStatement &S, CopyState In) {
  Solution Result;
  Result.Out = In;
  perform(Use(S.Children[0]), before(S), Result);
  const HostStatement &Then = S.Children[1];
  const HostStatement *Else = S.Children.size() > 2 ? &S.Children[2] : nullptr;
  CopyState Decided = Result.Out;
  Result.append(solve(Then, Decided), 0.5);
  CopyState ThenOut = Result.Out, ElseOut = Decided;
  if (Else) {
    Result.append(solve(*Else, Decided), 0.5);
    ElseOut = Result.Out;
  }
  if (!meet(ThenOut, ElseOut).valid()) {
    if (!ThenOut.Host)
      transfer(/*ToDevice=*/false, atEnd(Then), ThenOut, Result);
    else if (Else)
      transfer(/*ToDevice=*/false, atEnd(*Else), ElseOut, Result);
    else
      transfer(/*ToDevice=*/true, atEnd(Then), ThenOut, Result);
  }
  Result.Out = meet(ThenOut, ElseOut);
  return Result;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

HostFlow::Solution HostFlow::loop(const HostStatement &S, CopyState In) {
  VariableUse U = everything(S);
  std::vector<LoopChoice> Choices = {{}};
  if (U.device() && !In.Device)
    Choices.insert(Choices.begin(), {false, true, false, false});
  if (U.host() && !In.Host)
    Choices.insert(Choices.begin(), {true, false, false, false});
  if (U.device() && U.host()) {
    for (LoopChoice C : std::vector(Choices)) {
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
  Choices.push_back({true, false, true, false});
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

HostFlow::Solution HostFlow::tryLoop(const HostStatement &S, CopyState In,
                                     LoopChoice Choice) {
  const HostStatement &Body = S.Children[1];
  VariableUse Header = Use(S.Children[0]);
  Solution Result;
  Result.Out = In;
  if (Choice.HostBefore || Header.host())
    transfer(/*ToDevice=*/false, before(S), Result.Out, Result);
  if (Choice.DeviceBefore || Header.device())
    transfer(/*ToDevice=*/true, before(S), Result.Out, Result);

  CopyState AtHeader = Result.Out;
  while (true) {
    Solution Round;
    Round.Out = AtHeader;
    perform(Header, before(S), Round);
    CopyState Decided = Round.Out;
    Round.append(solve(Body, Decided));
    CopyState Back = closeRound(Body, Choice, Header, Round);
    CopyState Next = meet(AtHeader, Back);
    if (!Round.Possible || !Next.valid()) {
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

CopyState HostFlow::closeRound(const HostStatement &Body, LoopChoice Choice,
                               VariableUse Header, Solution &Round) {
  bool NeedsHost = Choice.HostEachTime || Header.host();
  bool NeedsDevice = Choice.DeviceEachTime || Header.device();
  CopyState Back = CopyState::unreachable();
  auto Close = [&](CopyState State, std::optional<CodePosition> Where) {
    if (!Where && State.Reachable &&
        ((NeedsHost && !State.Host) || (NeedsDevice && !State.Device))) {
      Round.Possible = false;
      return;
    }
    if (NeedsHost)
      transfer(/*ToDevice=*/false, Where.value_or(CodePosition()), State,
               Round);
    if (NeedsDevice)
      transfer(/*ToDevice=*/true, Where.value_or(CodePosition()), State, Round);
    Back = meet(Back, State);
  };
  Close(Round.Out, atEnd(Body));
  for (const Exit &E : std::vector(Round.Exits))
    if (E.Continues)
      Close(E.State, E.Jump ? std::optional(before(*E.Jump)) : std::nullopt);
  return Back;
}

/// Joins the normal end of a loop, where \p AtHeader holds, with its breaks.
void HostFlow::leaveLoop(CopyState AtHeader, const Solution &Round,
                         Solution &Result) {
  Result.append(Round, /*Weight=*/10);
  Result.Exits.clear(); // they leave this loop
  CopyState Out = AtHeader;
  for (const Exit &E : Round.Exits)
    if (!E.Continues)
      Out = meet(Out, E.State);
  if (!Out.valid()) {
    Out = AtHeader;
    for (const Exit &E : Round.Exits) {
      if (E.Continues)
        continue;
      CopyState State = E.State;
      bool ToDevice = !AtHeader.Host;
      if (E.Jump)
        transfer(ToDevice, before(*E.Jump), State, Result);
      Out = meet(Out, State);
    }
    Result.Possible &= Out.valid();
  }
  Result.Out = Out;
}

//===----------------------------------------------------------------------===//
// Control flow that is not followed
//===----------------------------------------------------------------------===//

static bool mayJump(const HostStatement &S) {
  return S.K == Kind::Jump || llvm::any_of(S.Children, mayJump);
}

HostFlow::Solution HostFlow::opaque(const HostStatement &S, CopyState In) {
  Solution Result;
  Result.Out = In;
  CopyState Inside = In;
  VariableUse U = everything(S);
  if (U.any()) {
    transfer(/*ToDevice=*/false, before(S), Result.Out, Result);
    Inside = Result.Out;
    if (U.device()) {
      eager(S, Result);
      Result.Out = {true, true, false, false};
    } else if (U.HostWrites) {
      Result.Out.Device = Result.Out.Zero = false;
    }
  } else if (HostValidAtExit) {
    // It may return from here.
    transfer(/*ToDevice=*/false, before(S), Result.Out, Result);
    Inside = Result.Out;
  }
  if (mayJump(S))
    for (bool Continues : {false, true})
      Result.Exits.push_back({meet(Inside, Result.Out), nullptr, Continues});
  return Result;
}

void HostFlow::eager(const HostStatement &S, Solution &Into) {
  VariableUse U = Use(S);
  if (U.device()) {
    Into.Actions.push_back({TransferAction::Kind::Upload, Variable, before(S)});
    Into.Cost += 1;
    if (U.DeviceWrites) {
      Into.Actions.push_back(
          {TransferAction::Kind::Readback, Variable, after(S)});
      Into.Cost += 1;
    }
  }
  for (const HostStatement &Child : S.Children)
    eager(Child, Into);
}

std::optional<std::vector<TransferAction>>
HostFlow::place(const HostStatement &Body, CopyState Entry) {
  if (EagerEverywhere) {
    Solution All;
    eager(Body, All);
    return All.Actions;
  }
  Solution Whole = solve(Body, Entry);
  if (HostValidAtExit)
    transfer(/*ToDevice=*/false, atEnd(Body), Whole.Out, Whole);
  if (!Whole.Possible)
    return std::nullopt;
  return Whole.Actions;
}

} // namespace tessera
