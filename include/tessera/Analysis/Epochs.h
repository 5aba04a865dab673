//===- Epochs.h - What barriers order -------------------------------------===//
//
// Functions here may throw isl::exception: see Guarded.h.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_ANALYSIS_EPOCHS_H
#define TESSERA_ANALYSIS_EPOCHS_H

#include "tessera/Analysis/Executions.h"

namespace tessera {

/// Something that threads do: where it stands, and in which loops.
struct Event {
  /// AccessInfo::Order, then the place in the text.
  std::pair<unsigned, unsigned> Order;
  std::vector<LoopId> Loops;
};

/// `{ [Dims] : A < B }`: the order of the text and of the rounds.
/// \param Dims has the rounds of both, with \p SuffixA and \p SuffixB.
isl::set comesBefore(const LaunchedKernel &K, const Event &A,
                     llvm::StringRef SuffixA, const Event &B,
                     llvm::StringRef SuffixB, const DimNames &Dims);

/// The pairs of \p Pairs, `{ [A.., B'..] }`, that no barrier of the block may
/// order: the executions of both are in the same epoch. A barrier of a warp
/// counts as one of the block.
NamedSet inSameEpoch(const LaunchedKernel &K, const NamedSet &Pairs,
                     const Event &A, const Event &B);

} // namespace tessera

#endif
