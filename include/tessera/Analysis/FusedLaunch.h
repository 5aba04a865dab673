//===- FusedLaunch.h - The rounds of a launch loop as one launch ----------===//
#ifndef TESSERA_ANALYSIS_FUSEDLAUNCH_H
#define TESSERA_ANALYSIS_FUSEDLAUNCH_H

#include "tessera/Analysis/InstanceSpace.h"
#include "tessera/Polyhedral/Polynomial.h"

namespace tessera {

/// A launch in a LaunchLoop as one launch that has a further axis of blocks:
/// their id counts the rounds.
struct FusedLaunch {
  /// Subscripts of a parameter count from the root of its argument, and scalar
  /// parameters that vary are replaced by their values.
  KernelModel Kernel;
  LaunchModel Launch;
  unsigned Axis = 1; ///< of the rounds: 1 is y, 2 is z

  /// What each argument grows by from one round to the next: in elements of
  /// what a pointer points to.
  std::vector<Polynomial> Growth;
};

/// The axis that can count the rounds, if one is free: 1 is y, 2 is z.
std::optional<unsigned> freeAxis(const KernelModel &Kernel,
                                 const LaunchModel &Launch);

/// \returns nothing if an argument does not grow evenly.
/// \pre the launch has a loop.
std::optional<FusedLaunch> fuseRounds(const KernelModel &Kernel,
                                      const LaunchModel &Launch, unsigned Axis);

/// Whether no round touches what another one writes: then they may run at the
/// same time. If not, \p Obstacle becomes the name of an array for which that
/// is not proved.
bool roundsAreIndependent(isl::ctx Context, const FusedLaunch &Fused,
                          std::string &Obstacle);

} // namespace tessera

#endif
