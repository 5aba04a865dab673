//===- HostChecks.cpp - Accesses of the host and of copies ----------------===//
#include "Checks.h"
#include "Dump.h"
#include "MemoryMap.h"
#include "Report.h"
#include "Settings.h"
#include "Streams.h"
#include "include/cuda_runtime_api.h"

namespace tessera_rt {

static bool isWrite(Access What) {
  return What != Access::Read && What != Access::AtomicRead;
}

/// Compares an access with those that earlier ones left, and leaves its own.
static void checkCells(Access What, Segment &S, uintptr_t Address, size_t Bytes,
                       uintptr_t Code, const Moment &At, const char *Identity) {
  if (S.CellBits && (Address | Bytes) & 3)
    S.refine();
  Cell *Last = S.cell(Address + Bytes - 1);
  for (Cell *C = S.cell(Address); C <= Last; ++C) {
    bool Wrote = againstWrite(C->Write, At) == Conflict::BetweenLaunches;
    if (settings().Races &&
        (Wrote || (isWrite(What) &&
                   againstReads(C->Read, At) == Conflict::BetweenLaunches)))
      fail(Identity, Code,
           threadName(At.Now) + (isWrite(What) ? " writes " : " reads ") +
               nameOf(S) + " at byte " + std::to_string(Address - S.Begin) +
               ", which " + threadName(Wrote ? C->Write : C->Read) +
               (Wrote ? " writes" : " reads") + "; neither waits for the other",
           Wrote ? C->WriteAt : C->ReadAt, "the other access is here");
    (isWrite(What) ? C->Write : C->Read) = At.Now;
    (isWrite(What) ? C->WriteAt : C->ReadAt) = Code;
  }
}

void checkHostAccess(Access What, uintptr_t Address, size_t Bytes,
                     uintptr_t Code) {
  Segment *S = memoryMap().find(Address);
  if (HostStandsForDevice && S) {
    if (HostIsAhead)
      cudaDeviceSynchronize();
    if (S->Kind == Region::Device && S->holds(Address, Bytes))
      return;
  }
  if (S && (S->Kind == Region::Device || S->Kind == Region::Constant) &&
      settings().Bounds)
    fail("device-memory-on-host", Code,
         std::string("the host ") + (isWrite(What) ? "writes " : "reads ") +
             nameOf(*S) + " at byte " + std::to_string(Address - S->Begin) +
             ", which is in the memory of the device");
  if (!S && Address >> ArenaBits == 1 && settings().Bounds)
    fail("out-of-bounds", Code,
         std::string("the host ") + (isWrite(What) ? "writes " : "reads ") +
             std::to_string(Bytes) + " bytes outside of any array, " +
             memoryMap().describeOutside(Address));
  if (S && S->WriteCombined && !isWrite(What)) {
    S->WriteCombined = false; // once
    report("warning", "write-combined-read", Code,
           "the host reads " + nameOf(*S) +
               ", which is write-combined memory: that is very slow");
  }
  if (!HostIsAhead || !settings().Races)
    return;
  if (const Operation *Op = conflictWithHost(isWrite(What), Address, Bytes)) {
    std::string Name = globalAround(Address);
    Name = S ? nameOf(*S) : Name.empty() ? "memory" : "'" + Name + "'";
    fail("host-does-not-wait", Code,
         std::string("the host ") + (isWrite(What) ? "writes " : "reads ") +
             Name + " that " + Op->What + " uses, and does not wait for it",
         Op->Code, "the other access is here");
  }
  if (S && S->holds(Address, Bytes) && isHostMemory(S->Kind))
    checkCells(What, *S, Address, Bytes, Code, hostMoment(),
               "host-does-not-wait");
}

void checkOperationAccess(bool Write, uintptr_t Address, size_t Bytes,
                          uintptr_t Code) {
  Segment *S = memoryMap().find(Address);
  if (Bytes && hasStreams() && S && S->holds(Address, Bytes))
    checkCells(Write ? Access::Write : Access::Read, *S, Address, Bytes, Code,
               operationMoment(), "streams-not-ordered");
}

} // namespace tessera_rt
