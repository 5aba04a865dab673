//===- MemoryBytes.h - What a block moves to and from memory --------------===//
#ifndef TESSERA_PLAN_COSTS_MEMORYBYTES_H
#define TESSERA_PLAN_COSTS_MEMORYBYTES_H

#include "costs/AccessCosts.h"
#include "tessera/Analysis/Coarsening.h"
#include "tessera/Plan/TilePlan.h"

namespace tessera {

/// The tile of \p Plan that serves \p Id; null if there is none.
const TileStage *tileOf(const KernelPlan *Plan, AccessId Id);

/// The bytes of \p Id that no other block of \p Outputs moves, in whole bursts;
/// none if another access to the array stands for it, its neighbour.
///
/// \param K the user's kernel, of which \p Plan, if it has one, makes \p
/// Coarse.
double memoryBytes(const KernelModel &K, const KernelSpace &Outputs,
                   const CoarsenedKernel &Coarse, const KernelPlan *Plan,
                   const AccessCosts &Costs, const ArrayCoordinates &Array,
                   AccessId Id);

} // namespace tessera

#endif
