//===- AtomicArrays.h - Arrays that blocks may update on their own --------===//
#ifndef TESSERA_ANALYSIS_ATOMICARRAYS_H
#define TESSERA_ANALYSIS_ATOMICARRAYS_H

#include "tessera/Model/Program.h"
#include "llvm/Support/Error.h"

namespace tessera {

/// An array that a kernel only touches by atomic updates of one kind.
struct AtomicArray {
  ArrayId Array;
  /// Add of updates that subtract, too.
  AtomicUpdate::Kind K = AtomicUpdate::Kind::Add;
  std::vector<AccessId> Updates;
  /// The elements that may be updated, by dimension.
  std::vector<int64_t> Extents;
};

/// The arrays of \p K that some atomic function accesses in global memory.
std::vector<ArrayId> atomicArrays(const KernelModel &K);

/// Whether each block may make all its updates of \p Array on a copy that
/// begins with neutral elements, and merge the copy when it ends: the result is
/// the same, and nobody can see the array in between.
///
/// \param Reassociate floating-point numbers may be added in another order.
/// \returns Reject(NotPrivatised) if not.
llvm::Expected<AtomicArray> checkAtomicArray(const Program &P, KernelId Kernel,
                                             ArrayId Array, bool Reassociate);

} // namespace tessera

#endif
