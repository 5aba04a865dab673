//===- MovedOnce.h - Memory for which page-locking does not pay -----------===//
#ifndef TESSERA_PLAN_TRANSFERS_MOVEDONCE_H
#define TESSERA_PLAN_TRANSFERS_MOVEDONCE_H

#include "tessera/Plan/TransferPlan.h"

namespace tessera {

/// Whether \p Moves copy the memory of the managed pointer \p Id at one place,
/// once for each time it is allocated, and it is at least \p Bytes large.
bool isMovedOnce(const Program &P, SharedVarId Id,
                 const std::vector<TransferAction> &Moves, int64_t Bytes);

} // namespace tessera

#endif
