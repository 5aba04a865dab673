//===- BlockOffsets.h - Kernels whose blocks are started in parts ---------===//
#ifndef TESSERA_PLAN_PIECES_BLOCKOFFSETS_H
#define TESSERA_PLAN_PIECES_BLOCKOFFSETS_H

#include "tessera/Plan/Planner.h"
#include "tessera/Plan/TransferPlan.h"

namespace tessera {

/// Why \p Kernel cannot take the first of its blocks along \p Axis as a
/// parameter; empty if it can.
std::string offsetObstacle(const Program &P, KernelId Kernel, unsigned Axis);

/// Whether the grid of \p L may be empty along another axis than \p Axis.
bool mayBeEmpty(const LaunchModel &L, unsigned Axis);

/// Whether some version of the kernel has a grid of its own, or needs a call
/// before each launch.
bool changesLaunch(const std::vector<PlanDecision> &Decisions, KernelId Kernel);

/// Whether the number of all blocks has to be a parameter, too.
bool needsAllBlocks(const Program &P,
                    const std::vector<PlanDecision> &Decisions, KernelId Kernel,
                    unsigned Axis);

/// Adds the parameters. \pre there is no obstacle.
/// \returns whether the number of all blocks is one of them.
bool offsetBlocks(const Program &P, const std::vector<PlanDecision> &Decisions,
                  KernelId Kernel, unsigned Axis, TransferPlan &Into);

/// The number of blocks of \p L along \p Axis as an expression that has no
/// effect; nothing if there is none.
std::optional<std::string> blocksText(const LaunchModel &L, unsigned Axis,
                                      const TransferPlan &Plan);

} // namespace tessera

#endif
