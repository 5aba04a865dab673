//===- KernelModel.cpp - What a kernel does, without Clang ----------------===//
#include "tessera/Model/KernelModel.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

int64_t KernelModel::declaredSharedBytes() const {
  int64_t Sum = 0;
  for (const ArrayInfo &A : Arrays) {
    if (A.K != ArrayInfo::Kind::Shared)
      continue;
    int64_t Bytes = A.ElementBytes;
    for (int64_t Extent : A.Extents)
      Bytes *= Extent;
    Sum += Bytes;
  }
  return Sum;
}

bool KernelModel::hasDynamicShared() const {
  return llvm::any_of(Arrays, [](const ArrayInfo &A) { return A.isDynamic(); });
}

} // namespace tessera
