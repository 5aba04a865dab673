//===- StripTransforms.h - Loops in strips --------------------------------===//
#ifndef TESSERA_TRANSFORM_STRIPTRANSFORMS_H
#define TESSERA_TRANSFORM_STRIPTRANSFORMS_H

#include "tessera/Plan/TilePlan.h"
#include "tessera/Transform/Names.h"

namespace tessera {

/// Cuts a loop into strips, with statements around each strip.
///
/// Before:  for (int k = 0; k < n; k++) body
/// After:   for (int k0 = 0; k0 < n; k0 += 16) {
///            Before...
///            for (int k = k0; k < k0 + 16 && k < n; k++) body
///            After...
///          }
///
/// A predicate around the whole body moves out of the inner loop. If the strips
/// do not divide the loop and the plan unrolls them, the inner loop is
///
///   auto step = [&](int k) body;
///   if (k0 + 15 < n)
///     #pragma unroll
///     for (int k = k0; k < k0 + 16; k++) step(k);
///   else
///     for (int k = k0; k < n; k++) step(k);
NodePtr stripMine(const NodePtr &Body, const KernelModel &Kernel,
                  const StagePoint &Point, const SymbolNames &Symbols,
                  NameScope &Names, std::vector<NodePtr> Before,
                  std::vector<NodePtr> After);

/// `k = 0;`, if what is behind the loop \p L sees its counter and may find the
/// first value: rounds of strips would not set it. Null for others.
NodePtr firstValue(const LoopInfo &L);

/// The same with two buffers: the next strip is on its way while this one is
/// computed.
///
/// After:   int buffer = 0;
///          float A_next[4];
///          auto fetch = [&](int k0) { .. };
///          auto store = [&] { .. };
///          if (0 < n) { fetch(0); store(); }
///          __syncthreads();
///          for (int k0 = 0; k0 < n; k0 += 16) {
///            const bool more = k0 + 16 < n;
///            if (more) fetch(k0 + 16);
///            compute
///            if (more) { buffer ^= 1; store(); __syncthreads(); }
///          }
///
/// One barrier per strip is enough: a buffer is stored while only the other
/// one is read.
NodePtr pipelineStrips(const NodePtr &Body, const KernelModel &Kernel,
                       const StagePoint &Point, const SymbolNames &Symbols,
                       NameScope &Names);

/// The same with asynchronous copies to the buffers of the next strips, of
/// which there is one less than there are buffers. With three:
///
/// After:   int buffer = 0, next = 0;
///          auto copy = [&](int k0) { .. };
///          for (; next < 2; ++next) {
///            if (next * 16 < n) copy(next * 16);
///            __pipeline_commit();
///          }
///          for (int k0 = 0; k0 < n; k0 += 16) {
///            __pipeline_wait_prior(1);
///            __syncthreads();
///            if (k0 + 32 < n) copy(k0 + 32);
///            __pipeline_commit();
///            compute
///            After...
///            buffer = buffer < 2 ? buffer + 1 : 0;
///            next = next < 2 ? next + 1 : 0;
///          }
///
/// One barrier per strip is enough: it lies behind the last use of the buffer
/// that is filled next. A strip beyond the end is a batch without copies.
NodePtr pipelineCopies(const NodePtr &Body, const KernelModel &Kernel,
                       const StagePoint &Point, const SymbolNames &Symbols,
                       NameScope &Names, std::vector<NodePtr> After);

/// The iterations of the strip of \p Loop that has begun, without its loads.
std::vector<NodePtr> computeStrip(const Node &Loop, const KernelModel &Kernel,
                                  const StagePoint &Point,
                                  const SymbolNames &Symbols, NameScope &Names);

/// Whether each thread has its own part of a strip of \p Point, in a loop with
/// its own bounds.
bool isPlainStrip(const StagePoint &Point);

/// Where the first strip begins, as a strip's counter.
Text firstStrip(const LoopInfo &L);
/// `for (int k0 = 0; k0 < n; k0 += 16)`
Text stripHeader(const LoopInfo &L, const StagePoint &Point);
/// `k0 + Ahead < n`
std::string stripTest(const LoopInfo &L, const StagePoint &Point,
                      int64_t Ahead);

} // namespace tessera

#endif
