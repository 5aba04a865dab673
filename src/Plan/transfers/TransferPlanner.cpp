//===- TransferPlanner.cpp - Decides places, transfers and signatures -----===//
#include "transfers/DevicePlaces.h"
#include "transfers/EqualCopies.h"
#include "transfers/FlowPlan.h"
#include "transfers/HandedOn.h"
#include "transfers/MovedOnce.h"
#include "transfers/PointerPlans.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {
namespace {

using Kind = HostStatement::Kind;
using Action = TransferAction::Kind;

class Planner {
public:
  Planner(const Program &P, const PinningThreshold &Pin)
      : P(P), Pin(Pin), Names(P.Host.Identifiers) {
    Plan.Variables.resize(P.Host.Variables.size());
    for (unsigned I = 0; I < P.Host.Functions.size(); ++I)
      if (P.Host.Functions[I].IsMain)
        Main = I;
  }

  TransferPlan plan() &&;

private:
  const SharedVariable &variable(SharedVarId Id) const {
    return P.Host.variable(Id);
  }
  VariablePlan &planOf(SharedVarId Id) { return Plan.Variables[Id.Index]; }
  bool isManagedDialect(SharedVarId Id) const {
    return variable(Id).D == SharedVariable::Dialect::Managed;
  }

  void choosePlacement(SharedVarId Id);
  std::string obstacle(SharedVarId Id, const HostUses &Uses,
                       bool Launched) const;
  void shareManagedGroups();
  void placeTransfers(const std::vector<SharedVarId> &Group);
  void countTransfers(SharedVarId Id);
  void planLaunch(LaunchId Id);
  void planKernel(KernelId Id);
  void checkLaunches(const HostStatement &S);
  void cannotWait(SourcePlace Where, std::string Why);
  bool mustAlwaysWait() const;
  void placeAllocations();
  void placeFrees(const HostStatement &S, unsigned From,
                  const std::vector<SharedVarId> &All);
  void lifetime(Action First, CodePosition Where,
                const std::vector<SharedVarId> &All, bool IfNeeded);
  std::vector<SharedVarId> onDevice(std::optional<unsigned> Function) const;
  bool usesDevice(const HostStatement &S) const;
  std::string fresh(const std::string &Name);
  std::string argument(const LaunchArgument &A, SharedVarId Root) const;

  const Program &P;
  const PinningThreshold &Pin;
  std::set<std::string> Names;
  std::optional<unsigned> Main;
  std::vector<std::optional<HostUses>> Uses;    ///< of variables on the device
  std::vector<std::vector<SharedVarId>> Groups; ///< see exchangeGroups
  TransferPlan Plan;
};

/// \p Name, or with a number behind it if it is taken.
std::string Planner::fresh(const std::string &Name) {
  std::string Unique = Name;
  for (unsigned I = 2; !Names.insert(Unique).second; ++I)
    Unique = Name + "_" + std::to_string(I);
  return Unique;
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

std::string Planner::obstacle(SharedVarId Id, const HostUses &Uses,
                              bool Launched) const {
  if (!variable(Id).Obstacle.empty())
    return variable(Id).Obstacle;
  if (std::string Why = nameObstacle(P, Id, Launched); !Why.empty())
    return Why;
  if (std::string Why = launchObstacle(P, Id); !Why.empty())
    return Why;
  if (variable(Id).Pointer)
    if (std::string Why = pointerObstacle(P, Id, Uses); !Why.empty())
      return Why;
  return Uses.obstacle();
}

void Planner::choosePlacement(SharedVarId Id) {
  const SharedVariable &V = variable(Id);
  VariablePlan &Into = planOf(Id);
  Into.HostName = V.isLocal() || V.isMember() ? V.Name
                  : !V.Shadowed               ? V.Qualifier + V.Name
                  : V.Qualifier.empty()       ? "::" + V.Name
                                              : V.Qualifier + V.Name;
  bool ByValue = V.Extents.empty() && onlyReadByName(P, Id);
  HostUses U(P, Id, ByValue, overwritingLaunches(P, Id, Groups),
             fillingStatements(P, Id, Groups));
  bool Launched = U.anywhere().device() || U.anywhere().MovesCopies;
  for (unsigned I = 0; I < P.Launches.size(); ++I)
    for (const SharedAccess &A : launchEffects(P, {I}))
      Launched |= A.Variable == Id;
  Into.Why = obstacle(Id, U, Launched);
  if (Into.Why.empty() && Launched)
    Into.Why = deviceChoiceObstacle(P);
  if (!Into.Why.empty())
    Into.Where = Placement::Managed;
  else if (!Launched)
    Into.Where = isManagedDialect(Id) ? Placement::Managed : Placement::Host;
  else if (ByValue)
    Into.Where = Placement::Value;
  else
    Into.Where = Placement::Device;
  Uses[Id.Index].emplace(std::move(U));
}

//===----------------------------------------------------------------------===//
// Transfers
//===----------------------------------------------------------------------===//

void Planner::placeTransfers(const std::vector<SharedVarId> &Group) {
  if (std::optional<FlowPlan> Flow = planFlow(P, Group, Uses)) {
    if (Group.size() == 1 &&
        isMovedOnce(P, Group.front(), Flow->Actions, Pin.ManagedBytes)) {
      planOf(Group.front()).Where = Placement::Managed;
      planOf(Group.front()).Why =
          "one copy does not make up for page-locked memory";
      return;
    }
    bool Tested[2] = {};
    for (const TransferAction &A : Flow->Actions)
      if (A.IfInvalid)
        Tested[A.K != Action::Readback] = true;
    VariablePlan &V = planOf(Group.front()); // several have no flags
    llvm::StringRef Name = variable(Group.front()).Name;
    if (Tested[0])
      V.HostFlag = fresh((Name + "_on_host").str());
    if (Tested[1])
      V.DeviceFlag = fresh((Name + "_on_device").str());
    llvm::copy_if(Flow->Actions, std::back_inserter(Plan.Actions),
                  [&](const TransferAction &A) {
                    return (A.K != Action::MarkHost || Tested[0]) &&
                           (A.K != Action::MarkDevice || Tested[1]);
                  });
    return;
  }
  for (SharedVarId Id : Group) {
    planOf(Id).Where = Placement::Managed;
    planOf(Id).Why = "the control flow around its launches is not followed";
  }
}

/// Pointers that exchange their memory are of one kind.
void Planner::shareManagedGroups() {
  for (const std::vector<SharedVarId> &Group : Groups) {
    if (Group.size() == 1)
      continue;
    bool Launched = llvm::any_of(Group, [&](SharedVarId Id) {
      return planOf(Id).Where == Placement::Device;
    });
    auto Obstructed = llvm::find_if(
        Group, [&](SharedVarId Id) { return !planOf(Id).Why.empty(); });
    for (SharedVarId Id : Group) {
      if (Obstructed == Group.end())
        planOf(Id).Where = Launched ? Placement::Device : Placement::Managed;
      else if (planOf(Id).Why.empty()) {
        planOf(Id).Where = Placement::Managed;
        planOf(Id).Why = "it is exchanged with '" + variable(*Obstructed).Name +
                         "', which needs managed memory";
      }
    }
  }
}

/// Whether the code at \p Place repeats within its function.
bool repeats(const HostStatement &S, SourceRange Place) {
  for (const HostStatement &Child : S.Children)
    if (Child.Source.contains(Place) && repeats(Child, Place))
      return true;
  return S.K == Kind::Opaque ||
         (S.K == Kind::Loop && S.Source != Place && S.Source.contains(Place));
}

void Planner::countTransfers(SharedVarId Id) {
  VariablePlan &V = planOf(Id);
  for (const TransferAction &A : Plan.Actions) {
    bool Up = A.K == Action::Upload, Down = A.K == Action::Readback;
    V.ReadsElements |= A.Variable == Id && A.K == Action::ReadElement;
    if (A.Variable != Id || (!Up && !Down))
      continue;
    bool Repeats = false;
    for (const HostFunction &F : P.Host.Functions)
      if (F.Source.contains(A.Where.Statement))
        Repeats |= !F.IsMain || repeats(F.Body, A.Where.Statement);
    (Up ? V.Uploads : V.Readbacks) += 1;
    (Up ? V.UploadRepeats : V.ReadbackRepeats) |= Repeats;
  }
  int64_t Bytes = variable(Id).bytes();
  bool Repeated = V.UploadRepeats || V.ReadbackRepeats;
  V.Pinned = Main && !variable(Id).Pointer && V.Uploads + V.Readbacks > 0 &&
             !variable(Id).Const &&
             Bytes >= (Repeated ? Pin.RepeatedBytes : Pin.OnceBytes);
}

//===----------------------------------------------------------------------===//
// Launches and kernels
//===----------------------------------------------------------------------===//

/// The argument \p A with the device copy of \p Root in place of its name.
std::string Planner::argument(const LaunchArgument &A, SharedVarId Root) const {
  const VariablePlan &V = Plan.Variables[Root.Index];
  llvm::StringRef Before =
      llvm::StringRef(A.Text).take_front(A.RootName->Begin);
  llvm::StringRef After = llvm::StringRef(A.Text).drop_front(A.RootName->End);
  if (!A.Alias.empty()) {
    std::string There =
        A.AliasType.empty()
            ? V.DeviceSpelling + " + (" + A.Alias + " - " + V.HostName + ")"
            : "(" + A.AliasType + ")" + V.DeviceSpelling;
    bool Alone = Before.empty() && After.empty();
    return Alone ? There : (Before + "(" + There + ")" + After).str();
  }
  if (!variable(Root).Extents.empty())
    return (Before + V.DeviceSpelling + After).str();
  if (Before.ends_with("&"))
    return (Before.drop_back() + V.DeviceSpelling + After).str();
  return (Before + "(*" + V.DeviceSpelling + ")" + After).str();
}

void Planner::planLaunch(LaunchId Id) {
  const LaunchModel &L = P.launch(Id);
  if (L.staysAsIs())
    return;
  LaunchPlan Into = {Id, {}, {}};
  for (unsigned I = 0; I < L.Arguments.size(); ++I) {
    const LaunchArgument &A = L.Arguments[I];
    if (!A.IsPointer || !A.Root.Variable)
      continue;
    const VariablePlan &V = planOf(*A.Root.Variable);
    if (V.Where == Placement::Device && !V.Alone)
      Into.Replaced.emplace_back(I, argument(A, *A.Root.Variable));
    else if (L.Arguments[I].Text !=
             llvm::StringRef(P.Source).slice(A.Source.Begin, A.Source.End))
      Into.Replaced.emplace_back(I, A.Text); // valid C++, if nothing else
  }
  for (const SharedAccess &A : P.Host.Kernels[L.Kernel.Index].ByName) {
    const VariablePlan &V = planOf(A.Variable);
    if (V.Where == Placement::Device)
      Into.Appended.push_back(V.DeviceSpelling);
    else if (V.Where == Placement::Value)
      Into.Appended.push_back(V.HostName);
  }
  if (!Into.Replaced.empty() || !Into.Appended.empty())
    Plan.Launches.push_back(std::move(Into));
}

void Planner::planKernel(KernelId Id) {
  KernelTransfers Into = {Id, {}, {}};
  for (const SharedAccess &A : P.Host.Kernels[Id.Index].ByName) {
    const SharedVariable &V = variable(A.Variable);
    const VariablePlan &Place = planOf(A.Variable);
    std::string Type = (V.Const ? "const " : "") + V.ElementType;
    if (Place.Where == Placement::Value) {
      Into.Parameters.push_back(Type + " " + V.Name);
    } else if (Place.Where == Placement::Device && V.Extents.empty()) {
      Into.Parameters.push_back(Type + " *" + Place.DeviceName);
      Into.Prologue.push_back(Type + " &" + V.Name + " = *" + Place.DeviceName +
                              ";");
    } else if (Place.Where == Placement::Device) {
      Into.Parameters.push_back(declarePointer(V, Type, V.Name));
    }
  }
  if (!Into.Parameters.empty())
    Plan.Kernels.push_back(std::move(Into));
}

/// In the simple memory model a launch has ended when its statement has:
/// managed memory is no way out where nothing can wait.
void Planner::cannotWait(SourcePlace Where, std::string Why) {
  if (!P.SimpleArrayElsewhere.empty())
    Plan.Errors.push_back(
        {DiagKind::UnsupportedShared, Where, {P.SimpleArrayElsewhere, Why}});
  for (unsigned I = 0; I < Plan.Variables.size(); ++I)
    if (Plan.Variables[I].Where == Placement::Managed && !isManagedDialect({I}))
      Plan.Errors.push_back({DiagKind::UnsupportedShared,
                             Where,
                             {P.Host.Variables[I].Name, Why}});
}

/// Whether some launch may use managed memory in the simple memory model,
/// through pointers that are not followed.
bool Planner::mustAlwaysWait() const {
  bool Result = !P.SimpleArrayElsewhere.empty();
  for (unsigned I = 0; I < Plan.Variables.size(); ++I)
    Result |=
        Plan.Variables[I].Where == Placement::Managed && !isManagedDialect({I});
  return Result;
}

/// Checks, and where needed waits for, the launches of shared variables.
void Planner::checkLaunches(const HostStatement &S) {
  for (const HostStatement &Child : S.Children)
    checkLaunches(Child);
  for (LaunchId Id : S.Launches) {
    const LaunchModel &L = P.launch(Id);
    // What a kernel prints comes before what the host prints behind it.
    const bool Always = mustAlwaysWait(), Prints = P.kernel(L.Kernel).MayPrint;
    const bool Ordered = Prints && usesSimpleModel(P);
    bool Waits = Always || Prints, Placed = Always || Ordered;
    for (const SharedAccess &A : launchEffects(P, Id)) {
      bool Managed = planOf(A.Variable).Where == Placement::Managed;
      if (Managed && isManagedDialect(A.Variable))
        continue; // CUDA's own rules
      Placed = true;
      Waits |= (!L.StreamText.empty() && L.StreamText != "0");
    }
    if (!Placed)
      continue;
    std::optional<CodePosition> Where = placeBehind(P, Id);
    if (!Where) {
      const std::string Why = whyNoPlaceBehind(P, Id);
      cannotWait({L.Source.Begin}, Why);
      if (Ordered)
        Plan.Errors.push_back({DiagKind::KernelOutput,
                               {L.Source.Begin},
                               {P.kernel(L.Kernel).Name, Why}});
      continue;
    }
    if (L.blocks() != 0 && !P.Host.mindsChecks())
      Plan.Actions.push_back({Action::CheckLaunch, {}, *Where, !L.blocks()});
    if (Waits)
      Plan.Actions.push_back({Action::Synchronize, {}, *Where});
  }
}

//===----------------------------------------------------------------------===//
// Lifetimes
//===----------------------------------------------------------------------===//

/// The variables with a device copy that \p Function uses on the device;
/// without a function, all of them. Pointers are allocated by the user.
std::vector<SharedVarId>
Planner::onDevice(std::optional<unsigned> Function) const {
  std::vector<SharedVarId> Result;
  for (unsigned I = 0; I < Plan.Variables.size(); ++I)
    if (Plan.Variables[I].Where == Placement::Device &&
        !P.Host.Variables[I].Pointer &&
        (!Function || Uses[I]->inFunction(*Function).device()))
      Result.push_back({I});
  return Result;
}

/// Whether \p S or anything it calls uses a device copy.
bool Planner::usesDevice(const HostStatement &S) const {
  for (SharedVarId Id : onDevice(std::nullopt)) {
    const HostUses &U = *Uses[Id.Index];
    if (U.of(S).device() || llvm::any_of(S.Calls, [&](unsigned Callee) {
          return U.inFunction(Callee).device();
        }))
      return true;
  }
  return llvm::any_of(S.Children, [&](const HostStatement &Child) {
    return usesDevice(Child);
  });
}

void Planner::lifetime(Action First, CodePosition Where,
                       const std::vector<SharedVarId> &All, bool IfNeeded) {
  bool Ends = First == Action::Free;
  for (SharedVarId Id : All) {
    Plan.Actions.push_back({First, Id, Where, IfNeeded});
    if (planOf(Id).Pinned)
      Plan.Actions.push_back(
          {Ends ? Action::Unregister : Action::Register, Id, Where});
  }
}

/// Frees before every return of main behind the byte \p From.
void Planner::placeFrees(const HostStatement &S, unsigned From,
                         const std::vector<SharedVarId> &All) {
  if (S.K == Kind::Return && S.Source.Begin >= From && !usesDevice(S))
    lifetime(Action::Free, {CodePosition::Side::Before, S.Source, S.Unbraced},
             All, false);
  for (const HostStatement &Child : S.Children)
    placeFrees(Child, From, All);
}

void Planner::placeAllocations() {
  std::vector<SharedVarId> All = onDevice(std::nullopt);
  if (All.empty())
    return;
  if (!Main) {
    for (unsigned I = 0; I < P.Host.Functions.size(); ++I)
      if (const HostFunction &F = P.Host.Functions[I]; F.External)
        if (auto Own = onDevice(I); !Own.empty())
          lifetime(Action::Allocate,
                   {CodePosition::Side::AtStart, F.Body.Source, false}, Own,
                   /*IfNeeded=*/true);
    return;
  }
  const HostStatement &Body = P.Host.Functions[*Main].Body;
  CodePosition First = {CodePosition::Side::AtStart, Body.Source, false};
  if (Body.K == Kind::Sequence)
    for (const HostStatement &Child : Body.Children)
      if (usesDevice(Child)) {
        First = {CodePosition::Side::Before, Child.Source, false};
        break;
      }
  lifetime(Action::Allocate, First, All, false);
  if (P.Host.ResetsDevice)
    return; // that frees everything
  placeFrees(Body, First.Statement.Begin, All);
  if (Body.Children.empty() || Body.Children.back().K != Kind::Return)
    lifetime(Action::Free, {CodePosition::Side::AtEnd, Body.Source, false}, All,
             false);
}

//===----------------------------------------------------------------------===//
// The plan
//===----------------------------------------------------------------------===//

TransferPlan Planner::plan() && {
  Uses.resize(Plan.Variables.size());
  std::vector<SharedVarId> All;
  for (unsigned I = 0; I < Plan.Variables.size(); ++I)
    All.push_back({I});
  Groups = exchangeGroups(P.Host);
  for (SharedVarId Id : All)
    choosePlacement(Id);
  limitStaticMemory(P.Host, Plan.Variables);
  shareManagedDeclarations(P.Host, Plan.Variables);
  shareManagedGroups();
  for (const std::vector<SharedVarId> &Group : Groups)
    if (planOf(Group.front()).Where == Placement::Device)
      placeTransfers(Group);
  shareManagedDeclarations(P.Host, Plan.Variables);
  shareHandedOn(P.Host, Plan.Variables);
  llvm::erase_if(Plan.Actions, [&](const TransferAction &A) {
    return planOf(A.Variable).Where != Placement::Device;
  });
  copyEqualArrays(P, Uses, Groups, Plan.Actions);
  for (const std::vector<SharedVarId> &Group : Groups)
    if (Pin.DeviceAlone && isUsedByDeviceAlone(P, Group, Uses, Plan))
      for (SharedVarId Id : Group)
        planOf(Id).Alone = true;
  for (SharedVarId Id : All) {
    VariablePlan &V = planOf(Id);
    if (V.Where != Placement::Device)
      continue;
    V.DeviceName =
        V.Alone ? variable(Id).Name : fresh(variable(Id).Name + "_dev");
    V.DeviceSpelling =
        V.Alone ? V.HostName : variable(Id).Qualifier + V.DeviceName;
    for (std::string *Flag : {&V.HostFlag, &V.DeviceFlag})
      if (!Flag->empty())
        *Flag = variable(Id).Qualifier + *Flag;
    V.Bytes = "sizeof(" + V.HostName + ")";
    countTransfers(Id);
  }
  for (const std::vector<SharedVarId> &Group : Groups)
    if (needsSavedBytes(P.Host, Group))
      for (SharedVarId Id : Group)
        planOf(Id).SavesBytes =
            planOf(Id).Where == Placement::Device && !planOf(Id).Alone;
  for (SharedVarId Id : All)
    if (VariablePlan &V = planOf(Id); V.SavesBytes)
      V.Bytes = variable(Id).Qualifier + fresh(variable(Id).Name + "_bytes");
    else if (variable(Id).Pointer)
      V.Bytes = variable(Id).Pointer->Bytes;
  for (unsigned I = 0; I < P.Launches.size(); ++I)
    planLaunch({I});
  for (unsigned I = 0; I < P.Host.Kernels.size(); ++I)
    planKernel({I});
  for (const HostFunction &F : P.Host.Functions)
    checkLaunches(F.Body);
  if (P.Host.UnseenLaunch)
    cannotWait(*P.Host.UnseenLaunch, P.Host.WhyUnseen);
  refuseNotManaged(P.Host, Plan);
  placeAllocations();
  Plan.CheckMacro = fresh("CUDA_CHECK");
  Plan.LaunchError = fresh("launch_error");
  Plan.DeviceMalloc = fresh("device_malloc");
  planPointers(P, Plan);
  sortByPlace(Plan.Actions);
  Plan.Actions.erase(llvm::unique(Plan.Actions), Plan.Actions.end());
  return std::move(Plan);
}

} // namespace

TransferPlan planTransfers(const Program &P, const PinningThreshold &Pin) {
  return Planner(P, Pin).plan();
}

} // namespace tessera
