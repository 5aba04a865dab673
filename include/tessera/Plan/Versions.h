//===- Versions.h - Versions of kernels that launches choose among --------===//
#ifndef TESSERA_PLAN_VERSIONS_H
#define TESSERA_PLAN_VERSIONS_H

#include "tessera/Plan/Planner.h"

namespace tessera {

/// Lets each launch start version \p Number of its kernel, from 1, counted
/// round and round, or else the next, wherever that is right: whether it pays
/// is not tested. The kernels stay as they are; with number 0, launches do,
/// too.
void preferVersion(std::vector<PlanDecision> &Decisions, unsigned Number);

} // namespace tessera

#endif
