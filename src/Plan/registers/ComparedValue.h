//===- ComparedValue.h - Sides of comparisons, as C computes them ---------===//
#ifndef TESSERA_PLAN_REGISTERS_COMPAREDVALUE_H
#define TESSERA_PLAN_REGISTERS_COMPAREDVALUE_H

#include "tessera/Analysis/Coarsening.h"

namespace tessera {

/// Whether \p Symbol is not negative: CUDA's own, the counter of outputs, or a
/// parameter without sign.
bool isNatural(const CoarsenedKernel &Coarse, llvm::StringRef Symbol);

/// Whether \p V is not negative, whatever the values of parameters with a sign.
bool isNeverNegative(const CoarsenedKernel &Coarse, const Polynomial &V);

/// Whether \p Difference is `Left - Right`, and C's `Left < Right` and `Left >
/// Right` order the sides of any output as it says: both are computed with a
/// sign, or what the outputs differ in does not wrap. A side may be unknown if
/// it is the same for all outputs.
bool areComparable(const CoarsenedKernel &Coarse, const Polynomial &Difference,
                   const Text &Left, const Text &Right);

} // namespace tessera

#endif
