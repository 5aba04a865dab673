//===- TouchedCells.h - The shape of a footprint, cell by cell ------------===//
#ifndef TESSERA_ANALYSIS_TOUCHEDCELLS_H
#define TESSERA_ANALYSIS_TOUCHEDCELLS_H

#include "tessera/Analysis/Footprint.h"

namespace tessera {

/// Boxes with more cells are not looked at cell by cell.
inline constexpr int64_t MostCellsToDraw = 4096;

/// Which cells of the box of \p F some step touches: a text for each row, which
/// has a `#` for each touched cell and a `.` for each other. Rows follow one
/// another as in C. For a cross of 3 x 3 that is `.#.`, `###`, `.#.`.
///
/// \returns nothing if the box has no constant size or more than
///          MostCellsToDraw cells, or isl gives up.
std::optional<std::vector<std::string>> touchedCells(const KernelSpace &Space,
                                                     const Footprint &F);

} // namespace tessera

#endif
