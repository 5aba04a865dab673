//===- KernelEdits.h - Rewritten kernels as edits -------------------------===//
#ifndef TESSERA_EMIT_KERNELEDITS_H
#define TESSERA_EMIT_KERNELEDITS_H

#include "tessera/Emit/Edits.h"
#include "tessera/Model/Program.h"
#include "tessera/Plan/TilePlan.h"

namespace tessera {

/// A plan with the tree that the transformations made of it.
struct RewrittenKernel {
  KernelPlan Plan;
  NodePtr Body;
};

/// The edits for one kernel. \p Versions has one entry for every block shape
/// that gets tiles. A single version that serves every launch replaces the
/// user's kernel; otherwise the versions follow it, under names of their own,
/// and the launches choose.
std::vector<TextEdit> editKernel(const Program &P, KernelId Kernel,
                                 const std::vector<RewrittenKernel> &Versions);

} // namespace tessera

#endif
