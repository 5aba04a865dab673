//===- MergeVersions.h - Two versions of a kernel as one template ---------===//
#ifndef TESSERA_TRANSFORM_MERGEVERSIONS_H
#define TESSERA_TRANSFORM_MERGEVERSIONS_H

#include "tessera/Model/KernelTree.h"
#include "tessera/Plan/Planner.h"

namespace tessera {

/// One body for two versions: of a template with a parameter that says which.
///
///   template <bool Wide> __global__ void k_tiled(..) {
///     const int A_row = threadIdx.x / (Wide ? 2 : 8);
///     if constexpr (Wide) { .. } else { .. }
struct MergedBody {
  NodePtr Body;
  std::string Parameter; ///< `Wide`: true in the first
};

/// The bodies of \p First and \p Second as one that takes clearly fewer lines;
/// nothing if there is none.
std::optional<MergedBody> mergeBodies(const KernelModel &Kernel,
                                      const NodePtr &First,
                                      const NodePtr &Second);

/// Gives versions of kernels that become one template the names of its
/// instances: `k_tiled<true>`, `k_tiled<false>`.
void nameMergedVersions(const Program &P, std::vector<PlanDecision> &Decisions);

/// `k_tiled`, and `<true>`, or nothing, of the version \p Name.
std::pair<llvm::StringRef, llvm::StringRef> splitInstance(llvm::StringRef Name);

} // namespace tessera

#endif
