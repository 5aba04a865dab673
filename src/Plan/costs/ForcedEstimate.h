//===- ForcedEstimate.h - What is expected of a plan that is asked for ----===//
#ifndef TESSERA_PLAN_COSTS_FORCEDESTIMATE_H
#define TESSERA_PLAN_COSTS_FORCEDESTIMATE_H

#include "tessera/Plan/Planner.h"

namespace tessera {

/// Estimates what the plans of \p D, which somebody asked for, gain, in cycles:
/// each block shape of a device with rates has one candidate then, which asks
/// for nothing where the kernel stays.
///
/// \param Planned \p P with the elements in registers that are asked for.
void estimateForced(const Program &P, const Program &Planned,
                    const PlannerOptions &Opts, PlanDecision &D);

} // namespace tessera

#endif
