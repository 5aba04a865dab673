//===- Footprint.h - What a block touches of an array ---------------------===//
//
// A tile is filled at a staging point: at the start of the kernel, or inside
// loops that surround the accesses. A loop may be cut into strips of `Tile`
// iterations; the tile then serves one strip. One execution of the staging
// point by one block is a step:
//
//   { Step[bx, by, bz, k0..] -> A[c0, c1..] }
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_ANALYSIS_FOOTPRINT_H
#define TESSERA_ANALYSIS_FOOTPRINT_H

#include "tessera/Analysis/Delinearize.h"
#include "tessera/Polyhedral/CCondition.h"

namespace tessera {

/// A loop around a staging point.
struct StepLoop {
  LoopId Loop;
  /// Iterations that one step serves. 1: the point is in the loop's body.
  int64_t Tile = 1;
  /// The value of the counter where the strip begins. Needed, and new, if
  /// `Tile` is not 1; otherwise the loop's own symbol.
  std::string Symbol;
  auto operator<=>(const StepLoop &) const = default;
};

/// Where tiles are filled: inside `Loops`, outermost first. None: where the
/// kernel starts.
struct StagingPoint {
  std::vector<StepLoop> Loops;
};

/// `bx by bz`, then the symbols of the loops.
DimNames stepDims(const KernelSpace &Space, const StagingPoint &Point);

/// Cells that accesses side by side load, without those that only the edge of
/// the grid leaves out: `cell in Shape and element in Elements`.
struct LoadRegion {
  isl::set Shape;    ///< `{ [cells] }` that some step touches
  isl::set Elements; ///< `{ A[c..] }` that some step touches
};

/// The part of one array that a block touches during one step.
struct Footprint {
  ArrayId Array;
  std::vector<AccessId> Accesses;
  /// Of the coordinates, in elements; empty if not known.
  std::vector<Polynomial> Strides;
  DimNames Steps;
  /// `{ Step[Steps] -> A[c..] }`: exact, or a superset if `May`.
  isl::map Touched;
  /// Smallest box around `Touched` with the same extents in every step.
  Box Enclosing;
  /// `Touched` of single accesses, without those that touch nothing, or what
  /// another one at distance zero touches.
  std::vector<isl::map> Pieces;
  /// `{ [Steps, cells] }`: all cells, in the steps that are executed.
  NamedSet Cells;
  /// Whether some access may be skipped for a reason that is not known.
  bool May = false;
  /// Per access its coordinates in the box, `0 <= index < extent`.
  std::map<AccessId, std::vector<Polynomial>> TileIndex;

  /// Whether no access ever happens.
  bool isEmpty() const { return Enclosing.cells().isZero(); }
};

/// The instances of \p Id in each step: `{ [Steps, rest of instanceDims] }`,
/// and whether they may be more than really execute it.
/// \returns nothing if they are not known, or a strip does not begin at the
///          same value in all threads.
struct StepInstances {
  NamedSet Set;
  bool May = false;
};
std::optional<StepInstances>
stepInstances(const KernelSpace &Space, const StagingPoint &Point, AccessId Id);

/// The name of dimension \p Dim of a box among cells.
std::string cellName(unsigned Dim);

/// `{ [Steps, cells] }`: the cells of the box that are touched.
NamedSet loadsOf(const Footprint &F);

/// The same, simplified: see LoadTest::Simple.
std::vector<LoadRegion> regionsOf(const Footprint &F);

/// The cells that some step touches, over `[cells]`: without the guards that
/// only bite at the edge of the grid.
NamedSet shapeOf(const Footprint &F);

/// The number of those cells, if it does not depend on parameters.
std::optional<int64_t> cellsPerStep(const Footprint &F);

/// Computes what one block touches through \p Accesses in one step.
///
/// For 16 threads that read A[i-1 .. i+1] the box has extent 18.
///
/// \param Accesses known accesses of the array, inside the loops of \p Point.
/// \returns Reject(NoBoundedBox) if no box encloses the footprint or a strip
///          does not begin at the same value in all threads; IslGaveUp.
llvm::Expected<Footprint>
computeFootprint(const KernelSpace &Space, const ArrayCoordinates &Array,
                 const std::vector<AccessId> &Accesses,
                 const StagingPoint &Point);

/// Accesses of the same array that differ by constants only, in the order of
/// their first members. Accesses outside the loops of \p Point are left out.
std::vector<std::vector<AccessId>> groupAccesses(const KernelSpace &Space,
                                                 const ArrayCoordinates &Array,
                                                 const StagingPoint &Point);

/// The footprint of each group of \p Array. Groups whose common box is not
/// larger than their own boxes together are one; groups without a box are left
/// out.
/// \returns Reject(NoBoundedBox) if no group has a box; IslGaveUp.
llvm::Expected<std::vector<Footprint>>
computeFootprints(const KernelSpace &Space, const ArrayCoordinates &Array,
                  const StagingPoint &Point);

/// Which cells of a box are loaded.
enum class LoadTest {
  /// Those that this very step touches. May be long, or too complex.
  Exact,
  /// Those of the regions. All their elements are touched by the grid, and
  /// thus in bounds, if perhaps not by this step. The corners of a cross are
  /// still left out, but a block at the edge of the grid need not know which of
  /// its threads do nothing.
  Simple,
};

/// The test whether a cell of the box must be loaded. \p Spell names the step,
/// parameters, and cells (see cellName). With `May`, elements that pass may
/// still be out of bounds.
/// \returns IslGaveUp if there is no such test without floor divisions.
llvm::Expected<CCondition>
loadCondition(const Footprint &F, LoadTest Test,
              llvm::function_ref<std::string(llvm::StringRef)> Spell);

} // namespace tessera

#endif
