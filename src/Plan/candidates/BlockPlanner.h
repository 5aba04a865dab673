//===- BlockPlanner.h - Blocks of another size ----------------------------===//
//
// Threads that access neighbouring elements are neighbours in the grid, but
// where blocks are narrow along that axis they are in other blocks: a warp's
// elements lie apart, and no tile helps. Candidates are blocks that are wide
// along each axis in which some array's elements lie beside each other.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_PLAN_CANDIDATES_BLOCKPLANNER_H
#define TESSERA_PLAN_CANDIDATES_BLOCKPLANNER_H

#include "candidates/ShapePlanner.h"

namespace tessera {

/// \p Users, or the plan that starts the kernel with other blocks, if that
/// takes clearly fewer cycles; its messages are added. \p Cycles is what
/// \p Users takes.
llvm::Expected<ShapeDecision> planBlocks(const Program &P, KernelId Kernel,
                                         ShapeDecision Users, double Cycles,
                                         const PlannerOptions &Opts,
                                         std::vector<Diagnostic> &Messages);

} // namespace tessera

#endif
