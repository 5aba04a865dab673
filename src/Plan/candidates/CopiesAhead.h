//===- CopiesAhead.h - Rows and columns that are copied ahead -------------===//
//
// Threads that go through a row each read elements far apart, and a few of
// them, or of threads that go through columns, wait for memory most of the
// time. Blocks of one or two warps share the rows and columns of their threads
// instead: asynchronous copies bring the next strips of them to shared memory,
// neighbours by neighbouring threads.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_PLAN_CANDIDATES_COPIESAHEAD_H
#define TESSERA_PLAN_CANDIDATES_COPIESAHEAD_H

#include "tessera/Plan/Planner.h"

namespace tessera {

/// \p Best, or such a plan if that is faster.
///
/// \param Cycles of \p Best, see cyclesPerOutput. The device has rates.
/// \param Messages of the kernel: where only its atomic operations forbid that,
///        they say so.
ShapeDecision planCopiesAhead(const Program &P, KernelId Kernel,
                              ShapeDecision Best, double Cycles,
                              const PlannerOptions &Opts,
                              llvm::MutableArrayRef<Diagnostic> Messages);

} // namespace tessera

#endif
