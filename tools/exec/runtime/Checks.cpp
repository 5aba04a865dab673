//===- Checks.cpp ---------------------------------------------------------===//
#include "Checks.h"
#include "Devices.h"
#include "MemoryMap.h"
#include "Report.h"
#include "Settings.h"
#include "Streams.h"

#include <cstring>
#include <set>

extern "C" const char __executable_start, etext;

namespace tessera_rt {

static bool isWrite(Access What) {
  return What == Access::Write || What == Access::Atomic ||
         What == Access::AtomicWrite;
}
static bool isPlain(Access What) {
  return What == Access::Read || What == Access::Write;
}

static std::string verb(Access What) {
  if (What == Access::Atomic)
    return "updates";
  return isWrite(What) ? "writes" : "reads";
}

/// "thread (1,0,0) of block (0,0,0) writes 4 bytes in kernel 'k'"
static std::string sentence(Access What, size_t Bytes) {
  return threadName(Current.Now) + " " + verb(What) + " " +
         std::to_string(Bytes) + " byte" + (Bytes == 1 ? "" : "s") +
         " in kernel '" + Launch.Site->Name + "'";
}

static std::string place(const Segment &S, uintptr_t Address) {
  return nameOf(S) + " at byte " + std::to_string(Address - S.Begin);
}

/// An access that no segment holds entirely.
static void checkOutside(Access What, uintptr_t Address, size_t Bytes,
                         uintptr_t Code) {
  // Constants of the program, and the arguments of the kernel.
  if (!isWrite(What) &&
      Address - reinterpret_cast<uintptr_t>(&__executable_start) <
          static_cast<uintptr_t>(&etext - &__executable_start))
    return;
  uintptr_t Arguments = reinterpret_cast<uintptr_t>(Launch.Arguments);
  if (Address >= Arguments && Address < Arguments + Launch.ArgumentBytes)
    return;
  if (!settings().Bounds)
    return;
  std::string Text = sentence(What, Bytes);
  if (isFiberStack(Address))
    fail("out-of-bounds", Code,
         Text + " of a local variable of another thread");
  if (Address < 4096)
    fail("out-of-bounds", Code, Text + " through a null pointer");
  if (Segment *S = memoryMap().find(Address))
    fail("out-of-bounds", Code,
         Text + " across the end of " + nameOf(*S) + " (" +
             std::to_string(S->End - S->Begin) + " bytes)");
  std::string Where = memoryMap().describeOutside(Address);
  if (Where.empty())
    fail("host-memory-in-kernel", Code,
         Text + " of memory that no kernel can access: neither allocated by "
                "CUDA nor registered");
  fail("out-of-bounds", Code, Text + " outside of any array, " + Where);
}

void failMisaligned(uintptr_t Address, size_t Alignment, uintptr_t Code) {
  Segment *S = memoryMap().find(Address);
  fail("misaligned-access", Code,
       threadName(Current.Now) + " in kernel '" + Launch.Site->Name +
           "' accesses " + (S ? place(*S, Address) : std::string("memory")) +
           ", where an address that is a multiple of " +
           std::to_string(Alignment) + " is needed");
}

void misaligned(const void *Address, size_t Alignment) {
  if (CurrentMode != Mode::Host && settings().Bounds)
    failMisaligned(reinterpret_cast<uintptr_t>(Address), Alignment,
                   reinterpret_cast<uintptr_t>(__builtin_return_address(0)));
}

void subscriptOutOfBounds(uintptr_t Index, uintptr_t Code) {
  if (CurrentMode == Mode::Host || !settings().Bounds)
    return;
  fail("subscript-out-of-bounds", Code,
       threadName(Current.Now) + " in kernel '" + Launch.Site->Name +
           "' uses subscript " + std::to_string(static_cast<intptr_t>(Index)) +
           ", which the array does not have");
}

namespace {
/// A write that is an error unless it writes what was there.
struct {
  uintptr_t Address = 0;
  size_t Bytes = 0;
  unsigned char Old[16];
  uintptr_t Code = 0, OtherCode = 0;
  std::string Text, Note;
} Pending;
} // namespace

void settlePendingWriteNow() {
  CurrentMode = Mode::Kernel;
  if (std::memcmp(reinterpret_cast<void *>(Pending.Address), Pending.Old,
                  Pending.Bytes) != 0)
    fail("data-race", Pending.Code, Pending.Text, Pending.OtherCode,
         Pending.Note);
  static std::set<uintptr_t> Warned;
  if (Warned.insert(Pending.Code).second)
    report("warning", "same-value-race", Pending.Code,
           Pending.Text + "; both write the same value");
}

/// Whether fences and atomics order the block of \p Past before this one.
static bool isPublished(Stamp Past) {
  uint64_t Index = blockOf(Past);
  return Block.Acquired && Index < Published.size() && Published[Index];
}

static void race(Access What, const Segment &S, uintptr_t Address, size_t Bytes,
                 uintptr_t Code, Stamp Past, uint32_t PastCode, bool PastWrite,
                 bool PastAtomic, Conflict How) {
  if (How == Conflict::BetweenBlocks && isPublished(Past))
    return;
  std::string Text =
      sentence(What, Bytes) + " of " + place(S, Address) + ", which " +
      threadName(Past) +
      (PastAtomic  ? " updated"
       : PastWrite ? " wrote"
                   : " read") +
      (How == Conflict::InBlock         ? " without a barrier between"
       : How == Conflict::BetweenBlocks ? " in the same launch"
                                        : "; neither waits for the other");
  std::string Note = "the other access is here";
  if (How == Conflict::BetweenLaunches)
    fail(actorOf(Past).Stream ? "streams-not-ordered" : "host-does-not-wait",
         Code, Text, PastCode, Note);
  if (What == Access::Write && PastWrite && !PastAtomic &&
      Bytes <= sizeof(Pending.Old)) {
    Pending.Address = Address;
    Pending.Bytes = Bytes;
    std::memcpy(Pending.Old, reinterpret_cast<void *>(Address), Bytes);
    Pending.Code = Code;
    Pending.OtherCode = PastCode;
    Pending.Text = Text;
    Pending.Note = Note;
    CurrentMode = Mode::Undecided;
    return;
  }
  fail("data-race", Code, Text, PastCode, Note);
}

/// Fails if an asynchronous copy to the cell is under way.
static void checkArrived(Access What, const Segment &S, const Cell &C,
                         uintptr_t Address, size_t Bytes, uintptr_t Code) {
  if (C.Write & AsyncWrite && sameBlock(C.Write, Current.Now)) [[unlikely]]
    fail("pipeline-not-waited", Code,
         sentence(What, Bytes) + " of " + place(S, Address) + ", to which " +
             threadName(C.Write) +
             " has begun an asynchronous copy and not waited for it",
         C.WriteAt, "the copy begins here");
}

static void checkRead(Access What, const Segment &S, Cell &C, uintptr_t Address,
                      size_t Bytes, uintptr_t Code) {
  checkArrived(What, S, C, Address, Bytes, Code);
  if ((C.Read ^ Current.Now) >> ThreadShift == 0 &&
      (C.Write ^ Current.Now) >> ThreadShift == 0)
    return;
  if (S.Kind == Region::Shared && !sameBlock(C.Write, Current.Now) &&
      settings().Uninitialised)
    fail("uninitialised-shared", Code,
         sentence(What, Bytes) + " of " + place(S, Address) +
             ", which no thread of its block wrote");
  bool PastAtomic = C.Write & AtomicWrite;
  if (settings().Races && !(What == Access::AtomicRead && PastAtomic))
    if (Conflict How = againstWrite(C.Write, Current); How != Conflict::None)
      race(What, S, Address, Bytes, Code, C.Write, C.WriteAt, true, PastAtomic,
           How);
  if (What == Access::Read) {
    C.Read = afterRead(C.Read, Current);
    C.ReadAt = Code;
  }
}

static bool checkWrite(Access What, const Segment &S, Cell &C,
                       uintptr_t Address, size_t Bytes, uintptr_t Code) {
  checkArrived(What, S, C, Address, Bytes, Code);
  bool PastAtomic = C.Write & AtomicWrite;
  bool Atomic = !isPlain(What);
  if (What == Access::Atomic && S.Kind == Region::Shared &&
      !sameBlock(C.Write, Current.Now) && settings().Uninitialised)
    fail("uninitialised-shared", Code,
         sentence(What, Bytes) + " of " + place(S, Address) +
             ", which no thread of its block wrote");
  if (settings().Races) {
    if (Conflict How = againstReads(C.Read, Current); How != Conflict::None)
      race(What, S, Address, Bytes, Code, C.Read, C.ReadAt, false, false, How);
    if (!(Atomic && PastAtomic))
      if (Conflict How = againstWrite(C.Write, Current); How != Conflict::None)
        race(What, S, Address, Bytes, Code, C.Write, C.WriteAt, true,
             PastAtomic, How);
  }
  C.Write = Current.Now | (Atomic ? AtomicWrite : 0);
  C.WriteAt = Code;
  return CurrentMode == Mode::Undecided;
}

/// An access to memory of the device \p S.Device from another one.
static void checkPeer(Access What, const Segment &S, uintptr_t Address,
                      size_t Bytes, uintptr_t Code) {
  if (!S.Mapped)
    unsupported(Code, nameOf(S) + " on several GPUs: each has its own");
  if (!canAccess(Launch.Device, S.Device))
    fail("no-peer-access", Code,
         sentence(What, Bytes) + " of " + place(S, Address) +
             ", which is memory of GPU " + std::to_string(S.Device) +
             "; the kernel runs on GPU " + std::to_string(Launch.Device));
}

void checkAccess(Access What, uintptr_t Address, size_t Bytes, uintptr_t Code) {
  settlePendingWrite();
  Segment *S = memoryMap().find(Address);
  if (!S || !S->holds(Address, Bytes)) [[unlikely]]
    return checkOutside(What, Address, Bytes, Code);
  if (S->Device != Launch.Device && S->Kind != Region::Shared &&
      !isHostMemory(S->Kind)) [[unlikely]]
    checkPeer(What, *S, Address, Bytes, Code);
  if (S->Kind == Region::Constant && isWrite(What)) [[unlikely]]
    fail("constant-written", Code,
         sentence(What, Bytes) + " of " + place(*S, Address) +
             ", which is constant memory");
  if (S->CellBits && (Address | Bytes) & 3) [[unlikely]]
    S->refine();
  if (!isPlain(What)) {
    Block.Acquired = true;
    if (Block.Fenced)
      Published[Block.Index] = true;
  }
  Cell *Last = S->cell(Address + Bytes - 1);
  for (Cell *C = S->cell(Address); C <= Last; ++C) {
    if (S->Kind == Region::Shared) { // other blocks had other arrays
      if (!sameBlock(C->Write, Current.Now))
        C->Write = 0;
      if (!sameBlock(C->Read, Current.Now))
        C->Read = 0;
    }
    if (!isWrite(What))
      checkRead(What, *S, *C, Address, Bytes, Code);
    else if (checkWrite(What, *S, *C, Address, Bytes, Code)) {
      // To be compared as a whole; the rest is this thread's now.
      for (++C; C <= Last; ++C)
        C->Write = Current.Now, C->WriteAt = Code;
      return;
    }
  }
}

} // namespace tessera_rt
