//===- Bursts.h - Sectors that memory moves apart -------------------------===//
#ifndef TESSERA_PLAN_COSTS_BURSTS_H
#define TESSERA_PLAN_COSTS_BURSTS_H

#include "costs/AccessCosts.h"
#include "tessera/Plan/TilePlan.h"

namespace tessera {

/// How much longer the memory takes for what \p Id moves where that lies apart:
/// a sector alone takes the time of its neighbour, too, and one that is written
/// by itself is read again for what it lacks. Blocks that are neighbours along
/// x and y are at work together, and the cache puts together what they move.
/// Measured on an H200 with transposes: rows of 32 bytes along z take 1.7 times
/// as long as longer ones, along y no longer.
///
/// \param Plan of the kernel of \p Space, if it has one.
double burstsOf(const KernelSpace &Space, const KernelPlan *Plan,
                const AccessCosts &Costs, const ArrayCoordinates &Array,
                AccessId Id);

} // namespace tessera

#endif
