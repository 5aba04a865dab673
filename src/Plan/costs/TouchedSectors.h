//===- TouchedSectors.h - What a block touches of aligned rows ------------===//
#ifndef TESSERA_PLAN_COSTS_TOUCHEDSECTORS_H
#define TESSERA_PLAN_COSTS_TOUCHEDSECTORS_H

#include "tessera/Analysis/Delinearize.h"

namespace tessera {

/// Bytes of the sectors of \p Array that a block of \p Shape touches, each
/// counted once for reads and once for writes, if the block begins at one.
///
/// \returns nothing where loops, data or unknown steps say what threads touch.
std::optional<double> touchedBytes(const KernelModel &K,
                                   const LaunchShape &Shape,
                                   const ArrayCoordinates &Array);

} // namespace tessera

#endif
