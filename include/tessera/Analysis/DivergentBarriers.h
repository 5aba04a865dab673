//===- DivergentBarriers.h - Barriers that not all threads reach ----------===//
#ifndef TESSERA_ANALYSIS_DIVERGENTBARRIERS_H
#define TESSERA_ANALYSIS_DIVERGENTBARRIERS_H

#include "tessera/Analysis/Executions.h"

namespace tessera {

/// A `__syncthreads()` that one thread of a block waits at, and another one
/// never reaches in the same rounds of the loops around it.
struct DivergentBarrier {
  unsigned Barrier = 0; ///< into KernelModel::Barriers
  /// Parameters, the thread that waits (`tx`), and the one that does not come
  /// (`tx'`).
  NamedPoint Example;
};

/// The barriers for which this is proved. With a parameter: every value that
/// lets a thread reach the barrier keeps another from it.
std::vector<DivergentBarrier>
findDivergentBarriers(const LaunchedKernel &Launched);

} // namespace tessera

#endif
