//===- CounterRange.h - Between which values a counter is -----------------===//
#ifndef TESSERA_PLAN_REGISTERS_COUNTERRANGE_H
#define TESSERA_PLAN_REGISTERS_COUNTERRANGE_H

#include "tessera/Analysis/DistinctNames.h"
#include "tessera/Plan/InteriorPath.h"

namespace tessera {

/// Values that the counter of a loop is between, if the loop has a round.
struct CounterRange {
  CounterValue First; ///< what it begins with: the least, or the greatest
  CounterValue Least, Greatest;
  bool Runs = false; ///< the loop certainly has a round
};

/// The range of the loop \p Id, whose bounds are the same for all outputs of a
/// thread, and can be computed where \p Mover says; nothing for others.
std::optional<CounterRange> rangeOf(const CoarsenedKernel &Coarse,
                                    const TextMover &Mover, LoopId Id);

/// The condition that the loop \p Id, which has a range, has a round:
/// `-r <= r`.
Text entering(const KernelModel &K, LoopId Id);

} // namespace tessera

#endif
