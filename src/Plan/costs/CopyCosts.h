//===- CopyCosts.h - What atomic updates cost a block ---------------------===//
#ifndef TESSERA_PLAN_COSTS_COPYCOSTS_H
#define TESSERA_PLAN_COSTS_COPYCOSTS_H

#include "costs/AccessCosts.h"
#include "tessera/Plan/TilePlan.h"

namespace tessera {

/// What the updates of one array cost a block, in the units of DeviceModel.
struct UpdateCosts {
  double Updates = 0; ///< their number
  double AsIs = 0;    ///< where each is made in global memory
  double OnCopy = 0;  ///< where each is made on a copy of the block's own
  double Merge = 0;   ///< its part of making the copy and merging it
};

/// The first compute capability whose warps exchange registers.
inline constexpr int64_t HasShuffles = 30;

/// \param Turns the blocks that use a copy one after the other.
UpdateCosts updateCosts(const KernelModel &K, const PrivateCopy &Copy,
                        const AccessCosts &Costs, const DeviceModel &Device,
                        double Turns = 1);

} // namespace tessera

#endif
