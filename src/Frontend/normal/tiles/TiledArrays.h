//===- TiledArrays.h - What a kernel with tiles does with its arrays ------===//
#ifndef TESSERA_FRONTEND_NORMAL_TILES_TILEDARRAYS_H
#define TESSERA_FRONTEND_NORMAL_TILES_TILEDARRAYS_H

#include "normal/Offsets.h"
#include "normal/tiles/CellOwners.h"

namespace tessera {

/// The cell of a tile that \p E is.
std::optional<Cell> cellOf(const ir::Kernel &K, const ir::ExprPtr &E);
bool isSame(const Cell &A, const Cell &B);

/// What the element \p E, which is no tile's, is one of: a name; nothing if
/// that is not known.
std::optional<std::string> arrayOf(const ir::Kernel &K, const Offsets &Known,
                                   const ir::Expr &E);

/// Looks for what keeps the tiles of \p K: jumps, exchange between threads
/// other than by tiles, arrays that it reads and writes; nothing if there is
/// none.
///
/// \param Written the arrays that it writes.
std::optional<ir::Obstacle> obstacleOf(const ir::Kernel &K,
                                       const LaunchFacts &Facts,
                                       const Offsets &Known,
                                       std::set<std::string> &Written);

/// \p E with its conversions in words, as it stands where nothing converts it;
/// null if there are no such words.
ir::ExprPtr inWords(const ir::ExprPtr &E);

/// Where the user has it; empty if nowhere.
SourceRange placeOf(const ir::ExprPtr &E);
SourceRange placeOf(const ir::StmtPtr &S);

} // namespace tessera

#endif
