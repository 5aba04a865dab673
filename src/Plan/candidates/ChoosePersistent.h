//===- ChoosePersistent.h - Whose blocks do the work of many --------------===//
#ifndef TESSERA_PLAN_CANDIDATES_CHOOSEPERSISTENT_H
#define TESSERA_PLAN_CANDIDATES_CHOOSEPERSISTENT_H

#include "tessera/Plan/Planner.h"

namespace tessera {

/// Makes blocks of \p D persistent that have copies of arrays, where making and
/// merging these costs much of a block's time: a block that lasts does it once.
/// Each possibility that was weighed is a candidate.
///
/// \returns Reject(BadPlan) if a forced plan does not fit.
llvm::Error choosePersistent(const Program &P, const PlannerOptions &Opts,
                             PlanDecision &D);

/// How many blocks of the user's one block of \p Plan, with its copies, does
/// the work of if choosePersistent makes it persistent; 1 if it will not.
double expectedTurns(const Program &P, const PlannerOptions &Opts,
                     const KernelPlan &Plan);

/// How many it does the work of; 1 if it is not persistent.
double turnsOf(const Program &P, const PlannerOptions &Opts,
               const KernelPlan &Plan);

} // namespace tessera

#endif
