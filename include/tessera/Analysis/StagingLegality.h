//===- StagingLegality.h - Which arrays a tile may stand for --------------===//
#ifndef TESSERA_ANALYSIS_STAGINGLEGALITY_H
#define TESSERA_ANALYSIS_STAGINGLEGALITY_H

#include "tessera/Analysis/InstanceSpace.h"
#include "tessera/Model/Program.h"
#include "llvm/Support/Error.h"

namespace tessera {

/// Whether two arrays of a kernel never overlap in \p Launch.
bool areDistinct(const LaunchModel &Launch, const ArrayInfo &A,
                 const ArrayInfo &B);

/// Whether they never overlap, whatever the launch.
bool areDistinct(const Program &P, KernelId Kernel, const ArrayInfo &A,
                 const ArrayInfo &B);

/// Whether some launch is one of arrays that do not overlap, or can find out.
bool mayBeApart(const Program &P, KernelId Kernel, ArrayId A, ArrayId B);

/// Whether copies of elements of \p Array may be read instead of the elements
/// anywhere in the kernel: nothing writes the array while the kernel runs.
///
/// Two arrays are known to be distinct if either pointer is `__restrict__`, or
/// if every launch passes memory with different roots. Otherwise launches must
/// test it: see mayBeApart.
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

/// Whether statements of the kernel may get predicates, and its end a barrier:
/// all threads of a block agree on what its own barriers are guarded by.
///
/// \param Array that is to be staged, for the message.
/// \returns success, or a Reject: HasBarrier.
llvm::Error checkOwnBarriers(const KernelSpace &Space, llvm::StringRef Array);

/// Whether some access of the kernel writes \p Array.
bool isWritten(const KernelModel &K, ArrayId Array);

} // namespace tessera

#endif
