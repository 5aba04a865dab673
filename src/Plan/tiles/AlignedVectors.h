//===- AlignedVectors.h - Neighbours that one access may move -------------===//
#ifndef TESSERA_PLAN_TILES_ALIGNEDVECTORS_H
#define TESSERA_PLAN_TILES_ALIGNEDVECTORS_H

#include "tessera/Analysis/InstanceSpace.h"
#include "tessera/Plan/TilePlan.h"

namespace tessera {

using Place = std::vector<Polynomial>; ///< subscripts

/// Elements of a row of an array that one access moves.
struct AlignedVectors {
  int64_t Cells = 1; ///< 1: each access moves one
  /// Vectors begin at these columns, modulo `Cells`.
  int64_t Phase = 0;
  /// Parameters that must be multiples for that.
  std::map<std::string, int64_t> Multiples;
};

/// The widest vectors for rows of \p Array that begin at \p Origin plus some
/// times \p Step, if a thread has \p Outputs neighbours and the array begins
/// on the bytes of a vector. One access moves at most 16 bytes: CUDA C++
/// Programming Guide, device memory accesses.
AlignedVectors alignVectors(const KernelModel &K, ArrayId Array,
                            const Place &Origin, const Place &Step,
                            int64_t Outputs, const LaunchShape &Shape);

/// The parameters that must be multiples for vectors of \p Cells elements of a
/// row of \p Tile to be aligned in an array that begins on their bytes.
///
/// \param Starts what symbols of strips stand for.
/// \returns nothing if they are not aligned whatever the parameters are.
std::optional<std::map<std::string, int64_t>>
alignTile(const KernelModel &K, const TileStage &Tile, int64_t Cells,
          const std::map<std::string, Polynomial> &Starts,
          const LaunchShape &Shape);

} // namespace tessera

#endif
