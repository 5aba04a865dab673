//===- DevicePlaces.cpp - What can have a copy on one device --------------===//
#include "transfers/DevicePlaces.h"
#include "transfers/HandedOn.h"
#include "transfers/PointerPlans.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace tessera {

using Kind = HostStatement::Kind;
using Action = TransferAction::Kind;

//===----------------------------------------------------------------------===//
// Several devices
//===----------------------------------------------------------------------===//

/// Whether \p S, or what it calls, launches something or has to do with shared
/// memory.
static bool usesSomeDevice(const HostModel &H, const HostStatement &S,
                           std::set<unsigned> &Seen) {
  return !S.Launches.empty() || !S.Events.empty() ||
         llvm::any_of(S.Calls,
                      [&](unsigned Callee) {
                        return Seen.insert(Callee).second &&
                               usesSomeDevice(H, H.Functions[Callee].Body,
                                              Seen);
                      }) ||
         llvm::any_of(S.Children, [&](const HostStatement &Child) {
           return usesSomeDevice(H, Child, Seen);
         });
}

/// Whether all choices of main stand in statements that end before \p Body
/// first uses a device.
static bool choosesFirst(const HostModel &H, const HostStatement &Body) {
  if (Body.K != Kind::Sequence)
    return false;
  unsigned Behind = Body.Source.Begin; // the statements without use of a device
  for (const HostStatement &S : Body.Children) {
    std::set<unsigned> Seen;
    if (S.K == Kind::Opaque || usesSomeDevice(H, S, Seen))
      break;
    Behind = S.Source.End;
  }
  return llvm::all_of(
             H.DeviceChoices,
             [&](SourcePlace Choice) { return Choice.Offset < Behind; }) &&
         llvm::none_of(Body.Children, [](const HostStatement &S) {
           return S.K == Kind::Opaque; // may lead back
         });
}

std::string deviceChoiceObstacle(const Program &P) {
  const HostModel &H = P.Host;
  if (!H.UnseenChoice.empty())
    return H.UnseenChoice;
  if (H.DeviceChoices.empty())
    return "";
  for (const HostFunction &F : H.Functions)
    if (F.IsMain && choosesFirst(H, F.Body))
      return "";
  return "another device may be chosen while one is in use";
}

//===----------------------------------------------------------------------===//
// Static memory
//===----------------------------------------------------------------------===//

/// What code can reach of static memory, some of which is of libraries.
constexpr int64_t MostStaticBytes = (int64_t(2) << 30) - (int64_t(64) << 20);

void limitStaticMemory(const HostModel &H, std::vector<VariablePlan> &Places) {
  std::vector<std::pair<int64_t, unsigned>> OnHost;
  int64_t Sum = H.StaticBytes;
  for (unsigned I = 0; I < Places.size(); ++I)
    if (!H.Variables[I].Pointer && Places[I].Where != Placement::Managed) {
      Sum += H.Variables[I].bytes();
      OnHost.emplace_back(-H.Variables[I].bytes(), I);
    }
  llvm::sort(OnHost);
  for (auto [Bytes, I] : OnHost) {
    if (Sum <= MostStaticBytes)
      return;
    Places[I].Where = Placement::Managed;
    Places[I].Why = "static arrays of more than 2 GiB cannot be linked";
    Sum += Bytes;
  }
}

void shareManagedDeclarations(const HostModel &H,
                              std::vector<VariablePlan> &Places) {
  for (unsigned I = 0; I < Places.size(); ++I)
    for (unsigned J = 0; J < Places.size(); ++J) {
      const VariablePlan &Managed = Places[I];
      VariablePlan &Other = Places[J];
      if (Managed.Where != Placement::Managed ||
          Other.Where == Placement::Managed || H.Variables[J].Pointer ||
          H.Variables[I].Specifier != H.Variables[J].Specifier)
        continue;
      Other.Where = Placement::Managed;
      Other.Why = "'" + H.Variables[I].Name +
                  "' of the same declaration needs managed memory";
    }
}

void refuseNotManaged(const HostModel &H, TransferPlan &Plan) {
  for (unsigned I = 0; I < Plan.Variables.size(); ++I) {
    const SharedVariable &V = H.Variables[I];
    const VariablePlan &Place = Plan.Variables[I];
    if (!V.NotManaged.empty() && !V.Pointer &&
        Place.Where == Placement::Managed &&
        V.D == SharedVariable::Dialect::SimpleModel)
      Plan.Errors.push_back(
          {DiagKind::UnsupportedShared,
           {V.NameRange.Begin},
           {V.Name, V.NotManaged + ", but it needs that: " + Place.Why}});
  }
}

//===----------------------------------------------------------------------===//
// Memory of the device alone
//===----------------------------------------------------------------------===//

static bool isHandedOn(const HostStatement &S, SharedVarId Id) {
  return llvm::any_of(S.Events,
                      [&](const MemoryEvent &E) {
                        return isHandedBoth(E) &&
                               (E.Variable == Id || E.Other == Id);
                      }) ||
         llvm::any_of(S.Children, [&](const HostStatement &Child) {
           return isHandedOn(Child, Id);
         });
}

bool isUsedByDeviceAlone(const Program &P,
                         const std::vector<SharedVarId> &Group,
                         const std::vector<std::optional<HostUses>> &Uses,
                         const TransferPlan &Plan) {
  return llvm::all_of(Group, [&](SharedVarId Id) {
    const SharedVariable &V = P.Host.variable(Id);
    if (!V.Pointer || isParameter(V) || !Uses[Id.Index] ||
        Plan.Variables[Id.Index].Where != Placement::Device)
      return false;
    const VariableUse U = Uses[Id.Index]->anywhere();
    const bool MayClear = !needsSavedBytes(P.Host, Group);
    return !U.host() && !U.MovesCopies &&
           llvm::none_of(Plan.Actions,
                         [&](const TransferAction &A) {
                           return A.Other == Id ||
                                  (A.Variable == Id &&
                                   !(A.K == Action::Clear && MayClear));
                         }) &&
           llvm::none_of(P.Host.Functions, [&](const HostFunction &F) {
             return isHandedOn(F.Body, Id);
           });
  });
}

} // namespace tessera
