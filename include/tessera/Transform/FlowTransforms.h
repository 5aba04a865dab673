//===- FlowTransforms.h - All threads come to a barrier -------------------===//
//
// As Transforms.h: pure functions, which do not check what they rely on.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_TRANSFORM_FLOWTRANSFORMS_H
#define TESSERA_TRANSFORM_FLOWTRANSFORMS_H

#include "tessera/Plan/TilePlan.h"
#include "tessera/Transform/Names.h"

namespace tessera {

/// Makes every thread reach the loops \p Loops: guards and early exits before
/// and around them become predicates of the statements they guarded.
///
/// Before:  if (i >= n) return;
///          float s = 0;
///          for (int k = 0; k < n; k++) s += a[k];
///          out[i] = s;
/// After:   const bool active = i < n;
///          float s = 0;
///          for (int k = 0; k < n; k++) { if (active) { s += a[k]; } }
///          if (active) out[i] = s;
///
/// Does not check that the loops around and the bounds of \p Loops are the
/// same for all threads of a block.
NodePtr predicateGuards(const NodePtr &Body, const KernelModel &Kernel,
                        const std::set<LoopId> &Loops, NameScope &Names);

/// Makes all threads of a block go through the loops \p Loops together: where
/// threads begin at different values, the loop counts for the block.
///
/// Before:  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
///               i += gridDim.x * blockDim.x) body
/// After:   for (int i0 = blockIdx.x * blockDim.x; i0 < n;
///               i0 += gridDim.x * blockDim.x) {
///            const int i = i0 + threadIdx.x;
///            if (i < n) body
///          }
///
/// A loop that steps in its body does so in its header.
///
/// Before:  for (int k = i; k < n; ++k) body
/// After:   for (int k = blockIdx.x * blockDim.x; k < n; ++k) {
///            if (k >= i) body
///          }
NodePtr alignThreads(const NodePtr &Body, const KernelModel &Kernel,
                     const std::set<LoopId> &Loops, const SymbolNames &Symbols);

/// \p L with the text of its bounds, where that is of one thread's.
LoopInfo inBlockBounds(const LoopInfo &L, const SymbolNames &Symbols);

/// The loops of \p Body that contain barriers of \p Plan: those that applyPlan
/// aligns.
std::set<LoopId> loopsAround(const NodePtr &Body, const KernelPlan &Plan);

/// \p Children with all that follows `if (c) continue;` in a branch.
std::vector<NodePtr> withoutContinue(llvm::ArrayRef<NodePtr> Children,
                                     const KernelModel &Kernel);

/// Makes every thread reach the end of the kernel.
///
/// Before:  if (i >= n) return;
///          out[i] = 0;
/// After:   if (i < n) {
///            out[i] = 0;
///          }
///
/// \pre leavesAtTop(Body).
NodePtr closeExits(const NodePtr &Body, const KernelModel &Kernel);

/// Makes each block do in turn what several of the user's do.
///
/// Before:  int i = blockIdx.x * blockDim.x + threadIdx.x;
///          if (i < n) out[i] = 0;
/// After:   const int blocks = ((long long)n + 255) / 256;
///          for (int block = blockIdx.x; block < blocks;
///               block += (int)gridDim.x) {
///            int i = block * blockDim.x + threadIdx.x;
///            if (i < n) out[i] = 0;
///          }
///
/// With a counter of a signed type compilers know the number of rounds, so that
/// the loads of several rounds are under way at once.
///
/// \pre leavesAtTop(Body).
NodePtr takeTurns(const NodePtr &Body, const KernelModel &Kernel,
                  const KernelPlan &Plan, const SymbolNames &Symbols,
                  NameScope &Names);

} // namespace tessera

#endif
