//===- HostFlow.cpp - Transfers of one variable in one function -----------===//
#include "transfers/HostFlow.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>

namespace tessera {

using Kind = HostStatement::Kind;

CopyState meet(CopyState L, CopyState R) {
  if (!L.Reachable)
    return R;
  if (!R.Reachable)
    return L;
  CopyState Both = {true,
                    L.Host && R.Host,
                    L.Device && R.Device,
                    L.Zero && R.Zero,
                    L.Allocated && R.Allocated,
                    L.Flagged};
  if (Both.Flagged) {
    Both.MayHost = !Both.Host && (L.mayBeValid(false) || R.mayBeValid(false));
    Both.MayDevice = !Both.Device && (L.mayBeValid(true) || R.mayBeValid(true));
    Both.RarelyHost = Both.MayHost && !L.isLikely(false) && !R.isLikely(false);
    Both.RarelyDevice =
        Both.MayDevice && !L.isLikely(true) && !R.isLikely(true);
  }
  return Both;
}

CopyStates meet(const CopyStates &L, const CopyStates &R) {
  CopyStates Both;
  for (auto [Left, Right] : llvm::zip_equal(L, R))
    Both.push_back(meet(Left, Right));
  return Both;
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
  TransferAction A = {K, Variables[V], Where};
  A.IfInvalid = State.mayBeValid(ToDevice);
  Into.Actions.push_back(A);
  Into.Cost += (Clears ? 0.5 : 1) * (State.isLikely(ToDevice) ? 0.5 : 1);
  Target = true;
  (ToDevice ? State.MayDevice : State.MayHost) = false;
  (ToDevice ? State.RarelyDevice : State.RarelyHost) = false;
}

/// The copy becomes valid or invalid, as the flag has to know.
void HostFlow::set(unsigned V, bool OnDevice, bool Valid, CodePosition Where,
                   CopyState &State, Solution &Into) {
  bool &Is = OnDevice ? State.Device : State.Host;
  bool &May = OnDevice ? State.MayDevice : State.MayHost;
  if (State.Flagged && (Is != Valid || May)) {
    TransferAction A = {OnDevice ? TransferAction::Kind::MarkDevice
                                 : TransferAction::Kind::MarkHost,
                        Variables[V], Where};
    A.Valid = Valid;
    Into.Actions.push_back(A);
  }
  Is = Valid;
  May = false;
  (OnDevice ? State.RarelyDevice : State.RarelyHost) = false;
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

std::optional<std::pair<unsigned, unsigned>>
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
    if (U.Allocates) {
      set(V, /*OnDevice=*/false, true, Before, State, Into);
      set(V, /*OnDevice=*/true, false, Before, State, Into);
      State.Zero = State.Allocated = true;
    }
    if (U.device() || U.MovesCopies)
      Into.Possible &= State.Allocated;
    if (U.MovesCopies && State.Flagged) {
      Into.Possible &= !U.host() && !U.device();
      State = CopyState::unknown();
      continue;
    }
    if (U.host() && !U.HostOverwrites &&
        (State.Host || !readElements(V, U, Before, Into)))
      transfer(V, /*ToDevice=*/false, Before, Into.Out, Into);
    if (U.device() && !U.Overwrites)
      transfer(V, /*ToDevice=*/true, Before, Into.Out, Into);
    if (U.HostWrites || U.DeviceWrites)
      State.Zero = false;
    if (U.HostWrites)
      set(V, /*OnDevice=*/true, false, Before, State, Into);
    if (U.HostOverwrites)
      set(V, /*OnDevice=*/false, true, Before, State, Into);
    if (U.DeviceWrites)
      set(V, /*OnDevice=*/false, false, Before, State, Into);
    if (U.Overwrites)
      set(V, /*OnDevice=*/true, true, Before, State, Into);
    if (U.Frees) {
      State = State.Flagged ? CopyState::unknown() : CopyState::unallocated();
      State.Allocated = false;
    }
  }
  for (const MemoryEvent &E : S.Events)
    if (auto Both = exchanged(E, Variables))
      std::swap(Into.Out[Both->first], Into.Out[Both->second]);
}

/// Does what \p S does, from the middle of which control may go elsewhere.
void HostFlow::performAndLeave(const HostStatement &S, CodePosition Before,
                               Solution &Into) {
  if (S.MayReturn && HostValidAtExit)
    allToHost(Before, Into);
  const CopyStates In = Into.Out;
  perform(S, Before, Into);
  if (S.MayReturn && HostValidAtExit)
    Into.Possible &= llvm::all_of(Into.Out, [](const CopyState &State) {
      return State.Host || !State.Reachable;
    });
  if (S.MayJump)
    for (bool Continues : {false, true})
      Into.Exits.push_back({meet(In, Into.Out), nullptr, Continues});
}

const HostFlow::Solution &HostFlow::solve(const HostStatement &S,
                                          const CopyStates &In) {
  std::tuple Key(&S, In, HostInArms, DeviceInArms);
  auto Found = Known.find(Key);
  if (Found == Known.end())
    Found = Known.emplace(Key, compute(S, In)).first;
  return Found->second;
}

static bool hasOpaque(const HostStatement &S) {
  return S.K == Kind::Opaque || llvm::any_of(S.Children, hasOpaque);
}

HostFlow::Solution HostFlow::sequence(const HostStatement &S,
                                      const CopyStates &In) {
  Solution Result;
  Result.Out = In;
  for (const HostStatement &Child : S.Children)
    Result.append(solve(Child, Result.Out));
  return Result;
}

HostFlow::Solution HostFlow::compute(const HostStatement &S,
                                     const CopyStates &In) {
  Solution Result;
  Result.Out = In;
  if (!In.front().Reachable && !hasOpaque(S))
    return Result; // also: labels are only in what is opaque
  switch (S.K) {
  case Kind::Sequence:
    return sequence(S, In);
  case Kind::Leaf:
    performAndLeave(S, before(S), Result);
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
  case Kind::Switch:
    return choice(S, In);
  case Kind::Loop:
    return loop(S, In);
  case Kind::Try:
    return tried(S, In);
  case Kind::Opaque:
    return HasFlags ? labelled(S, In) : opaque(S, In);
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
  performAndLeave(S.Children[0], before(S), Result);
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

/// One of several paths that meet, with the place for its transfers, if any.
struct HostFlow::End {
  CopyStates States;
  std::optional<CodePosition> Where;
};

/// Makes paths agree on a valid copy: the one that most of them have, or that
/// those have which have no place for transfers.
void HostFlow::join(std::vector<End> Ends, Solution &Result) {
  Solution Added;
  CopyStates Out = unreachable();
  for (unsigned V = 0; V < Variables.size(); ++V) {
    CopyState All = CopyState::unreachable();
    unsigned NeedHost = 0, NeedDevice = 0;
    bool SomeHost = false, SomeDevice = false;
    for (const End &E : Ends) {
      const CopyState &State = E.States[V];
      All = meet(All, State);
      if (!State.Reachable)
        continue;
      unsigned Weight = E.Where ? 1 : Ends.size();
      NeedHost += State.Host ? 0 : Weight;
      NeedDevice += State.Device ? 0 : Weight;
      SomeHost |= State.Host;
      SomeDevice |= State.Device;
    }
    bool ToDevice = NeedDevice < NeedHost;
    for (End &E : Ends) {
      for (bool Device : {true, false}) {
        bool Wanted =
            Device ? DeviceInArms && SomeDevice : HostInArms && SomeHost;
        if ((Wanted && E.Where) || (!All.valid() && Device == ToDevice)) {
          const CopyState &State = E.States[V];
          bool Missing =
              State.Reachable && !(Device ? State.Device : State.Host);
          Added.Possible &= !Missing || E.Where;
          if (E.Where)
            transfer(V, Device, *E.Where, E.States, Added);
        }
      }
      Out[V] = meet(Out[V], E.States[V]);
    }
  }
  Added.Out = std::move(Out);
  Result.append(Added, 0.5);
}

HostFlow::Solution HostFlow::choice(const HostStatement &S,
                                    const CopyStates &In) {
  Solution Result;
  Result.Out = In;
  performAndLeave(S.Children[0], before(S), Result);
  const CopyStates Decided = Result.Out;
  std::vector<End> Ends;
  CopyStates Through = unreachable(); // into the next label
  CodePosition Behind;
  for (const HostStatement &Arm : llvm::drop_begin(S.Children)) {
    join({{Decided, std::nullopt}, {Through, Behind}}, Result);
    Result.append(solve(Arm, Result.Out), 0.5);
    Through = Result.Out;
    Behind = {CodePosition::Side::After, Arm.Source, false};
  }
  Ends.push_back({Through, Behind});
  if (!S.HasDefault)
    Ends.push_back({Decided, std::nullopt});
  for (Exit &E : std::exchange(Result.Exits, {}))
    if (E.Continues)
      Result.Exits.push_back(E);
    else
      Ends.push_back(
          {E.State, E.Jump ? std::optional(before(*E.Jump)) : std::nullopt});
  join(std::move(Ends), Result);
  return Result;
}

/// What the flags may say of the same memory.
CopyStates HostFlow::anything(const CopyStates &In) const {
  CopyStates Any(In.size(), CopyState::unknown());
  for (auto [State, Now] : llvm::zip_equal(Any, In))
    State.Allocated = Now.Allocated;
  return Any;
}

/// Handlers find whatever the flags say; what nothing that is tried uses, as it
/// was.
HostFlow::Solution HostFlow::tried(const HostStatement &S,
                                   const CopyStates &In) {
  Solution Result;
  const HostStatement &Tried = S.Children.front();
  for (unsigned V = 0; V < Variables.size(); ++V) {
    VariableUse U = everything(Tried, V);
    Result.Possible &= HasFlags || (!U.any() && !U.MovesCopies);
  }
  Result.append(solve(Tried, In));
  CopyStates Out = Result.Out;
  std::vector<End> Ends = {{Out, atEnd(Tried)}};
  for (const HostStatement &Handler : llvm::drop_begin(S.Children)) {
    Result.append(solve(Handler, HasFlags ? anything(In) : In), 0.5);
    Ends.push_back({Result.Out, atEnd(Handler)});
    Out = meet(Out, Result.Out);
  }
  Result.Out = std::move(Out);
  if (!HasFlags)
    join(std::move(Ends), Result);
  return Result;
}

//===----------------------------------------------------------------------===//
// Control flow that is not followed
//===----------------------------------------------------------------------===//

static bool mayJump(const HostStatement &S) {
  return S.K == Kind::Jump || S.MayJump || llvm::any_of(S.Children, mayJump);
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

/// \p S has labels, or is one, or is a switch that is not followed.
HostFlow::Solution HostFlow::labelled(const HostStatement &S,
                                      const CopyStates &In) {
  Solution Result;
  Result.Out = anything(In);
  perform(S, before(S), Result);
  Result.append(sequence(S, anything(In)));
  Result.Out = anything(In);
  return Result;
}

void HostFlow::eager(const HostStatement &S, unsigned V, Solution &Into,
                     double Weight) {
  VariableUse U = Use(S, V);
  SharedVarId Variable = Variables[V];
  if (U.device()) {
    if (!U.Overwrites)
      Into.Actions.push_back(
          {TransferAction::Kind::Upload, Variable, before(S)});
    Into.Cost += Weight;
    if (U.DeviceWrites) {
      Into.Actions.push_back(
          {TransferAction::Kind::Readback, Variable, after(S)});
      Into.Cost += Weight;
    }
  }
  for (const HostStatement &Child : S.Children)
    eager(Child, V, Into, S.K == Kind::Loop ? 10 * Weight : Weight);
}

std::optional<PlacedTransfers> HostFlow::place(const HostStatement &Body,
                                               const CopyStates &Entry) {
  HasFlags = Entry.front().Flagged;
  if (MayThrow && !HasFlags) {
    Solution All;
    for (unsigned V = 0; V < Variables.size(); ++V)
      eager(Body, V, All);
    return PlacedTransfers{All.Actions, All.Cost};
  }
  bool Labelled = Body.K == Kind::Opaque && HasFlags;
  Solution Whole = Labelled ? sequence(Body, Entry) : solve(Body, Entry);
  if (HostValidAtExit)
    allToHost(atEnd(Body), Whole);
  if (!Whole.Possible)
    return std::nullopt;
  return PlacedTransfers{Whole.Actions, Whole.Cost};
}

} // namespace tessera
