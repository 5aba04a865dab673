//===- Occupancy.h - How many blocks a multiprocessor holds ---------------===//
#ifndef TESSERA_PLAN_OCCUPANCY_H
#define TESSERA_PLAN_OCCUPANCY_H

#include "tessera/Plan/DeviceModel.h"
#include <vector>

namespace tessera {

/// What a block asks for.
struct BlockResources {
  int64_t Threads = 1;
  int64_t Registers = 0;   ///< of each thread; 0: as few as do not matter
  int64_t SharedBytes = 0; ///< static and dynamic, without what CUDA adds
};

/// How many such blocks a multiprocessor of \p Device holds at a time: the
/// least of what its blocks, warps, registers and shared memory allow, each
/// given out in its own units. 0 if it cannot hold one.
int64_t residentBlocks(const DeviceModel &Device, const BlockResources &Block);

/// What there is no more of for another such block.
enum class OccupancyLimit { Blocks, Warps, Registers, Shared };

/// All that keep a multiprocessor from holding more than \ref residentBlocks.
/// None if a block of this size is not possible at all.
std::vector<OccupancyLimit> occupancyLimits(const DeviceModel &Device,
                                            const BlockResources &Block);

/// The warps in them.
int64_t residentWarps(const DeviceModel &Device, const BlockResources &Block);

} // namespace tessera

#endif
