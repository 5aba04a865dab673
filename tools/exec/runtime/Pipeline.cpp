//===- Pipeline.cpp - __pipeline_memcpy_async -----------------------------===//
//
// The bytes arrive at the wait, not before: until then the cells are marked,
// and an access of any thread is an error.
//
//===----------------------------------------------------------------------===//
#include "Checks.h"
#include "MemoryMap.h"
#include "Report.h"
#include "include/cuda_pipeline.h"

#include <cstring>
#include <deque>
#include <map>

#define CALLER reinterpret_cast<uintptr_t>(__builtin_return_address(0))

using namespace tessera_rt;

namespace {

struct Copy {
  char *To;
  const char *From;
  size_t Bytes, Zeros;
};
using Batch = std::vector<Copy>;

/// What a thread has under way.
struct Pipeline {
  Batch Open;
  std::deque<Batch> Committed;
};

/// Of the block that runs, by thread.
std::map<unsigned, Pipeline> Pipelines;
unsigned long OfLaunch = 0;
uint64_t OfBlock = 0;

} // namespace

static Pipeline &mine() {
  if (OfLaunch != Launch.Number || OfBlock != Block.Index)
    Pipelines.clear(); // what a block never waited for is of no effect
  OfLaunch = Launch.Number;
  OfBlock = Block.Index;
  return Pipelines[currentThread()];
}

/// Marks the cells of a copy, or removes the marks.
static void mark(const Copy &C, bool On) {
  uintptr_t Begin = reinterpret_cast<uintptr_t>(C.To);
  Segment *S = memoryMap().find(Begin);
  if (!S || !S->holds(Begin, C.Bytes))
    return;
  Cell *Last = S->cell(Begin + C.Bytes - 1);
  for (Cell *At = S->cell(Begin); At <= Last; ++At)
    At->Write = On ? At->Write | AsyncWrite : At->Write & ~Stamp(AsyncWrite);
}

static void move(const Copy &C) {
  std::memcpy(C.To, C.From, C.Bytes - C.Zeros);
  std::memset(C.To + (C.Bytes - C.Zeros), 0, C.Zeros);
  settlePendingWrite();
}

static void finish(const Batch &Copies, uintptr_t Code) {
  for (const Copy &C : Copies) {
    mark(C, false);
    // It is only now that the thread writes it.
    checkAccess(Access::Write, reinterpret_cast<uintptr_t>(C.To), C.Bytes,
                Code);
    move(C);
  }
}

extern "C" {

void __pipeline_memcpy_async(void *To, const void *From, size_t Bytes,
                             size_t ZeroFilled) {
  if ((Bytes != 4 && Bytes != 8 && Bytes != 16) || ZeroFilled > Bytes)
    fail("pipeline-size", CALLER,
         "an asynchronous copy moves 4, 8 or 16 bytes, not " +
             std::to_string(Bytes));
  uintptr_t Target = reinterpret_cast<uintptr_t>(To);
  uintptr_t Source = reinterpret_cast<uintptr_t>(From);
  for (uintptr_t Side : {Target, Source})
    if (Side % Bytes)
      failMisaligned(Side, Bytes, CALLER);
  Segment *S = memoryMap().find(Target);
  if (S && S->Kind != Region::Shared)
    fail("pipeline-target", CALLER,
         "an asynchronous copy goes to shared memory, not to " + nameOf(*S));
  if (Bytes > ZeroFilled)
    checkAccess(Access::Read, Source, Bytes - ZeroFilled, CALLER);
  checkAccess(Access::Write, Target, Bytes, CALLER);
  Copy C = {static_cast<char *>(To), static_cast<const char *>(From), Bytes,
            ZeroFilled};
  if (CurrentMode == Mode::Undecided)
    move(C); // to be compared with what another thread wrote
  mark(C, true);
  mine().Open.push_back(C);
}

void __pipeline_commit() {
  Pipeline &P = mine();
  P.Committed.push_back(std::move(P.Open));
  P.Open.clear();
}

void __pipeline_wait_prior(size_t Keep) {
  settlePendingWrite();
  Pipeline &P = mine();
  while (P.Committed.size() > Keep) {
    finish(P.Committed.front(), CALLER);
    P.Committed.pop_front();
  }
}

} // extern "C"

size_t tessera_rt::pipelineWidth(const void *To, const void *From) {
  const uintptr_t Target = reinterpret_cast<uintptr_t>(To);
  const Segment *S = memoryMap().find(Target);
  if (!S || S->Kind != Region::Shared)
    return 0;
  for (size_t Width : {16, 8, 4})
    if ((Target | reinterpret_cast<uintptr_t>(From)) % Width == 0)
      return Width;
  return 0;
}
