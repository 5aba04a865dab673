//===- DevicePlaces.h - What can have a copy on one device ----------------===//
#ifndef TESSERA_PLAN_TRANSFERS_DEVICEPLACES_H
#define TESSERA_PLAN_TRANSFERS_DEVICEPLACES_H

#include "tessera/Plan/TransferPlan.h"
#include "transfers/HostUses.h"

namespace tessera {

/// Why copies on one device do not stand for managed memory, which each device
/// may use: another one may be chosen while the first has memory. Empty if that
/// cannot be.
std::string deviceChoiceObstacle(const Program &P);

/// Leaves the largest variables in managed memory where all together would not
/// fit what a program can have of static memory.
void limitStaticMemory(const HostModel &H, std::vector<VariablePlan> &Places);

/// One specifier serves all variables of a declaration.
void shareManagedDeclarations(const HostModel &H,
                              std::vector<VariablePlan> &Places);

/// An error for each variable that needs managed memory, and that CUDA does not
/// take there.
void refuseNotManaged(const HostModel &H, TransferPlan &Plan);

/// Whether nothing uses the memory of \p Group on the host, nor copies it.
bool isUsedByDeviceAlone(const Program &P,
                         const std::vector<SharedVarId> &Group,
                         const std::vector<std::optional<HostUses>> &Uses,
                         const TransferPlan &Plan);

} // namespace tessera

#endif
