//===- ChooseCopies.h - Which arrays blocks update on their own -----------===//
#ifndef TESSERA_PLAN_CANDIDATES_CHOOSECOPIES_H
#define TESSERA_PLAN_CANDIDATES_CHOOSECOPIES_H

#include "tessera/Plan/Planner.h"

namespace tessera {

/// Adds to the plans of \p D what gains by copies of arrays for each block, and
/// a message for each array that is updated atomically.
///
/// \returns Reject(BadPlan) if a forced plan names something else.
llvm::Error chooseCopies(const Program &P, const PlannerOptions &Opts,
                         PlanDecision &D);

} // namespace tessera

#endif
