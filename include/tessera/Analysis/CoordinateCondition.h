//===- CoordinateCondition.h - Load tests in terms of the array -----------===//
#ifndef TESSERA_ANALYSIS_COORDINATECONDITION_H
#define TESSERA_ANALYSIS_COORDINATECONDITION_H

#include "tessera/Analysis/Footprint.h"

namespace tessera {

/// The name of array coordinate \p Dim for the callback below.
std::string coordinateName(unsigned Dim);

/// The test whether the cell of \p F that holds given array coordinates is
/// loaded, written in these coordinates: `0 <= y && y < n` rather than
/// `16 * by + cell < n`.
///
/// \param Spell as for loadCondition, but for coordinates instead of cells.
/// \pre the box of \p F has no strides other than 1.
llvm::Expected<CCondition>
coordinateCondition(const Footprint &F, LoadTest Test,
                    llvm::function_ref<std::string(llvm::StringRef)> Spell);

/// The test for an array with known \p Extents, one per coordinate: cells of
/// the footprint's shape whose coordinates are in the array. Loads nothing out
/// of bounds whatever the program's own accesses depend on.
llvm::Expected<CCondition>
boundsCondition(const Footprint &F, const std::vector<int64_t> &Extents,
                llvm::function_ref<std::string(llvm::StringRef)> Spell);

/// Whether the test lets all of \p Cells neighbours pass or none, the first of
/// which is at a multiple of \p Cells in its row of the tile, if parameters are
/// the given \p Multiples. Of `for (j = 0; j < n; ++j) a[i * n + j]` in strips
/// of 32 it does for 4 cells where n is a multiple of 4. \returns IslGaveUp.
llvm::Expected<bool>
treatsAlike(const Footprint &F, LoadTest Test, int64_t Cells,
            const std::map<std::string, int64_t> &Multiples);

/// `A && B`.
CCondition both(const CCondition &A, const CCondition &B);

} // namespace tessera

#endif
