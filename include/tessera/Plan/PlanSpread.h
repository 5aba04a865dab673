//===- PlanSpread.h - Which programs can use several GPUs -----------------===//
#ifndef TESSERA_PLAN_PLANSPREAD_H
#define TESSERA_PLAN_PLANSPREAD_H

#include "tessera/Plan/Planner.h"
#include "tessera/Plan/TransferPlan.h"

namespace tessera {

/// Spreads all launches of \p P over the GPUs: no two blocks that different
/// GPUs run write the same row, and what a block reads is known. All launches
/// or none, since they find their arrays where others left them.
///
/// \returns the reason and where it is, if \p Into stays as it was.
std::optional<Diagnostic> planSpread(const Program &P,
                                     const std::vector<PlanDecision> &Decisions,
                                     TransferPlan &Into);

} // namespace tessera

#endif
