//===- FlowPlan.h - Transfers of variables in all functions ---------------===//
#ifndef TESSERA_PLAN_TRANSFERS_FLOWPLAN_H
#define TESSERA_PLAN_TRANSFERS_FLOWPLAN_H

#include "transfers/HostUses.h"

namespace tessera {

/// The cost counts every call.
struct FlowPlan : PlacedTransfers {
  bool Flagged = false;
};

/// Places the transfers of \p Group, variables that exchange their memory, or
/// one, in every function.
///
/// Flags are for a large variable whose copies would repeat without them: for
/// some path, or because a function does not know what its callers need.
///
/// \param Uses by variable.
/// \returns nothing if some place cannot be found.
std::optional<FlowPlan>
planFlow(const Program &P, const std::vector<SharedVarId> &Group,
         const std::vector<std::optional<HostUses>> &Uses);

} // namespace tessera

#endif
