//===- WrittenTiles.h - Tiles that the kernel writes ----------------------===//
//
// The kernel's writes go to the cells; what it has written is copied back when
// the step is over. A cell is copied in first if its element is read, or if it
// depends on data whether it is written: then what is copied back may be what
// was there.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_PLAN_TILES_WRITTENTILES_H
#define TESSERA_PLAN_TILES_WRITTENTILES_H

#include "tessera/Model/Program.h"
#include "tessera/Plan/TilePlan.h"
#include "tiles/TileTests.h"

namespace tessera {

/// A tile and the facts that it comes from.
struct TileOrigin {
  const Program &P;
  KernelId Kernel;
  const KernelSpace &Space;
  const ArrayCoordinates &Coordinates;
  const StagingPoint &Where;
  const Footprint &F;
};

/// Whether all accesses of the array can go to one tile that is written.
/// \returns Reject or IslGaveUp if not.
llvm::Error checkWrittenTile(const TileOrigin &From, const TileTests &Tests);

/// The accesses of \p F that need what is in memory before: those that read,
/// and if \p MayWrite, data decides about writes: these, too. Members that
/// together write whole elements need nothing.
std::vector<AccessId> readsOf(const KernelModel &K, const Footprint &F,
                              bool MayWrite);

/// Says what is copied in and back.
/// \param WithTests also which cells exactly.
/// \param Vectors that are copied at once.
/// \returns Reject(BadPlan) if some of them are accessed in part; IslGaveUp.
llvm::Error completeWrittenTile(const TileOrigin &From, const TileTests &Tests,
                                bool WithTests, TileVectors &Vectors,
                                TileStage &Tile);

/// What must not be negative for the cells of \p Tile to be different elements.
std::vector<Polynomial> distinctCells(const TileStage &Tile);

} // namespace tessera

#endif
