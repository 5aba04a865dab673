//===- CheckCopies.h - Proof on the output: blocks' own copies ------------===//
#ifndef TESSERA_ANALYSIS_CHECKCOPIES_H
#define TESSERA_ANALYSIS_CHECKCOPIES_H

#include "tessera/Analysis/CheckRewritten.h"

namespace tessera {

/// Whether the copies of \p Expected get neutral elements before the first
/// barrier, all updates behind it, and are merged behind the last one; and
/// nothing else touches them or their arrays.
///
/// \returns as checkRewritten.
std::optional<std::string> checkCopies(const KernelModel &Kernel,
                                       const ExpectedTiles &Expected);

} // namespace tessera

#endif
