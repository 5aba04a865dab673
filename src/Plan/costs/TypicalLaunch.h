//===- TypicalLaunch.h - The launch that estimates are for ----------------===//
#ifndef TESSERA_PLAN_COSTS_TYPICALLAUNCH_H
#define TESSERA_PLAN_COSTS_TYPICALLAUNCH_H

#include "tessera/Model/Program.h"
#include "tessera/Plan/TilePlan.h"

namespace tessera {

using BlockShape = std::array<std::optional<int64_t>, 3>;

/// The values of parameters in the first launch of \p Block that knows any.
std::map<std::string, int64_t> typicalValues(const Program &P, KernelId Kernel,
                                             const BlockShape &Block);

/// The grid of all launches that \p Plan is for, where they agree: in the
/// blocks that it starts with, each thread with one output.
BlockShape gridFor(const Program &P, const KernelPlan &Plan);

} // namespace tessera

#endif
