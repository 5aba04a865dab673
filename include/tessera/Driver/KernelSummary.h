//===- KernelSummary.h - One kernel in a table ----------------------------===//
#ifndef TESSERA_DRIVER_KERNELSUMMARY_H
#define TESSERA_DRIVER_KERNELSUMMARY_H

#include "tessera/Plan/Planner.h"

namespace tessera {

/// What is done for one array of a kernel, or for the kernel as a whole.
struct Outcome {
  std::string Array;               ///< empty: the kernel
  int64_t TileBytes = 0;           ///< of a block, the most; 0: no known tile
  unsigned Outputs = 1;            ///< that a thread computes, at most
  std::vector<std::string> Done;   ///< identities, each once, in order
  std::vector<std::string> Missed; ///< why no more is done, likewise
};

/// What is known of one kernel, or of one instance of a template.
struct KernelSummary {
  std::string Name; ///< with template arguments
  SourcePlace Where;
  unsigned Launches = 0; ///< that are known
  bool Changed = false;
  /// How many times faster it is estimated to be: of blocks of one size, the
  /// most. Absent if nothing is estimated.
  std::optional<double> Gain;
  std::vector<Outcome> Outcomes; ///< the kernel first, then all its arrays
};

/// \param Messages those about the kernel of \p D.
KernelSummary summarise(const Program &P, const PlanDecision &D,
                        llvm::ArrayRef<Diagnostic> Messages);

} // namespace tessera

#endif
