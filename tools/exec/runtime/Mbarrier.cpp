//===- Mbarrier.cpp -------------------------------------------------------===//
#include "Mbarrier.h"
#include "Checks.h"
#include "MemoryMap.h"
#include "Report.h"
#include "include/tessera_run/bulk.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

#define CALLER reinterpret_cast<uintptr_t>(__builtin_return_address(0))

namespace tessera_rt {

namespace {

constexpr int64_t Limit = (1 << 20) - 1; ///< of counts and bytes
constexpr size_t BarrierBytes = 8;

struct Mbarrier {
  uint64_t Serial = 0;  ///< what is in memory meanwhile
  int64_t Expected = 0; ///< arrivals in each phase
  int64_t Pending = 0;  ///< of these, not yet in this one
  int64_t Tx = 0;       ///< bytes announced in this phase
  uint64_t Phase = 0;
  uint64_t Completed = 0; ///< clock when the last phase was
  unsigned Initialiser = 0;
  uint64_t InitialisedAt = 0; ///< clock
  std::vector<BulkCopy> Attached;
  std::vector<unsigned> Waiting; ///< threads

  /// Bytes that the attached copies bring.
  int64_t coming() const {
    int64_t Sum = 0;
    for (const BulkCopy &Copy : Attached)
      Sum += static_cast<int64_t>(Copy.Bytes);
    return Sum;
  }
};

/// Of the block that runs.
std::map<uintptr_t, Mbarrier> Mbarriers;

} // namespace

static std::string nameAt(uintptr_t Address) {
  Segment *S = memoryMap().find(Address);
  if (!S)
    return "an mbarrier";
  if (Address == S->Begin && S->End - S->Begin == BarrierBytes)
    return nameOf(*S);
  return nameOf(*S) + " at byte " + std::to_string(Address - S->Begin);
}

/// "thread (0,0,0) of block (0,0,0) in kernel 'k' "
static std::string whoAmI() {
  return threadName(Current.Now) + " in kernel '" + Launch.Site->Name + "' ";
}

static std::string count(int64_t Number, const char *Noun) {
  return std::to_string(Number) + " " + Noun + (Number == 1 ? "" : "s");
}

/// The state of an initialised barrier. Its use is a read of what `init` wrote,
/// so that an unordered `init` is a race.
static Mbarrier &find(const void *Barrier, uintptr_t Code) {
  settlePendingWrite();
  auto Address = reinterpret_cast<uintptr_t>(Barrier);
  auto Found = Mbarriers.find(Address);
  if (Found == Mbarriers.end())
    fail("mbarrier-not-initialised", Code,
         whoAmI() + "uses " + nameAt(Address) + " before its init()");
  checkAccess(Access::Read, Address, BarrierBytes, Code);
  if (std::memcmp(Barrier, &Found->second.Serial, BarrierBytes) != 0)
    fail("mbarrier-not-initialised", Code,
         whoAmI() + "uses " + nameAt(Address) +
             ", over which something else was written");
  return Found->second;
}

void mbarrierInit(void *Barrier, long long Count) {
  auto Address = reinterpret_cast<uintptr_t>(Barrier);
  Segment *S = memoryMap().find(Address);
  if (!S || S->Kind != Region::Shared)
    unsupported(CALLER, "a cuda::barrier outside of shared memory");
  if (Address % BarrierBytes)
    failMisaligned(Address, BarrierBytes, CALLER);
  if (Count < 1 || Count > Limit)
    fail("mbarrier-count", CALLER,
         "an mbarrier expects 1 to " + std::to_string(Limit) +
             " arrivals, not " + std::to_string(Count));
  checkAccess(Access::Write, Address, BarrierBytes, CALLER);
  // No two values are the same: initialised by several threads is a race.
  static uint64_t Serial = 0;
  std::memcpy(Barrier, &++Serial, BarrierBytes);
  settlePendingWrite();
  Mbarrier Fresh;
  Fresh.Serial = Serial;
  Fresh.Expected = Fresh.Pending = Count;
  Fresh.Initialiser = currentThread();
  Fresh.InitialisedAt = Block.Clock;
  Mbarriers[Address] = std::move(Fresh);
}

/// Begins the next phase.
static void complete(Mbarrier &Bar) {
  for (BulkCopy &Copy : Bar.Attached)
    finishCopy(Copy, BulkWrite);
  Bar.Attached.clear();
  Bar.Tx = 0;
  Bar.Pending = Bar.Expected;
  ++Bar.Phase;
  advanceBlockClock();
  Bar.Completed = Block.Clock;
  for (unsigned Thread : Bar.Waiting)
    releaseFromMbarrier(Thread, Bar.Completed);
  Bar.Waiting.clear();
}

/// After a change: completes the phase if that is possible, and somebody waits
/// or it is \p Wanted. Without copies nobody can tell.
static void progress(Mbarrier &Bar, const void *Barrier, bool Wanted,
                     uintptr_t Code) {
  if (Bar.Pending)
    return;
  int64_t Coming = Bar.coming();
  if (Coming > Bar.Tx)
    fail("mbarrier-too-many-bytes", Code,
         nameAt(reinterpret_cast<uintptr_t>(Barrier)) + " in kernel '" +
             Launch.Site->Name + "' expects " + count(Bar.Tx, "byte") +
             " in this phase, and copies bring " + std::to_string(Coming));
  if (Coming < Bar.Tx)
    return;
  if (!Bar.Attached.empty() && Bar.Waiting.empty() && !Wanted)
    return;
  complete(Bar);
}

static uint64_t arrive(const void *Barrier, int64_t Count, bool Drop,
                       uintptr_t Code) {
  Mbarrier &Bar = find(Barrier, Code);
  if (Count < 1 || Count > Bar.Pending)
    fail("mbarrier-too-many-arrivals", Code,
         whoAmI() + "arrives " + count(Count, "time") + " at " +
             nameAt(reinterpret_cast<uintptr_t>(Barrier)) + ", which expects " +
             std::to_string(Bar.Pending) + " more of " +
             count(Bar.Expected, "arrival") + " in this phase");
  uint64_t Phase = Bar.Phase;
  Bar.Pending -= Count;
  if (Drop)
    Bar.Expected -= Count;
  progress(Bar, Barrier, false, Code);
  return Phase;
}

unsigned long long mbarrierArrive(void *Barrier, long long Count) {
  return arrive(Barrier, Count, false, CALLER);
}
void mbarrierDrop(void *Barrier) { arrive(Barrier, 1, true, CALLER); }

void expectBytes(const void *Barrier, long long Bytes, uintptr_t Code) {
  Mbarrier &Bar = find(Barrier, Code);
  Bar.Tx += Bytes;
  if (Bytes < 0 || Bar.Tx > Limit)
    fail("mbarrier-count", Code,
         "an mbarrier expects 0 to " + std::to_string(Limit) + " bytes, not " +
             std::to_string(Bytes < 0 ? Bytes : Bar.Tx));
}
void mbarrierExpect(void *Barrier, long long Bytes) {
  expectBytes(Barrier, Bytes, CALLER);
}

void attachCopy(const void *Barrier, BulkCopy Copy) {
  Mbarrier &Bar = find(Barrier, Copy.Code);
  beginCopy(Copy);
  uintptr_t Code = Copy.Code;
  Bar.Attached.push_back(std::move(Copy));
  progress(Bar, Barrier, false, Code);
}

void checkBarrierFenced(const void *Barrier, uintptr_t Code) {
  const Mbarrier &Bar = find(Barrier, Code);
  if (isFenced(Bar.Initialiser, Bar.InitialisedAt))
    return;
  Stamp Who = makeStamp(Launch.Actor, Block.Index, 0, Bar.Initialiser);
  fail("proxy-fence-missing", Code,
       whoAmI() + "begins a bulk copy with " +
           nameAt(reinterpret_cast<uintptr_t>(Barrier)) + "; " +
           threadName(Who) +
           " made no fence_proxy_async_shared_cta() after its init()");
}

/// Waits until \p IsOver of the barrier.
template <class Condition>
static void waitUntil(const void *Barrier, Condition IsOver, uintptr_t Code) {
  Mbarrier &Bar = find(Barrier, Code);
  if (!IsOver(Bar))
    progress(Bar, Barrier, /*Wanted=*/true, Code);
  if (IsOver(Bar))
    return passMbarrier(Bar.Completed);
  Bar.Waiting.push_back(currentThread());
  waitForMbarrier(Code);
}

void mbarrierWait(const void *Barrier, unsigned long long Phase) {
  waitUntil(
      Barrier, [=](const Mbarrier &Bar) { return Bar.Phase > Phase; }, CALLER);
}

void mbarrierWaitParity(const void *Barrier, bool Parity) {
  waitUntil(
      Barrier, [=](const Mbarrier &Bar) { return Bar.Phase % 2 != Parity; },
      CALLER);
}

void failNeverCompletes(unsigned Thread, uintptr_t Code) {
  std::string Text =
      threadName(makeStamp(Launch.Actor, Block.Index, 0, Thread)) +
      " waits in kernel '" + Launch.Site->Name + "' for ";
  for (const auto &[Address, Bar] : Mbarriers)
    if (std::ranges::count(Bar.Waiting, Thread))
      fail("mbarrier-never-completes", Code,
           Text + nameAt(Address) + ", in whose phase " +
               count(Bar.Pending, "arrival") + " and " +
               count(std::max<int64_t>(Bar.Tx - Bar.coming(), 0), "byte") +
               " are missing, and no thread can go on");
  // It was initialised again meanwhile.
  fail("mbarrier-never-completes", Code,
       Text + "an mbarrier that was initialised again");
}

bool usesMbarriers() { return !Mbarriers.empty(); }

void forgetMbarriers() {
  static std::set<uintptr_t> Warned;
  for (const auto &[Address, Bar] : Mbarriers)
    for (const BulkCopy &Copy : Bar.Attached)
      if (Copy.IsBulk && Warned.insert(Copy.Code).second)
        report("warning", "bulk-copy-not-waited", Copy.Code,
               std::string("a block of kernel '") + Launch.Site->Name +
                   "' ends, and no thread has waited for this copy into its "
                   "shared memory");
  Mbarriers.clear();
}

} // namespace tessera_rt
