//===- ConstantMemory.h - Variables for constant memory -------------------===//
#ifndef TESSERA_ANALYSIS_CONSTANTMEMORY_H
#define TESSERA_ANALYSIS_CONSTANTMEMORY_H

#include "tessera/Model/Program.h"

namespace tessera {

/// What constant memory holds of all variables, and the part of it that a
/// multiprocessor keeps close, in bytes.
inline constexpr int64_t ConstantBytes = 65536, ConstantCacheBytes = 8192;

/// Why \p Variable cannot be in constant memory: kernels write it, a launch
/// passes only a part of it, or threads of a block read different elements at
/// once. Empty if it can.
std::string whyNotConstant(const Program &P, SharedVarId Variable);

/// The same as far as kernels decide, of memory of \p Bytes bytes: also of the
/// program's own.
std::string whyNotConstantInKernels(const Program &P, SharedVarId Variable,
                                    int64_t Bytes);

/// Whether some kernel reads it more than once per thread.
bool isReadAgain(const Program &P, SharedVarId Variable);

/// The parameters of \p Kernel that are \p Variable in every launch, and those
/// that sometimes are.
struct PassedTo {
  std::set<unsigned> Always, Sometimes;
};
PassedTo parametersFor(const Program &P, KernelId Kernel, SharedVarId Variable);

/// Whether \p Kernel uses \p Variable by its own name.
bool usesByName(const Program &P, KernelId Kernel, SharedVarId Variable);

} // namespace tessera

#endif
