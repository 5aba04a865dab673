//===- MemoryTransforms.h - Less traffic to global memory -----------------===//
//
// As Transforms.h.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_TRANSFORM_MEMORYTRANSFORMS_H
#define TESSERA_TRANSFORM_MEMORYTRANSFORMS_H

#include "tessera/Plan/TilePlan.h"
#include "tessera/Transform/Names.h"

namespace tessera {

/// Keeps elements of global memory in registers.
///
/// Before:  for (int k = 0; k < n; k++)
///            c[i] += a[k];
/// After:   if (0 < n) {
///            float c_i = c[i];
///            for (int k = 0; k < n; k++)
///              c_i += a[k];
///            c[i] = c_i;
///          }
///
/// The test is left out where the loop has an iteration anyway. If the first
/// statement is `c[i] = 0;`, that becomes the declaration. The result has the
/// tables of keepInRegisters.
KernelModel promoteScalars(const KernelModel &Kernel,
                           llvm::ArrayRef<PrivateElement> Elements);

/// What copies of arrays for each block add around the body of a kernel.
struct CopyCode {
  std::vector<NodePtr> Start; ///< behind the first declarations
  std::vector<NodePtr> End;   ///< which all threads reach
};

/// Makes atomic updates on a copy for each block.
///
/// Before:  atomicAdd(&count[x], 1);
/// After:   __shared__ int count_block[64];
///          for (int cell = threadIdx.x; cell < 64; cell += blockDim.x)
///            count_block[cell] = 0;
///          __syncthreads();
///          atomicAdd(&count_block[x], 1);
///          __syncthreads();
///          for (int cell = threadIdx.x; cell < 64; cell += blockDim.x)
///            if (count_block[cell] != 0)
///              atomicAdd(&count[cell], count_block[cell]);
///
/// A single element is in registers of the threads where the plan says so:
///
/// After:   unsigned int sum_own = 0;
///          sum_own += a[i];
///          for (int lanes = 16; lanes > 0; lanes /= 2)
///            sum_own += __shfl_down_sync(0xffffffff, sum_own, lanes);
///          __shared__ unsigned int sum_block[8];
///          if (threadIdx.x % 32 == 0)
///            sum_block[threadIdx.x / 32] = sum_own;
///          __syncthreads();
///          if (threadIdx.x == 0) {
///            for (int warp = 1; warp < 8; ++warp)
///              sum_own += sum_block[warp];
///            if (sum_own != 0)
///              atomicAdd(&sum, sum_own);
///          }
///
/// \p Body changes to what makes the updates; Cells that have nothing to merge
/// touch nothing, as the array may be shorter than the copy.
CopyCode privatiseAtomics(NodePtr &Body, const KernelModel &Kernel,
                          const KernelPlan &Plan, NameScope &Names);

/// Tells the compiler that what it reads through a parameter, nothing else
/// writes.
///
/// Before:  float *a
/// After:   const float *__restrict__ a
///
/// \param Declaration of the parameter \p Name, which ends with it.
std::string restrictPointer(llvm::StringRef Declaration, llvm::StringRef Name,
                            const RestrictedPointer &How);

} // namespace tessera

#endif
