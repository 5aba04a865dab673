//===- BulkCopy.cpp -------------------------------------------------------===//
#include "BulkCopy.h"
#include "Checks.h"
#include "Mbarrier.h"
#include "MemoryMap.h"
#include "Report.h"
#include "Settings.h"
#include "include/tessera_run/bulk.h"

#include <cstring>
#include <deque>
#include <map>

#define CALLER reinterpret_cast<uintptr_t>(__builtin_return_address(0))

namespace tessera_rt {

static uintptr_t number(const void *Pointer) {
  return reinterpret_cast<uintptr_t>(Pointer);
}

/// Calls \p Visit for each cell of an array; none if there is no such array.
template <class Visitor>
static void forCells(const char *Pointer, size_t Bytes, Visitor Visit) {
  uintptr_t Begin = number(Pointer);
  Segment *S = memoryMap().find(Begin);
  if (!S || !Bytes || !S->holds(Begin, Bytes))
    return;
  Cell *Last = S->cell(Begin + Bytes - 1);
  for (Cell *At = S->cell(Begin); At <= Last; ++At)
    Visit(*At);
}

template <class Visitor>
static void forTargets(const BulkCopy &Copy, Visitor Visit) {
  if (Copy.Target)
    return Visit(Copy.Target, Copy.Bytes);
  for (const Piece &P : Copy.Pieces)
    Visit(P.To, P.Bytes);
}

void moveBytes(BulkCopy &Copy) {
  if (Copy.Moved)
    return;
  for (const Piece &P : Copy.Pieces)
    if (P.From)
      std::memcpy(P.To, P.From, P.Bytes);
    else
      std::memset(P.To, 0, P.Bytes);
  Copy.Moved = true;
}

void beginCopy(BulkCopy &Copy) {
  Copy.Issuer = currentThread();
  for (const Piece &P : Copy.Pieces)
    if (P.From)
      checkAccess(Access::Read, number(P.From), P.Bytes, Copy.Code);
  forTargets(Copy, [&](char *To, size_t Bytes) {
    checkAccess(Access::Write, number(To), Bytes, Copy.Code);
    if (CurrentMode == Mode::Undecided)
      moveBytes(Copy); // to be compared with what another thread wrote
  });
  settlePendingWrite();
  forTargets(Copy, [](char *To, size_t Bytes) {
    forCells(To, Bytes, [](Cell &C) { C.Write |= AsyncWrite; });
  });
  if (settings().Seed % 2)
    moveBytes(Copy);
}

void finishCopy(BulkCopy &Copy, Stamp Flags) {
  moveBytes(Copy);
  Stamp Now =
      makeStamp(Launch.Actor, Block.Index, Block.Clock, Copy.Issuer) | Flags;
  auto Code = static_cast<uint32_t>(Copy.Code);
  forTargets(Copy, [&](char *To, size_t Bytes) {
    forCells(To, Bytes, [&](Cell &C) { C.Write = Now, C.WriteAt = Code; });
  });
}

//===----------------------------------------------------------------------===//
// What a bulk copy can address
//===----------------------------------------------------------------------===//

static void checkAlignment(const Segment &S, uintptr_t Address,
                           size_t Alignment, uintptr_t Code) {
  if (Address % Alignment)
    failMisaligned(Address, Alignment, Code);
  if (S.Align % Alignment)
    fail("misaligned-access", Code,
         nameOf(S) + " is declared with an alignment of " +
             std::to_string(S.Align) + "; this copy needs one of " +
             std::to_string(Alignment));
}

static void checkSpace(const void *Pointer, bool Shared, size_t Alignment,
                       const char *What, uintptr_t Code) {
  if (!settings().Bounds)
    return;
  Segment *S = memoryMap().find(number(Pointer));
  if (!S && !isFiberStack(number(Pointer)))
    return; // out of bounds, which the access will tell
  bool InShared = S && S->Kind == Region::Shared;
  bool InGlobal = S && !InShared && S->Kind != Region::Constant;
  if (Shared ? !InShared : !InGlobal)
    fail("bulk-copy-space", Code,
         std::string(What) + " is in " + (Shared ? "shared" : "global") +
             " memory; " + (S ? nameOf(*S) : "a local variable") + " is not");
  checkAlignment(*S, number(Pointer), Alignment, Code);
}

void checkShared(const void *Pointer, size_t Alignment, const char *What,
                 uintptr_t Code) {
  checkSpace(Pointer, true, Alignment, What, Code);
}
void checkGlobal(const void *Pointer, size_t Alignment, const char *What,
                 uintptr_t Code) {
  checkSpace(Pointer, false, Alignment, What, Code);
}

static void checkSize(size_t Bytes, uintptr_t Code) {
  if (Bytes % 16)
    fail("bulk-copy-size", Code,
         "a bulk copy moves a multiple of 16 bytes, not " +
             std::to_string(Bytes));
}

//===----------------------------------------------------------------------===//
// Proxy fences
//===----------------------------------------------------------------------===//

/// Clock of the last one of each thread of the block.
static std::map<unsigned, uint64_t> FencedAt;

bool isFenced(unsigned Thread, uint64_t Clock) {
  auto Found = FencedAt.find(Thread);
  return Found != FencedAt.end() && Found->second >= Clock;
}

void fenceProxyAsync() {
  settlePendingWrite();
  FencedAt[currentThread()] = Block.Clock;
  // What the thread writes from now on needs another one. Clocks are few: of a
  // block with very many fences, such writes are not told from earlier ones.
  if (Block.Clock < ClockMask / 2)
    advanceBlockClock();
}

/// What ordinary writes left in shared memory, bulk copies see after a fence.
static void checkFenced(const Piece &P, uintptr_t Code) {
  forCells(P.From, P.Bytes, [&](const Cell &C) {
    if (!sameBlock(C.Write, Current.Now) || C.Write & BulkWrite ||
        isFenced(threadOf(C.Write), clockOf(C.Write)))
      return;
    fail("proxy-fence-missing", Code,
         threadName(Current.Now) + " in kernel '" + Launch.Site->Name +
             "' begins a bulk copy from shared memory; " + threadName(C.Write) +
             " wrote there and made no fence_proxy_async_shared_cta() since",
         C.WriteAt, "it was written here");
  });
}

//===----------------------------------------------------------------------===//
// Stores and their groups
//===----------------------------------------------------------------------===//

namespace {
using Group = std::vector<BulkCopy>;

/// The stores that a thread has under way.
struct Stores {
  Group Open;
  std::deque<Group> Committed;
};

std::map<unsigned, Stores> StoresOf; ///< of the block, by thread
} // namespace

void addStore(BulkCopy Copy) {
  for (const Piece &P : Copy.Pieces)
    checkFenced(P, Copy.Code);
  beginCopy(Copy);
  StoresOf[currentThread()].Open.push_back(std::move(Copy));
}

void bulkCommit() {
  Stores &Mine = StoresOf[currentThread()];
  Mine.Committed.push_back(std::move(Mine.Open));
  Mine.Open.clear();
}

/// Reads the source now; it is written later.
static void readSource(BulkCopy &Copy) {
  if (Copy.Moved || !Copy.Buffer.empty())
    return;
  size_t Bytes = 0;
  for (const Piece &P : Copy.Pieces)
    Bytes += P.Bytes;
  Copy.Buffer.resize(Bytes);
  char *At = Copy.Buffer.data();
  for (Piece &P : Copy.Pieces) {
    std::memcpy(At, P.From, P.Bytes);
    P.From = At;
    At += P.Bytes;
  }
}

void bulkWait(unsigned Keep, bool OnlyRead) {
  settlePendingWrite();
  std::deque<Group> &Groups = StoresOf[currentThread()].Committed;
  if (Groups.size() <= Keep)
    return;
  size_t Old = Groups.size() - Keep;
  for (size_t I = 0; I < Old; ++I)
    for (BulkCopy &Copy : Groups[I])
      OnlyRead ? readSource(Copy) : finishCopy(Copy, 0);
  if (!OnlyRead)
    Groups.erase(Groups.begin(), Groups.begin() + Old);
}

void finishStores() {
  for (auto &[Thread, Mine] : StoresOf) {
    for (Group &G : Mine.Committed)
      for (BulkCopy &Copy : G)
        finishCopy(Copy, 0);
    for (BulkCopy &Copy : Mine.Open)
      finishCopy(Copy, 0);
  }
  StoresOf.clear();
  FencedAt.clear();
}

//===----------------------------------------------------------------------===//
// Copies of contiguous bytes
//===----------------------------------------------------------------------===//

static BulkCopy contiguous(void *To, const void *From, size_t Bytes,
                           uintptr_t Code) {
  BulkCopy Copy;
  Copy.Bytes = Bytes;
  Copy.Code = Code;
  if (Bytes)
    Copy.Pieces = {
        {static_cast<char *>(To), static_cast<const char *>(From), Bytes}};
  return Copy;
}

void copyAsync(void *To, const void *From, size_t Bytes, size_t Alignment,
               void *Barrier) {
  for (const void *Side : {static_cast<const void *>(To), From})
    if (number(Side) % Alignment)
      failMisaligned(number(Side), Alignment, CALLER);
  if (Bytes % Alignment)
    fail("bulk-copy-size", CALLER,
         "a copy of cuda::aligned_size_t<" + std::to_string(Alignment) +
             "> moves a multiple of " + std::to_string(Alignment) +
             " bytes, not " + std::to_string(Bytes));
  expectBytes(Barrier, Bytes, CALLER);
  BulkCopy Copy = contiguous(To, From, Bytes, CALLER);
  Copy.IsBulk = false;
  attachCopy(Barrier, std::move(Copy));
}

void bulkLoad(void *To, const void *From, size_t Bytes, void *Barrier) {
  checkSize(Bytes, CALLER);
  checkShared(To, 16, "the target of this copy", CALLER);
  checkGlobal(From, 16, "the source of this copy", CALLER);
  checkBarrierFenced(Barrier, CALLER);
  attachCopy(Barrier, contiguous(To, From, Bytes, CALLER));
}

void bulkStore(void *To, const void *From, size_t Bytes) {
  checkSize(Bytes, CALLER);
  checkGlobal(To, 16, "the target of this copy", CALLER);
  checkShared(From, 16, "the source of this copy", CALLER);
  addStore(contiguous(To, From, Bytes, CALLER));
}

} // namespace tessera_rt
