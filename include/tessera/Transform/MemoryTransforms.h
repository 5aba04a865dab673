//===- MemoryTransforms.h - Less traffic to global memory -----------------===//
//
// As Transforms.h; none of these needs the threads of a block to meet.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_TRANSFORM_MEMORYTRANSFORMS_H
#define TESSERA_TRANSFORM_MEMORYTRANSFORMS_H

#include "tessera/Plan/TilePlan.h"

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
