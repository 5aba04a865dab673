//===- MeasuredPlans.h - Plans that hold for what was measured ------------===//
#ifndef TESSERA_PLAN_MEASUREDPLANS_H
#define TESSERA_PLAN_MEASUREDPLANS_H

#include "tessera/Plan/Planner.h"

namespace tessera {

/// 16 digits that tell the content of \p K from others: its text without
/// comments and white space, and what constants, macros and called functions
/// make of it.
std::string contentHash(const Program &P, const KernelModel &K);

/// The sizes of a block as KernelRequest has them: none unless all are known.
std::vector<int64_t>
knownBlock(const std::array<std::optional<int64_t>, 3> &Block);

/// What the text tells of the sizes of the launches of \p Kernel with such a
/// known block: `grid 64x64x1, n=1024`; empty if nothing.
std::string sizesOf(const Program &P, KernelId Kernel,
                    const std::vector<int64_t> &Block);

/// The requests of the plan file that \p Kernel follows; nothing if the planner
/// decides: there is no file, or one with measured plans, and none for the
/// kernel as it is. \p Messages get why measured ones do not apply.
std::optional<PlanRequest> plansToFollow(const Program &P, KernelId Kernel,
                                         const PlannerOptions &Opts,
                                         std::vector<Diagnostic> &Messages);

} // namespace tessera

#endif
