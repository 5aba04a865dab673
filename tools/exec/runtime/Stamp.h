//===- Stamp.h - Who accessed a cell, and when ----------------------------===//
//
// A stamp is one word: launch (or copy, or host: see Streams.h), block, clock,
// thread, flags, most significant first, so that one shift of an exclusive or
// compares any prefix. The clock of a block advances at each barrier, each
// __syncwarp, each completed phase of an mbarrier and each proxy fence.
//
// Blocks run one after another, from one barrier of the grid to the next;
// threads of a block in any order. So the last access and a few "there were
// several" flags decide exactly whether a plain access conflicts with an
// earlier one of its launch. Atomic accesses, those of other launches, and
// reads before a barrier of a part of a warp are approximated: of several only
// the last is remembered. A thread that waits for an mbarrier counts as after
// all that its block did before that phase was complete: also what a thread did
// between its arrival and then, or a thread that did not arrive at all.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_RUN_STAMP_H
#define TESSERA_RUN_STAMP_H

#include "Moment.h"

namespace tessera_rt {

enum : unsigned {
  ThreadShift = 3,
  ClockShift = 13,
  BlockShift = 33,
  LaunchShift = 54
};
enum : uint64_t {
  ThreadMask = 1023,
  ClockMask = (1 << 20) - 1,
  BlockMask = (1 << 21) - 1,
  LaunchMask = 1023,
  // Of a read: besides the reader in the stamp, others read too
  ManyThreads = 1, ///< of its block, since the last barrier
  ManyWarps = 2,   ///< the same, in other warps
  ManyBlocks = 4,  ///< of other blocks, in this launch
  // Of a write
  AtomicWrite = 1,
  AsyncWrite = 2, ///< of a copy that its thread has not waited for
  /// Of a copy that an mbarrier waits for: who has not waited for that is not
  /// after it, not even its thread; and it needs no proxy fence.
  BulkWrite = 4
};

constexpr Stamp makeStamp(uint64_t Launch, uint64_t Block, uint64_t Clock,
                          uint64_t Thread) {
  return (Launch & LaunchMask) << LaunchShift |
         (Block & BlockMask) << BlockShift | (Clock & ClockMask) << ClockShift |
         (Thread & ThreadMask) << ThreadShift;
}
constexpr uint64_t launchOf(Stamp S) { return S >> LaunchShift; }
constexpr uint64_t threadOf(Stamp S) { return S >> ThreadShift & ThreadMask; }
constexpr uint64_t clockOf(Stamp S) { return S >> ClockShift & ClockMask; }
constexpr uint64_t blockOf(Stamp S) { return S >> BlockShift & BlockMask; }
constexpr bool sameLaunch(Stamp A, Stamp B) {
  return (A ^ B) >> LaunchShift == 0;
}
constexpr bool sameBlock(Stamp A, Stamp B) {
  return (A ^ B) >> BlockShift == 0;
}
constexpr bool sameThread(Stamp A, Stamp B) {
  return threadOf(A) == threadOf(B);
}
constexpr bool sameWarp(Stamp A, Stamp B) {
  return threadOf(A) / 32 == threadOf(B) / 32;
}

enum class Conflict { None, InBlock, BetweenBlocks, BetweenLaunches };

/// An access of another launch.
constexpr Conflict againstLaunch(Stamp Past, const Moment &At) {
  return At.Unordered && At.Unordered[launchOf(Past)]
             ? Conflict::BetweenLaunches
             : Conflict::None;
}

/// Whether the access \p Past of the same block is before \p At by a barrier.
constexpr bool isOrdered(Stamp Past, bool OtherWarpsToo, const Moment &At) {
  return clockOf(Past) < At.Barrier ||
         (!OtherWarpsToo && sameWarp(Past, At.Now) &&
          (clockOf(Past) < At.WarpSync ||
           (At.LaneSync && clockOf(Past) < At.LaneSync[threadOf(Past) % 32])));
}

/// An access now against the last write of the cell.
constexpr Conflict againstWrite(Stamp Write, const Moment &At) {
  if (!sameLaunch(Write, At.Now))
    return againstLaunch(Write, At);
  if (!sameBlock(Write, At.Now))
    return clockOf(Write) < At.Grid ? Conflict::None : Conflict::BetweenBlocks;
  bool OfBarrier = Write & BulkWrite;
  if ((sameThread(Write, At.Now) && !OfBarrier) ||
      isOrdered(Write, OfBarrier, At))
    return Conflict::None;
  return Conflict::InBlock;
}

/// A write now against the reads of the cell.
constexpr Conflict againstReads(Stamp Read, const Moment &At) {
  if (!sameLaunch(Read, At.Now))
    return againstLaunch(Read, At);
  if (!sameBlock(Read, At.Now) || Read & ManyBlocks)
    return clockOf(Read) < At.Grid ? Conflict::None : Conflict::BetweenBlocks;
  if ((sameThread(Read, At.Now) && !(Read & ManyThreads)) ||
      isOrdered(Read, Read & ManyWarps, At))
    return Conflict::None;
  return Conflict::InBlock;
}

/// The read stamp after a read now. One of another launch that is not ordered
/// stays: it is what a write of this launch must not meet.
constexpr Stamp afterRead(Stamp Read, const Moment &At) {
  if (!sameLaunch(Read, At.Now))
    return againstLaunch(Read, At) == Conflict::None ? At.Now : Read;
  if (clockOf(Read) < At.Grid) // all of them are before the barrier
    return At.Now;
  if (!sameBlock(Read, At.Now))
    return At.Now | ManyBlocks;
  Stamp Result = At.Now | (Read & ManyBlocks);
  if (isOrdered(Read, Read & ManyWarps, At)) // others meet this read instead
    return Result;
  Result |= Read & (ManyThreads | ManyWarps);
  if (!sameThread(Read, At.Now))
    Result |= ManyThreads;
  if (!sameWarp(Read, At.Now))
    Result |= ManyWarps;
  return Result;
}

} // namespace tessera_rt

#endif
