//===- FlowPlan.cpp - Transfers of variables in all functions -------------===//
#include "FlowPlan.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {
namespace {

class FlowPlanner {
public:
  FlowPlanner(const Program &P, const std::vector<SharedVarId> &Group,
              const std::vector<std::optional<HostUses>> &Uses)
      : P(P), Group(Group), Uses(Uses) {}

  std::optional<FlowPlan> plan() const;

private:
  const HostUses &uses(SharedVarId Id) const { return *Uses[Id.Index]; }
  CopyState atEntry(SharedVarId Id, unsigned Function) const;

  const Program &P;
  const std::vector<SharedVarId> &Group;
  const std::vector<std::optional<HostUses>> &Uses;
};

/// Which copies are valid when \p Function begins.
CopyState FlowPlanner::atEntry(SharedVarId Id, unsigned Function) const {
  const HostUses &U = uses(Id);
  const SharedVariable &V = P.Host.variable(Id);
  bool IsMain = P.Host.Functions[Function].IsMain;
  bool WrittenBefore = V.Initialized;
  for (unsigned I = 0; I < P.Host.Functions.size(); ++I)
    WrittenBefore |=
        P.Host.Functions[I].BeforeMain && U.inFunction(I).HostWrites;
  CopyState Entry;
  Entry.Zero = IsMain && !WrittenBefore;
  bool Unallocated = IsMain || V.isLocal() || U.inFunction(Function).Allocates;
  return V.Pointer && Unallocated ? CopyState::unallocated() : Entry;
}

std::optional<FlowPlan> FlowPlanner::plan() const {
  FlowPlan Plan;
  for (unsigned I = 0; I < P.Host.Functions.size(); ++I) {
    // Exchanges are in one function: in others each is on its own.
    bool Scope = llvm::all_of(Group, [&](SharedVarId Id) {
      return P.Host.variable(Id).isLocal() ? uses(Id).isScope(I)
                                           : P.Host.Functions[I].IsMain;
    });
    std::vector<SharedVarId> Members;
    CopyStates Entry;
    for (SharedVarId Id : Group) {
      const HostUses &U = uses(Id); // members exchange anywhere
      bool Own = P.Host.variable(Id).isMember() && !U.inFunction(I).device();
      if (U.knowsObject(I) && (Scope || Own || U.keepsContract(I))) {
        Members.push_back(Id);
        Entry.push_back(atEntry(Id, I));
      }
    }
    if (llvm::none_of(Members, [&](SharedVarId Id) {
          return uses(Id).inFunction(I).device();
        }))
      continue;
    auto Use = [&](const HostStatement &S, unsigned V) {
      return uses(Members[V]).of(S);
    };
    HostFlow Flow(Members, Use, /*HostValidAtExit=*/!Scope, P.Host.HasTry);
    auto Actions = Flow.place(P.Host.Functions[I].Body, Entry);
    if (!Actions)
      return std::nullopt;
    Plan.Actions.insert(Plan.Actions.end(), Actions->begin(), Actions->end());
  }
  return Plan;
}

} // namespace

std::optional<FlowPlan>
planFlow(const Program &P, const std::vector<SharedVarId> &Group,
         const std::vector<std::optional<HostUses>> &Uses) {
  return FlowPlanner(P, Group, Uses).plan();
}

} // namespace tessera
