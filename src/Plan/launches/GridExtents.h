//===- GridExtents.h - What launches tell about the size of their grid ----===//
#ifndef TESSERA_PLAN_LAUNCHES_GRIDEXTENTS_H
#define TESSERA_PLAN_LAUNCHES_GRIDEXTENTS_H

#include "tessera/Model/Program.h"
#include "tessera/Plan/TilePlan.h"

namespace tessera {

/// A plan that does nothing but start \p Kernel with blocks of \p New where it
/// has \p Users.
///
/// Its extents: along axes where new blocks are larger and no guard keeps
/// threads beyond the user's grid from doing anything, a parameter that all
/// launches of such blocks pass the number of threads for, or that number, if
/// there is either.
KernelPlan relaunchPlan(const Program &P, KernelId Kernel,
                        const std::array<std::optional<int64_t>, 3> &Users,
                        const BlockSizes &New);

/// How the grid changes along each axis of \p Plan, whose kernel has \p Space.
llvm::Expected<std::vector<GridChange>> gridOf(const KernelSpace &Space,
                                               const KernelPlan &Plan);

} // namespace tessera

#endif
