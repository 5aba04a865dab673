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
#include "tessera/Transform/StripTransforms.h"

namespace tessera {

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
std::vector<NodePtr> loadTile(const TileStage &Tile, const KernelModel &Kernel,
                              const SymbolNames &Symbols, NameScope &Names,
                              const Polynomial &Step);

/// The first access of the user's that \p Tile is for.
std::optional<SourceRange> servedBy(const TileStage &Tile,
                                    const KernelModel &Kernel);

/// The block copies back what it has written to a tile; see loadTile.
std::vector<NodePtr> copyBack(const TileStage &Tile, const KernelModel &Kernel,
                              const SymbolNames &Symbols, NameScope &Names,
                              const Polynomial &Step);

/// The same by asynchronous copies, which nothing waits for yet.
std::vector<NodePtr> copyAsync(const TileStage &Tile, const KernelModel &Kernel,
                               const SymbolNames &Symbols, NameScope &Names,
                               const Polynomial &Step);

/// The same in two passes with registers of the thread in between.
std::vector<NodePtr> fetchTile(const TileStage &Tile, const KernelModel &Kernel,
                               const SymbolNames &Symbols, NameScope &Names,
                               const Polynomial &Step);
std::vector<NodePtr> storeTile(const TileStage &Tile, const KernelModel &Kernel,
                               const SymbolNames &Symbols, NameScope &Names);
/// `float A_next[4];`
NodePtr declareFetched(const TileStage &Tile, const KernelModel &Kernel,
                       const SymbolNames &Symbols, NameScope &Names);

/// Drops declarations of variables that \p Body does not use and that \p Before
/// used, or did not have: compilers warn about them.
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
