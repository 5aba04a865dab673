//===- EqualCopies.h - Arrays that begin with the same contents -----------===//
#ifndef TESSERA_PLAN_TRANSFERS_EQUALCOPIES_H
#define TESSERA_PLAN_TRANSFERS_EQUALCOPIES_H

#include "tessera/Plan/TransferPlan.h"
#include "transfers/HostUses.h"

namespace tessera {

/// Of two arrays that are uploaded at one place, and to which the host wrote
/// the same values before, only one is uploaded: the other is copied on the
/// device.
///
/// \param Uses by variable, of those on the device.
void copyEqualArrays(const Program &P,
                     const std::vector<std::optional<HostUses>> &Uses,
                     const std::vector<std::vector<SharedVarId>> &Groups,
                     std::vector<TransferAction> &Actions);

} // namespace tessera

#endif
