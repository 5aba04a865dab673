//===- Moment.h - What is before the thread that runs ---------------------===//
#ifndef TESSERA_RUN_MOMENT_H
#define TESSERA_RUN_MOMENT_H

#include <cstdint>

namespace tessera_rt {

using Stamp = uint64_t; ///< see Stamp.h

/// The thread that runs, and what orders the past before it.
struct Moment {
  Stamp Now = 0;
  /// Clock of the block's last barrier, or of the last mbarrier phase that the
  /// thread waited for.
  uint64_t Barrier = 0;
  uint64_t WarpSync = 0; ///< clock of the last __syncwarp of the whole warp
  uint64_t Grid = 0;     ///< clock at which all blocks left its last barrier
  /// By launch: whether neither that launch nor this one is before the other;
  /// null: all are ordered.
  const bool *Unordered = nullptr;
  /// By lane of the warp: the clock of the last __syncwarp, also of a part of
  /// the warp, by which that lane is before this thread; null: the warp's.
  const uint64_t *LaneSync = nullptr;
};

} // namespace tessera_rt

#endif
