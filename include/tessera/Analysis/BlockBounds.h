//===- BlockBounds.h - Loops with bounds that differ by thread ------------===//
//
//   for (int k = i; k < n; ++k)             i = bx * Bx + tx
//     sum += a[k];
//
// The threads of a block are in the same round of such a loop if it counts from
// the least bound of the block to the greatest, and each thread only takes part
// in the rounds that are its own:
//
//   for (int k = bx * Bx; k < n; ++k)
//     if (k >= i)
//       sum += a[k];
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_ANALYSIS_BLOCKBOUNDS_H
#define TESSERA_ANALYSIS_BLOCKBOUNDS_H

#include "tessera/Model/KernelModel.h"

namespace tessera {

/// Whether \p P is a sum of products of ids, and of sizes or these less one: it
/// never is negative.
bool isSumOfIds(const Polynomial &P);

/// The least value of \p P in the threads of a block, or the greatest. Nothing
/// if that depends on more than ids and sizes.
std::optional<Polynomial> extremeInBlock(const Polynomial &P, bool Greatest);

/// \p K with the block's bounds for the loops that may have them: they count
/// upwards, and nothing but their body sees the counter. They have guards
/// `Inside` then, with the thread's own bounds; so has all that is in them. The
/// tree and its text stay: see alignThreads.
KernelModel withBlockBounds(const KernelModel &K);

} // namespace tessera

#endif
