//===- Threads.h - The threads of the block that runs ---------------------===//
//
// What the scheduler of threads (Execution.cpp) and the exchange of values in a
// warp (Warps.cpp) have in common.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_RUN_THREADS_H
#define TESSERA_RUN_THREADS_H

#include "Execution.h"

namespace tessera_rt {

struct Worker;

enum class State : uint8_t {
  Fresh,
  Running,
  AtBarrier,
  AtWarp,
  AtMbarrier,
  AtGrid,
  Ended
};

struct Thread {
  State Now = State::Fresh;
  Worker *On = nullptr;
  uintptr_t WaitsAt = 0;
  uint64_t Passed = 0; ///< clock of the last mbarrier phase it waited for
  int Predicate = 0;
  WarpOffer Offer;
  /// Of each lane of its warp, the clock up to which that lane is before this
  /// thread; empty while only whole warps have synchronised.
  std::vector<uint64_t> LaneSync;
};

extern std::vector<Thread> Threads; ///< of the block, by linear index
extern std::vector<unsigned> Queue; ///< who is to run
extern unsigned Running;            ///< index of the current thread

/// Lets others run; returns when this thread is to go on.
void pause();

void advanceClock();

/// Lets those lanes of a warp go on that wait for each other, if all do.
void releaseWarpIfComplete(unsigned Warp);

/// Nobody else can go on: lanes that ask who runs with them learn it.
/// \returns whether there were any.
bool releaseConverged();

} // namespace tessera_rt

#endif
