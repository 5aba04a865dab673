//===- CalledVersions.h - Versions that their kernel calls ----------------===//
#ifndef TESSERA_EMIT_KERNELS_CALLEDVERSIONS_H
#define TESSERA_EMIT_KERNELS_CALLEDVERSIONS_H

#include "tessera/Emit/KernelEdits.h"

namespace tessera {

/// The edits for a kernel that calls \p Versions itself, see
/// KernelPlan::Called. \p Bodies are their texts; launches that stay as they
/// are pass nothing but \p Parameters, from the kernel's name to its body.
///
/// Before:  __global__ void k(const float *a, int n) { .. }
/// After:   static __device__ __noinline__ void k_tiled(const float *a, int n)
/// {
///            ..
///          }
///
///          __global__ void k(const float *a, int n) {
///            // These blocks stage tiles.
///            if (blockDim.x == 16 && n >= 64) {
///              k_tiled(a, n);
///              return;
///            }
///            ..
///          }
///
/// Versions stay out of line, so that compilers arrange the user's text as they
/// did before: with a tiled product inside, other blocks took 1.1 of their time
/// on an H200; with a call, 1.00.
std::vector<TextEdit>
editCalledVersions(const Program &P, const KernelModel &K,
                   const std::vector<RewrittenKernel> &Versions,
                   std::vector<MixedText> Bodies,
                   const std::string &Parameters);

} // namespace tessera

#endif
