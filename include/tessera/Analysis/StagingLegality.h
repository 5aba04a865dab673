//===- StagingLegality.h - Which arrays a tile may stand for --------------===//
#ifndef TESSERA_ANALYSIS_STAGINGLEGALITY_H
#define TESSERA_ANALYSIS_STAGINGLEGALITY_H

#include "tessera/Model/Program.h"
#include "llvm/Support/Error.h"

namespace tessera {

/// Whether two arrays of a kernel never overlap, whatever the launch.
bool areDistinct(const Program &P, KernelId Kernel, const ArrayInfo &A,
                 const ArrayInfo &B);

/// Whether copies of elements of \p Array may be read instead of the elements
/// anywhere in the kernel: nothing writes the array while the kernel runs.
///
/// Two arrays are known to be distinct if either pointer is `__restrict__`, or
/// if every launch passes memory with different roots.
///
/// \returns success, or a Reject: WrittenInScope, MayAlias, HasAtomic or
///          AddressEscapes.
llvm::Error checkReadOnly(const Program &P, KernelId Kernel, ArrayId Array);

/// Whether \p Array may be written to copies of its elements that reach the
/// array later in the kernel: nothing else in the kernel is the same memory,
/// and nobody outside the block may wait for a value. That only one thread
/// touches an element between two barriers is the program's own promise.
///
/// \returns as checkReadOnly.
llvm::Error checkWritable(const Program &P, KernelId Kernel, ArrayId Array);

/// Whether some access of the kernel writes \p Array.
bool isWritten(const KernelModel &K, ArrayId Array);

} // namespace tessera

#endif
