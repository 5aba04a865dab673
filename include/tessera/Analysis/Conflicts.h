//===- Conflicts.h - Races between threads of a launch --------------------===//
//
// Two executions are in the same epoch of a block if no barrier lies between
// them, whichever way round the loops. Threads of a block conflict where they
// touch an element in the same epoch and one of them writes it; threads of two
// blocks, whenever they do.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_ANALYSIS_CONFLICTS_H
#define TESSERA_ANALYSIS_CONFLICTS_H

#include "tessera/Analysis/Executions.h"

namespace tessera {

/// A race that is proved.
struct Conflict {
  AccessId Write;
  AccessId Other; ///< may be the same: several threads execute it
  /// Different blocks only; within a block, barriers order the two.
  bool AcrossBlocks = false;
  /// Only in different rounds of this loop, which has a barrier.
  std::optional<LoopId> Round;
  /// Parameters, the ids of the thread that writes (`tx`), and those of the
  /// other (`tx'`).
  NamedPoint Example;
};

/// The races of a launch on shared and global memory, at most one for two
/// accesses. Silent where it is possible that all threads write the same value,
/// where the kernel orders memory by other means than barriers, and where a
/// race depends on data or on a parameter: with a parameter, all values
/// that let two threads make the accesses must lead to one. Kernels with many
/// accesses are searched in part.
std::vector<Conflict> findConflicts(const LaunchedKernel &Launched);
/// The same for threads of different blocks only.
std::vector<Conflict> findConflictsOfBlocks(const LaunchedKernel &Launched);

/// Accesses of one array in global memory of which one writes, where the kernel
/// orders memory by nothing but barriers.
std::vector<std::pair<AccessId, AccessId>>
pairsToOrder(const LaunchedKernel &Launched);

/// `{ [Dims] : A and B' access the same element }`; nothing if the subscripts
/// are not known. \p Dims are those of A's and, primed, of B's executions.
std::optional<isl::set> sameElement(const LaunchedKernel &K,
                                    const AccessInfo &A, const AccessInfo &B,
                                    const DimNames &Dims);
/// Whether threads of two blocks may access one element by \p A and \p B, in
/// the same round of each loop in \p Rounds. Bounded by itself; also true where
/// that is not known.
bool mayMeet(const LaunchedKernel &K, const AccessInfo &A, const AccessInfo &B,
             llvm::ArrayRef<LoopId> Rounds);

} // namespace tessera

#endif
