//===- PlaceVersions.h - Which launches start which version ---------------===//
#ifndef TESSERA_PLAN_CANDIDATES_PLACEVERSIONS_H
#define TESSERA_PLAN_CANDIDATES_PLACEVERSIONS_H

#include "tessera/Plan/Planner.h"

namespace tessera {

/// Completes the plans of a kernel: which conditions a launch must test.
void placeAll(const Program &P, PlanDecision &D, const PlannerOptions &Opts);

/// Says what the rewritten kernels of \p D are called: not as those of \p
/// Before.
void nameVersions(const Program &P, PlanDecision &D,
                  llvm::ArrayRef<PlanDecision> Before);

} // namespace tessera

#endif
