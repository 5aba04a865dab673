//===- HostStretch.cpp - Statements that run while the device is busy -----===//
#include "streams/HostStretch.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using Kind = HostStatement::Kind;
using Action = TransferAction::Kind;

HostStretch::HostStretch(const Program &P,
                         const std::vector<PlanDecision> &Decisions,
                         const TransferPlan &Plan, const FreeCopies *Own)
    : P(P), Decisions(Decisions), Plan(Plan), Own(Own),
      DeviceFunctions(P.Host.Functions.size()) {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned I = 0; I < DeviceFunctions.size(); ++I)
      if (!DeviceFunctions[I] && usesDevice(P.Host.Functions[I].Body))
        Changed = DeviceFunctions[I] = true;
  }
  TriesDevice = P.Host.HasTry;
  for (const HostFunction &F : P.Host.Functions)
    TriesDevice |= triesDevice(F.Body);
}

/// Whether something that is tried in \p S uses the device.
bool HostStretch::triesDevice(const HostStatement &S) const {
  return (S.K == Kind::Try && usesDevice(S.Children.front())) ||
         llvm::any_of(S.Children, [&](const HostStatement &Child) {
           return triesDevice(Child);
         });
}

bool HostStretch::usesDevice(const HostStatement &S) const {
  return !S.Launches.empty() || !S.Events.empty() || S.CallsAway ||
         S.Observes ||
         llvm::any_of(S.Calls,
                      [&](unsigned F) { return DeviceFunctions[F]; }) ||
         llvm::any_of(S.Children, [&](const HostStatement &Child) {
           return usesDevice(Child);
         });
}

/// Whether control may leave \p S other than by its end.
bool HostStretch::leaves(const HostStatement &S, bool InLoop) const {
  if (S.K == Kind::Return || S.K == Kind::Opaque || S.MayReturn ||
      ((S.K == Kind::Jump || S.MayJump) && !InLoop))
    return true;
  return llvm::any_of(S.Children, [&](const HostStatement &Child) {
    return leaves(Child, InLoop || S.K == Kind::Loop);
  });
}

/// Whether something is inserted in \p S.
bool HostStretch::hasActions(const HostStatement &S) const {
  using Side = CodePosition::Side;
  return llvm::any_of(Plan.Actions, [&](const TransferAction &A) {
    bool Around = A.Where.S == Side::Before || A.Where.S == Side::After;
    return S.Source.contains(A.Where.Statement) &&
           !(Around && A.Where.Statement == S.Source);
  });
}

const HostCopy *HostStretch::copy(const HostStatement &S) const {
  if (!Own || S.MayReturn || S.MayJump)
    return nullptr;
  auto Found = Own->Statements.find(&S);
  return Found == Own->Statements.end() ? nullptr : Found->second;
}

bool HostStretch::isGone(const HostStatement &S) const {
  if (!Own)
    return false;
  auto Found = Own->Statements.find(&S);
  return Found != Own->Statements.end() && !Found->second;
}

bool HostStretch::isHostWork(const HostStatement &S) const {
  return isGone(S) ||
         (!usesDevice(S) && !leaves(S, /*InLoop=*/false) && !hasActions(S));
}

std::optional<LaunchId> HostStretch::ordered(const HostStatement &S) const {
  if (S.K != Kind::Leaf || S.Launches.size() != 1 || !S.Calls.empty() ||
      !S.Events.empty() || S.CallsAway)
    return std::nullopt;
  LaunchId Id = S.Launches.front();
  const LaunchModel &L = P.launch(Id);
  bool InPieces = llvm::any_of(
      Plan.Pieces, [&](const PieceLoop &Loop) { return Loop.Launch == Id; });
  bool OnStream = llvm::any_of(Plan.Launches, [&](const LaunchPlan &Change) {
    return Change.Launch == Id && !Change.Stream.empty();
  });
  if (InPieces || OnStream || L.Statement != S.Source ||
      !L.StreamText.empty() || L.Configuration.size() == 0)
    return std::nullopt;
  auto IsOnDevice = [&](SharedVarId V) {
    return Plan.Variables[V.Index].Where == Placement::Device &&
           !Plan.Variables[V.Index].hasFlags() &&
           (Own || !P.Host.variable(V).isMember());
  };
  for (const LaunchArgument &A : L.Arguments)
    if (A.IsPointer && !(A.Root.Variable && IsOnDevice(*A.Root.Variable)))
      return std::nullopt;
  for (const SharedAccess &A : launchEffects(P, Id))
    if (!IsOnDevice(A.Variable) &&
        Plan.Variables[A.Variable.Index].Where != Placement::Value)
      return std::nullopt;
  for (const ArrayInfo &A : P.kernel(L.Kernel).Arrays)
    if (A.K == ArrayInfo::Kind::Global && !A.Variable && !A.Constant)
      return std::nullopt;
  bool OnHost = llvm::any_of(S.Accesses, [&](const SharedAccess &A) {
    return Plan.Variables[A.Variable.Index].Where == Placement::Device;
  });
  return OnHost ? std::nullopt : std::optional(Id);
}

std::optional<LaunchId> HostStretch::launch(const HostStatement &S) const {
  std::optional<LaunchId> Id = ordered(S);
  return Id && !P.launch(*Id).SwitchedOff &&
                 P.kernel(P.launch(*Id).Kernel).Refusals.empty()
             ? Id
             : std::nullopt;
}

VariableUse HostStretch::use(const HostStatement &S, SharedVarId Id) {
  auto Known = Uses.find(Id);
  if (Known == Uses.end())
    Known = Uses.emplace(Id, HostUses(P, Id, /*ByValue=*/false)).first;
  VariableUse All = Known->second.of(S);
  for (const HostStatement &Child : S.Children)
    All.add(use(Child, Id));
  return All;
}

std::string HostStretch::configuration(LaunchId Launch,
                                       const std::string &Stream) const {
  bool Bytes = P.launch(Launch).SharedBytes.size() > 0;
  for (const PlanDecision &D : Decisions)
    for (const ShapeDecision &Shape : D.Shapes)
      for (const KernelPlan *Plan : Shape.plans())
        for (const LaunchChoice &Choice : Plan->Launches)
          Bytes |= Choice.Launch == Launch && !Choice.DynamicBytes.empty();
  return (Bytes ? ", " : ", 0, ") + Stream;
}

} // namespace tessera
