//===- OwnTiles.h - Kernels whose tiles are the user's --------------------===//
//
// Such a kernel is planned without its tiles. What is gained must be more than
// these do: several outputs for each thread, from tiles that serve them all.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_PLAN_CANDIDATES_OWNTILES_H
#define TESSERA_PLAN_CANDIDATES_OWNTILES_H

#include "tessera/Plan/Planner.h"

namespace tessera {

/// What the user's tiles leave of the cycles of a kernel without them, at the
/// least. Measured on an H200, in one run: products in blocks of 16 x 16 and
/// 32 x 32, of 512 to 4096 rows, 0.67 to 0.90.
inline constexpr double OfTiles = 0.66;

/// Whether the user's text of \p K has tiles that the model is without.
bool hasOwnTiles(const Program &P, const KernelModel &K);

/// Leaves plans of \p D, of a kernel with tiles of its own, that do more than
/// these.
void keepBeyondOwnTiles(const Program &P, PlanDecision &D);

} // namespace tessera

#endif
