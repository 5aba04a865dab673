//===- Execution.cpp ------------------------------------------------------===//
#include "Execution.h"
#include "BulkCopy.h"
#include "Checks.h"
#include "Mbarrier.h"
#include "MemoryMap.h"
#include "Report.h"
#include "Settings.h"
#include "Stacks.h"
#include "Streams.h"
#include "Threads.h"

#include <algorithm>
#include <boost/context/fiber.hpp>
#include <boost/context/preallocated.hpp>
#include <memory>
#include <numeric>
#include <random>
#include <utility>

// Written here, constant for the program: see device_launch_parameters.h.
extern "C" {
unsigned tessera_threadIdx_x, tessera_threadIdx_y, tessera_threadIdx_z;
unsigned tessera_blockIdx_x, tessera_blockIdx_y, tessera_blockIdx_z;
unsigned tessera_blockDim_x, tessera_blockDim_y, tessera_blockDim_z;
unsigned tessera_gridDim_x, tessera_gridDim_y, tessera_gridDim_z;
}

namespace tessera_rt {

using boost::context::fiber;

Mode CurrentMode = Mode::Host;
Moment Current;
LaunchState Launch;
BlockState Block;
std::vector<bool> Published;

/// A fiber that runs one thread after another.
struct Worker {
  fiber Context;   ///< while it does not run
  fiber Scheduler; ///< while it runs
};

std::vector<Thread> Threads;
std::vector<unsigned> Queue;
unsigned Running = 0;

namespace {

size_t Next = 0; ///< in the queue
unsigned AtBarrier = 0, AtGrid = 0, Ended = 0;
uint64_t GridClock = 0; ///< of the last barrier of the grid
BarrierResult LastBarrier;
std::vector<Worker *> Idle;
Worker *CurrentWorker = nullptr;
std::mt19937_64 Random;

} // namespace

static void setCurrent(unsigned Index) {
  Running = Index;
  const dim3 &B = Launch.Block;
  tessera_threadIdx_x = Index % B.x;
  tessera_threadIdx_y = Index / B.x % B.y;
  tessera_threadIdx_z = Index / B.x / B.y;
  Current.Now = makeStamp(Launch.Actor, Block.Index, Block.Clock, Index);
  Current.Barrier = std::max(Block.Barrier, Threads[Index].Passed);
  Current.WarpSync = Block.WarpSync[Index / 32];
  const std::vector<uint64_t> &Lanes = Threads[Index].LaneSync;
  Current.LaneSync = Lanes.empty() ? nullptr : Lanes.data();
  Current.Grid = GridClock;
}

/// Takes the next thread from the queue if it has not begun yet.
static bool takeFreshThread() {
  if (Next == Queue.size() || Threads[Queue[Next]].Now != State::Fresh)
    return false;
  unsigned Index = Queue[Next++];
  Threads[Index].Now = State::Running;
  Threads[Index].On = CurrentWorker;
  setCurrent(Index);
  return true;
}

/// The life of a worker; \p Scheduler is who resumed it.
static fiber work(fiber &&Scheduler) {
  Worker *Me = CurrentWorker;
  Me->Scheduler = std::move(Scheduler);
  while (true) {
    Launch.Thunk(Launch.Arguments);
    settlePendingWrite();
    Threads[Running].Now = State::Ended;
    ++Ended;
    releaseWarpIfComplete(Running / 32);
    if (takeFreshThread())
      continue;
    Idle.push_back(Me);
    Me->Scheduler = std::move(Me->Scheduler).resume();
  }
  return {};
}

static Worker *newWorker() {
  auto *W = new Worker;
  boost::context::stack_context Stack = newStack();
  W->Context = fiber(std::allocator_arg,
                     boost::context::preallocated(Stack.sp, Stack.size, Stack),
                     KeepStack(), work);
  return W;
}

/// Runs thread \p Index until it waits or ends.
static void resume(unsigned Index) {
  Thread &T = Threads[Index];
  if (T.Now == State::Fresh) {
    if (Idle.empty())
      Idle.push_back(newWorker());
    T.On = Idle.back();
    Idle.pop_back();
  }
  T.Now = State::Running;
  setCurrent(Index);
  CurrentWorker = T.On;
  Worker *W = T.On;
  W->Context = std::move(W->Context).resume();
}

void pause() {
  Worker *Me = CurrentWorker;
  Me->Scheduler = std::move(Me->Scheduler).resume();
}

static void enqueueAll() {
  Queue.resize(Threads.size());
  for (unsigned I = 0; I < Queue.size(); ++I)
    Queue[I] = I;
  if (settings().Seed)
    std::shuffle(Queue.begin(), Queue.end(), Random);
  Next = 0;
}

void advanceClock() {
  if (++Block.Clock == ClockMask)
    unsupported(0, "a kernel with more than a million barriers in a block");
}

void advanceBlockClock() {
  advanceClock();
  setCurrent(Running);
}

static std::string threadName(unsigned Index) {
  return threadName(makeStamp(Launch.Actor, Block.Index, 0, Index));
}

/// Nobody can go on: if one waits for an mbarrier, says for what.
static void checkMbarriers() {
  for (unsigned I = 0; I < Threads.size(); ++I)
    if (Threads[I].Now == State::AtMbarrier)
      failNeverCompletes(I, Threads[I].WaitsAt);
}

/// Nobody can go on: says who waits where, and who does not.
[[noreturn]] static void failDivergent() {
  unsigned Waits = 0;
  while (Threads[Waits].Now == State::Ended)
    ++Waits;
  const Thread &T = Threads[Waits];
  const char *What = T.Now == State::AtWarp   ? "its warp"
                     : T.Now == State::AtGrid ? "the grid"
                                              : "its block";
  std::string Text = threadName(Waits) + " waits for " + What + " in kernel '" +
                     Launch.Site->Name + "', but ";
  for (unsigned I = 0; I < Threads.size(); ++I) {
    const Thread &Other = Threads[I];
    if (Other.Now == State::Ended)
      fail("divergent-barrier", T.WaitsAt, Text + threadName(I) + " has ended");
    if (Other.Now != T.Now || Other.WaitsAt != T.WaitsAt)
      fail("divergent-barrier", T.WaitsAt,
           Text + threadName(I) + " waits elsewhere", Other.WaitsAt,
           "the other thread waits here");
  }
  fail("divergent-barrier", T.WaitsAt, Text + "not all of them take part");
}

/// All threads stopped; \returns whether the block goes on by itself.
static bool nextPhase() {
  if (Ended == Threads.size() || AtGrid == Threads.size())
    return false;
  if (releaseConverged())
    return true;
  checkMbarriers();
  // What is lenient without the check is what the hardware does: threads that
  // ended do not count.
  if (AtBarrier + Ended != Threads.size() || (Ended && settings().Barriers))
    failDivergent();
  for (const Thread &T : Threads)
    if (settings().Barriers && T.WaitsAt != Threads[0].WaitsAt)
      failDivergent();
  LastBarrier = {0, AtBarrier};
  for (const Thread &T : Threads)
    LastBarrier.True += T.Now == State::AtBarrier && T.Predicate;
  advanceClock();
  Block.Barrier = Block.Clock;
  AtBarrier = 0;
  enqueueAll();
  std::erase_if(Queue,
                [](unsigned I) { return Threads[I].Now == State::Ended; });
  return true;
}

static void enterBlock(uint64_t Index) {
  const dim3 &Grid = Launch.Grid;
  tessera_blockIdx_x = Index % Grid.x;
  tessera_blockIdx_y = Index / Grid.x % Grid.y;
  tessera_blockIdx_z = Index / Grid.x / Grid.y;
}

static void beginBlock(uint64_t Index) {
  Block = BlockState();
  Block.Index = Index;
  for (Thread &T : Threads) {
    T.Now = State::Fresh;
    T.Passed = 0;
    T.LaneSync.clear();
  }
  AtBarrier = Ended = 0;
  enqueueAll();
}

/// Until its threads end, or wait for the grid.
static void continueBlock() {
  do
    while (Next < Queue.size())
      resume(Queue[Next++]);
  while (nextPhase());
}

static void endBlock() {
  finishStores();
  forgetMbarriers();
}

/// The blocks of a launch of \p Blocks blocks that are executed, in order.
static std::vector<uint64_t> blocksToRun(uint64_t Blocks) {
  std::vector<uint64_t> Order(Blocks);
  std::iota(Order.begin(), Order.end(), 0);
  // Of sampled ones the same in every program that is run with this seed.
  if (uint64_t Limit = settings().Blocks; Limit && Limit < Blocks) {
    std::vector<uint64_t> Sample;
    std::ranges::sample(Order, std::back_inserter(Sample), Limit,
                        std::mt19937_64(settings().Seed + Launch.Number));
    Order = std::move(Sample);
  }
  if (settings().Seed)
    std::ranges::shuffle(Order, Random);
  return Order;
}

/// A block of a cooperative launch, while others run.
struct WaitingBlock {
  BlockState State;
  std::vector<Thread> Threads;
  bool HasEnded = false;
};

/// Some blocks wait for the grid: all must.
static void checkAllWait(const std::vector<WaitingBlock> &Blocks) {
  for (const WaitingBlock &B : Blocks)
    if (const Thread &T = B.Threads.front(); !B.HasEnded)
      for (const WaitingBlock &Other : Blocks)
        if (Other.HasEnded || Other.Threads.front().WaitsAt != T.WaitsAt)
          fail(
              "divergent-barrier", T.WaitsAt,
              threadName(makeStamp(Launch.Actor, B.State.Index, 0, 0)) +
                  " waits for the grid in kernel '" + Launch.Site->Name +
                  "', but " +
                  threadName(makeStamp(Launch.Actor, Other.State.Index, 0, 0)) +
                  (Other.HasEnded ? " has ended" : " waits elsewhere"));
}

/// Runs all blocks from one barrier of the grid to the next.
static void runCooperatively(uint64_t Count) {
  std::vector<WaitingBlock> Blocks(Count);
  std::vector<uint64_t> Order(Count);
  std::iota(Order.begin(), Order.end(), 0);
  bool Began = false, Waiting = true;
  while (Waiting) {
    if (settings().Seed)
      std::ranges::shuffle(Order, Random);
    uint64_t Latest = 0;
    Waiting = false;
    for (uint64_t I : Order) {
      WaitingBlock &Mine = Blocks[I];
      enterBlock(I);
      showSharedMemory(I);
      if (!Began) {
        Threads.assign(Threads.size(), Thread());
        beginBlock(I);
      } else {
        Threads = std::move(Mine.Threads);
        Block = Mine.State;
        Block.Clock = Block.Barrier = GridClock;
        enqueueAll();
      }
      AtBarrier = AtGrid = Ended = 0;
      continueBlock();
      Mine.HasEnded = AtGrid == 0;
      if (Mine.HasEnded)
        endBlock();
      else
        advanceClock();
      Waiting |= !Mine.HasEnded;
      Latest = std::max(Latest, Block.Clock);
      Mine.State = Block;
      Mine.Threads = Threads;
    }
    Began = true;
    if (Waiting)
      checkAllWait(Blocks);
    GridClock = Latest;
  }
  GridClock = 0;
  forgetSharedMemory();
}

void runLaunch() {
  const dim3 &B = Launch.Block, &G = Launch.Grid;
  tessera_blockDim_x = B.x, tessera_blockDim_y = B.y, tessera_blockDim_z = B.z;
  tessera_gridDim_x = G.x, tessera_gridDim_y = G.y, tessera_gridDim_z = G.z;
  Threads.assign(size_t(B.x) * B.y * B.z, Thread());
  Launch.Actor = launchOf(operationMoment().Now);
  Current.Unordered = operationMoment().Unordered;
  Random.seed(settings().Seed + Launch.Number);
  uint64_t Blocks = uint64_t(G.x) * G.y * G.z;
  Published.assign(Blocks, false);
  AtGrid = 0;
  CurrentMode = Mode::Kernel;
  if (Launch.Cooperative)
    runCooperatively(Blocks);
  else
    for (uint64_t I : blocksToRun(Blocks)) {
      enterBlock(I);
      beginBlock(I);
      continueBlock();
      endBlock();
    }
  CurrentMode = Mode::Host;
  Launch.Actor = 0;
}

BarrierResult waitForBlock(int Predicate, uintptr_t Address) {
  settlePendingWrite();
  Thread &T = Threads[Running];
  T.Now = State::AtBarrier;
  T.WaitsAt = Address;
  T.Predicate = Predicate;
  ++AtBarrier;
  pause();
  // Stays until all have come to the next barrier, this thread too.
  return LastBarrier;
}

void waitForGrid(uintptr_t Address) {
  settlePendingWrite();
  if (!Launch.Cooperative)
    fail("grid-barrier", Address,
         threadName(Running) + " waits for the grid in kernel '" +
             Launch.Site->Name + "', which is not launched cooperatively");
  if (usesMbarriers())
    unsupported(Address, "a barrier of the grid besides an mbarrier");
  Thread &T = Threads[Running];
  T.Now = State::AtGrid;
  T.WaitsAt = Address;
  ++AtGrid;
  pause();
}

void waitForMbarrier(uintptr_t Address) {
  settlePendingWrite();
  Threads[Running].Now = State::AtMbarrier;
  Threads[Running].WaitsAt = Address;
  pause();
}

void releaseFromMbarrier(unsigned Index, uint64_t Completed) {
  Thread &T = Threads[Index];
  T.Now = State::Running;
  T.Passed = std::max(T.Passed, Completed);
  Queue.push_back(Index);
}

void passMbarrier(uint64_t Completed) {
  Thread &T = Threads[Running];
  T.Passed = std::max(T.Passed, Completed);
  setCurrent(Running);
}

unsigned currentThread() { return Running; }

} // namespace tessera_rt
