//===- BlockWrites.h - Which blocks write an element ----------------------===//
#ifndef TESSERA_ANALYSIS_BLOCKWRITES_H
#define TESSERA_ANALYSIS_BLOCKWRITES_H

#include "tessera/Analysis/Footprint.h"

namespace tessera {

/// Whether no element of \p F is touched by two blocks:
///
///   { A[c..] -> Block[bx, by, bz] } is a function
///
/// \param F whose coordinates name different elements.
/// \returns IslGaveUp.
llvm::Expected<bool> belongsToOneBlock(const Footprint &F);

} // namespace tessera

#endif
