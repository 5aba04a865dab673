//===- Execution.h - The launch, block and thread that run ----------------===//
//
// One launch at a time, its blocks one after another (of a cooperative one,
// from one barrier of the grid to the next), each thread of a block on a fiber
// of its own as soon as it waits for others. A thread runs until it waits or
// ends, so a kernel without barriers costs no switch at all.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_RUN_EXECUTION_H
#define TESSERA_RUN_EXECUTION_H

#include "Stamp.h"
#include "include/tessera_run/launch.h"
#include <cstddef>
#include <string>
#include <vector>

namespace tessera_rt {

/// What the instrumented code must know of its surroundings, at once.
enum class Mode : int {
  Host,
  Kernel,
  Undecided ///< in a kernel, and a write is yet to be compared: see Checks.h
};
extern Mode CurrentMode;

/// The thread that runs.
extern Moment Current;

struct LaunchState {
  const KernelSite *Site = nullptr;
  unsigned long Number = 0; ///< counts launches of the program from 1
  dim3 Grid, Block;
  size_t SharedBytes = 0;
  void (*Thunk)(const void *) = nullptr;
  const void *Arguments = nullptr;
  size_t ArgumentBytes = 0;
  uintptr_t Code = 0;       ///< of the launch
  bool Cooperative = false; ///< its blocks may wait for each other
  unsigned Device = 0;      ///< that it runs on
  uint64_t Actor = 0;       ///< as in stamps
};
extern LaunchState Launch;

/// What the threads of a block have in common.
struct BlockState {
  uint64_t Index = 0; ///< linear, in the grid
  uint64_t Clock = 1;
  uint64_t Barrier = 1;
  uint64_t WarpSync[32] = {}; ///< clocks at which all of a warp were there
  bool Fenced = false;        ///< a __threadfence was made
  bool Acquired = false;      ///< an atomic was made
};
extern BlockState Block;

/// For each block of the launch, whether a fence and an atomic published what
/// it wrote.
extern std::vector<bool> Published;

/// Runs all blocks of the launch described by `Launch`.
void runLaunch();

// Called on the fiber of a thread.

/// How many threads came to a barrier, and with a true predicate.
struct BarrierResult {
  unsigned True = 0;
  unsigned Arrived = 0;
};
/// Waits for all threads of the block.
BarrierResult waitForBlock(int Predicate, uintptr_t Address);

/// Waits for all threads of the grid.
void waitForGrid(uintptr_t Address);

/// What a thread offers to its warp, and gets.
struct WarpOffer {
  /// Converged: which lanes are at this place now; the mask says nothing.
  enum Kind { Sync, Shuffle, Ballot, Converged } What = Sync;
  unsigned Mask = ~0u;
  uint64_t Value = 0;
  unsigned SourceLane = 0; ///< of a shuffle
  uint64_t Result = 0;
};
/// Waits for the threads of the warp that \p Offer names.
uint64_t waitForWarp(const WarpOffer &Offer, uintptr_t Address);

/// Waits until another thread calls `releaseFromMbarrier` for this one.
void waitForMbarrier(uintptr_t Address);
/// What was before clock \p Completed is from now on before that thread.
void releaseFromMbarrier(unsigned Thread, uint64_t Completed);
/// The same for the current thread, which need not wait.
void passMbarrier(uint64_t Completed);
/// What the current thread does from now on is later than all before.
void advanceBlockClock();

unsigned currentThread();

/// Whether \p Address is in the stack region of some thread.
bool isFiberStack(uintptr_t Address);
/// Whether \p Address is in the unmapped page below a thread's stack.
bool isStackGuard(uintptr_t Address);

constexpr unsigned StackBits = 20;
constexpr size_t StackBytes = size_t(1) << StackBits;

/// "thread (1,0,0) of block (2,0,0)", "the host", "a copy"
std::string threadName(Stamp S);

} // namespace tessera_rt

#endif
