//===- BlockEstimate.h - What a block is expected to ask for --------------===//
#ifndef TESSERA_PLAN_BLOCKESTIMATE_H
#define TESSERA_PLAN_BLOCKESTIMATE_H

#include "tessera/Model/Program.h"
#include "tessera/Plan/DeviceModel.h"
#include "tessera/Plan/Occupancy.h"
#include "tessera/Plan/TilePlan.h"

namespace tessera {

/// What a kernel can be waiting for: the memory, the second-level cache, slots
/// to issue instructions, units for arithmetic, the pipe to the first-level
/// cache and shared memory; or threads for what they asked for, with too little
/// under way.
enum class BoundUnit {
  Memory,
  L2,
  Issue,
  Float,
  Double,
  Integer,
  Special,
  Shared,
  Latency
};
inline constexpr unsigned BoundUnits = 9;

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
  /// Those that each BoundUnit takes alone. `Cycles` is the cube root of the
  /// sum of their cubes, divided by `Busy`.
  std::array<double, BoundUnits> UnitCycles = {};
  /// The part of the multiprocessors' places in time that the launch fills,
  /// from 0 to 1: a small one, or the last round of a launch, leaves some
  /// empty.
  double Busy = 1;
  /// Such blocks in the launch; 0 if that is not known.
  double Blocks = 0;
  /// That a multiprocessor holds at a time, and what keeps it from more.
  int64_t ResidentBlocks = 0, ResidentWarps = 0;
  std::vector<OccupancyLimit> Limits;
  /// That the launch has for it at a time.
  int64_t RunningWarps = 0;

  /// The unit that takes longest.
  BoundUnit bound() const;
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
