//===- Transforms.h - Tree to tree ----------------------------------------===//
//
// Each transformation is a pure function with its Before and After; none
// checks whether it is legal or pays: that is the planner's promise.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_TRANSFORM_TRANSFORMS_H
#define TESSERA_TRANSFORM_TRANSFORMS_H

#include "tessera/Plan/TilePlan.h"
#include "tessera/Transform/FlowTransforms.h"
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
///   if (k0 + 15 < n)
///     #pragma unroll
///     for (int k = k0; k < k0 + 16; k++) body
///   else
///     for (int k = k0; k < n; k++) body
NodePtr stripMine(const NodePtr &Body, const KernelModel &Kernel,
                  const StagePoint &Point, const SymbolNames &Symbols,
                  std::vector<NodePtr> Before, std::vector<NodePtr> After);

/// The same with two buffers: the next strip is on its way while this one is
/// computed.
///
/// After:   int buffer = 0;
///          float A_next[4];
///          if (0 < n) { fetch(0); store; }
///          __syncthreads();
///          for (int k0 = 0; k0 < n; k0 += 16) {
///            const bool more = k0 + 16 < n;
///            if (more) fetch(k0 + 16);
///            compute
///            if (more) { buffer ^= 1; store; __syncthreads(); }
///          }
///
/// One barrier per strip is enough: a buffer is stored while only the other
/// one is read.
NodePtr pipelineStrips(const NodePtr &Body, const KernelModel &Kernel,
                       const StagePoint &Point, const SymbolNames &Symbols,
                       NameScope &Names);

/// The iterations of the strip of \p Loop that has begun, without its loads.
std::vector<NodePtr> computeStrip(const Node &Loop, const KernelModel &Kernel,
                                  const StagePoint &Point,
                                  const SymbolNames &Symbols);

/// Whether each thread has its own part of a strip of \p Point, in a loop with
/// its own bounds.
bool isPlainStrip(const StagePoint &Point);

/// `for (int k0 = 0; k0 < n; k0 += 16)`
Text stripHeader(const LoopInfo &L, const StagePoint &Point);
/// `k0 + Ahead < n`
std::string stripTest(const LoopInfo &L, const StagePoint &Point,
                      int64_t Ahead);

/// The declaration of a tile: `__shared__ float A_tile[16][17];`, or for a
/// run-time size `float *A_tile = (float *)smem;` in the dynamic shared memory
/// \p DynamicName.
NodePtr declareTile(const TileStage &Tile, const KernelModel &Kernel,
                    const SymbolNames &Symbols, llvm::StringRef DynamicName);

/// The block fills a tile together:
///
///   for (int y = threadIdx.y; y < 10; y += 8)
///     for (int x = threadIdx.x; x < 34; x += 32) {
///       const int in_y = blockIdx.y * 8 + y - 1; ...
///       if (in_y >= 0 && ...)
///         in_tile[y][x] = in[in_y * nx + in_x];
///     }
///
/// \param Step the first iteration of the strip, as in the tile's origins.
/// Does not wait: a barrier must follow before the tile is read.
NodePtr loadTile(const TileStage &Tile, const KernelModel &Kernel,
                 const SymbolNames &Symbols, NameScope &Names,
                 const Polynomial &Step);

/// The block copies back what it has written to a tile; see loadTile.
NodePtr copyBack(const TileStage &Tile, const KernelModel &Kernel,
                 const SymbolNames &Symbols, NameScope &Names,
                 const Polynomial &Step);

/// The same in two passes with registers of the thread in between.
NodePtr fetchTile(const TileStage &Tile, const KernelModel &Kernel,
                  const SymbolNames &Symbols, NameScope &Names,
                  const Polynomial &Step);
NodePtr storeTile(const TileStage &Tile, const KernelModel &Kernel,
                  const SymbolNames &Symbols, NameScope &Names);
/// `float A_next[4];`
NodePtr declareFetched(const TileStage &Tile, const KernelModel &Kernel,
                       const SymbolNames &Symbols, NameScope &Names);

/// Drops declarations of variables that \p Body does not use any more, as
/// \p Before did: compilers warn about them.
NodePtr dropUnused(const NodePtr &Body, const NodePtr &Before);

/// Makes the accesses of \p Tile access the tile.
///
/// Before:  sum += A[row * n + k] * b;
/// After:   sum += A_tile[threadIdx.y][k - k0] * b;
NodePtr redirectAccesses(const NodePtr &Body, const TileStage &Tile,
                         const KernelModel &Kernel, const SymbolNames &Symbols);

/// Carries out a whole plan on the body of \p Kernel.
NodePtr applyPlan(const KernelModel &Kernel, const KernelPlan &Plan);

} // namespace tessera

#endif
