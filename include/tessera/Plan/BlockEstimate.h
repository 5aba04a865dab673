//===- BlockEstimate.h - What a block is expected to ask for --------------===//
#ifndef TESSERA_PLAN_BLOCKESTIMATE_H
#define TESSERA_PLAN_BLOCKESTIMATE_H

#include "tessera/Model/Program.h"
#include "tessera/Plan/DeviceModel.h"
#include "tessera/Plan/TilePlan.h"

namespace tessera {

/// One block, and the multiprocessor that it runs on, as the planner estimates
/// them for a typical launch.
struct BlockEstimate {
  double Outputs = 1; ///< the user's threads that it stands for
  int64_t Threads = 1, Registers = 0, SharedBytes = 0;
  /// That the second-level cache, and the memory behind it, move.
  double CacheBytes = 0, MemoryBytes = 0;
  /// Passes through the first-level cache and shared memory, 128 bytes each.
  double Wavefronts = 0;
  /// Cycles of the multiprocessor for each of the user's threads.
  double Cycles = 0;
  /// That are on a multiprocessor at a time.
  int64_t ResidentBlocks = 0, ResidentWarps = 0;
};

/// Estimates blocks of \p Kernel as \p Plan makes them, or as they stand if it
/// is null.
///
/// \param P    has the kernel as it was before, without elements in registers.
/// \param Block is the user's.
/// \returns nothing if the size of the block is not known or the device's
///          profile has no rates.
std::optional<BlockEstimate>
estimateBlock(const Program &P, KernelId Kernel,
              const std::array<std::optional<int64_t>, 3> &Block,
              const KernelPlan *Plan, const DeviceModel &Device);

} // namespace tessera

#endif
