//===- TileCopies.h - How tiles are copied --------------------------------===//
#ifndef TESSERA_PLAN_TILES_TILECOPIES_H
#define TESSERA_PLAN_TILES_TILECOPIES_H

#include "tessera/Plan/TilePlan.h"
#include "tiles/TileTests.h"

namespace tessera {

/// Why asynchronous copies cannot move \p Width elements of \p A at once; empty
/// if they can: these are numbers, vectors of CUDA, or have words that are.
std::string whyNotAsync(const ArrayInfo &A, int64_t Width);

/// Why one access cannot copy as many neighbours to \p Tile as that says; empty
/// if it can. Tells what \p Vectors need.
///
/// \param Starts what symbols of strips stand for.
std::string whyNotTogether(const KernelModel &K, const TileStage &Tile,
                           const std::map<std::string, Polynomial> &Starts,
                           const LaunchShape &Shape, TileVectors &Vectors);

/// Cells behind each row of \p Tile so that its accesses, and the threads of
/// \p Shape that fill it, conflict least.
int64_t paddingOf(const KernelModel &K, const TileStage &Tile,
                  const LaunchShape &Shape);

/// The times that a warp uses shared memory to store one cell of each of its
/// threads to \p Tile: more than one where rows become columns.
double storePasses(const TileStage &Tile, unsigned ElementBytes);

/// Neighbours in a row of \p Tile that one access of \p R reads: for several
/// outputs, or for several rounds of an unrolled strip, where compilers see
/// that they are aligned.
int64_t readTogether(const KernelModel &K, const StagePoint &Point,
                     const TileStage &Tile, const RedirectedAccess &R);

} // namespace tessera

#endif
