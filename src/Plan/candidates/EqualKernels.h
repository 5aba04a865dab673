//===- EqualKernels.h - Kernels that are decided once ---------------------===//
//
// Files have kernels that are the same but for names, their own and those in
// them, and constants that are data: written by a macro, a script or by
// copying. What is decided for the first is right for all.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_PLAN_CANDIDATES_EQUALKERNELS_H
#define TESSERA_PLAN_CANDIDATES_EQUALKERNELS_H

#include "candidates/Renaming.h"
#include "launches/LaunchTests.h"

namespace tessera {

/// What can decide about a kernel: its model and those of its launches, without
/// its name, places in the file and floating-point constants.
class DecidedKernel {
public:
  /// \param Kept whether the launches have to keep their grids and blocks.
  DecidedKernel(const Program &P, KernelId Kernel, bool Kept);

  /// What \p D, the decision about this kernel, is for \p Other; nothing if
  /// they are not equal, or it has a place or name that \p Other has no match
  /// for.
  ///
  /// \param MayRename whether names of parameters, arrays, variables and loops
  ///        may differ.
  std::optional<PlanDecision> decisionFor(const DecidedKernel &Other,
                                          const PlanDecision &D,
                                          bool MayRename) const;

private:
  /// Whether they may be equal, as far as names are no matter.
  bool isLike(const DecidedKernel &Other) const;
  bool isEqualTo(const DecidedKernel &Other, Renaming &Names) const;

  KernelId Kernel;
  bool Kept;
  std::string Name;
  std::string ParameterText;
  SharedNames Identifiers;
  KernelModel Model; ///< without `Body` and `Identifiers`
  NodePtr Body;
  std::vector<LaunchModel> Launches;
  std::vector<LaunchId> LaunchIds;
  std::vector<LaunchPlace> LaunchPlaces;
  /// Of all that the two have, in the same order for equal kernels.
  std::vector<SourceRange> Places;
};

/// The decisions about the kernels of one program so far.
class DecidedKernels {
public:
  /// \param MayRename as above: not where options name arrays of kernels.
  explicit DecidedKernels(bool MayRename = true) : MayRename(MayRename) {}

  /// What \p Decide makes for \p Kernel, or what it made for an equal one.
  llvm::Expected<PlanDecision>
  get(const Program &P, KernelId Kernel, bool Kept,
      llvm::function_ref<llvm::Expected<PlanDecision>()> Decide);

private:
  const bool MayRename;
  std::vector<std::pair<DecidedKernel, PlanDecision>> Known;
};

} // namespace tessera

#endif
