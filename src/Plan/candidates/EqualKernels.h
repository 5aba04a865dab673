//===- EqualKernels.h - Kernels that are decided once ---------------------===//
//
// Files have kernels that are the same but for their names and constants that
// are data: written by a macro, a script or by copying. What is decided for
// the first is right for all.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_PLAN_CANDIDATES_EQUALKERNELS_H
#define TESSERA_PLAN_CANDIDATES_EQUALKERNELS_H

#include "tessera/Plan/Planner.h"

namespace tessera {

/// What can decide about a kernel: its model and those of its launches, without
/// its name, places in the file and floating-point constants.
class DecidedKernel {
public:
  /// \param Kept whether the launches have to keep their grids and blocks.
  DecidedKernel(const Program &P, KernelId Kernel, bool Kept);

  bool isEqualTo(const DecidedKernel &Other) const;

  /// What \p D, the decision about this kernel, is for \p Other, which is equal
  /// to it; nothing if it has a place or name that the other has no match for.
  std::optional<PlanDecision> decisionFor(const DecidedKernel &Other,
                                          const PlanDecision &D) const;

private:
  KernelId Kernel;
  bool Kept;
  std::string Name;
  std::string ParameterText;
  std::set<std::string> Identifiers;
  KernelModel Model; ///< without `Body` and `Identifiers`
  NodePtr Body;
  std::vector<LaunchModel> Launches;
  /// Of all that the two have, in the same order for equal kernels.
  std::vector<SourceRange> Places;
};

/// The decisions about the kernels of one program so far.
class DecidedKernels {
public:
  /// What \p Decide makes for \p Kernel, or what it made for an equal one.
  llvm::Expected<PlanDecision>
  get(const Program &P, KernelId Kernel, bool Kept,
      llvm::function_ref<llvm::Expected<PlanDecision>()> Decide);

private:
  std::vector<std::pair<DecidedKernel, PlanDecision>> Known;
};

} // namespace tessera

#endif
