//===- LaunchContext.h - What a launch tells about parameters -------------===//
//
// Functions here may throw isl::exception: see Guarded.h.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_ANALYSIS_LAUNCHCONTEXT_H
#define TESSERA_ANALYSIS_LAUNCHCONTEXT_H

#include "tessera/Analysis/InstanceSpace.h"

namespace tessera {

/// A kernel in one launch, and what is taken for granted there: what the user
/// says, sizes of the grid and values of parameters, as far as host variables
/// express them.
class LaunchContext {
public:
  /// \param Dims of the sets that facts are asked about.
  LaunchContext(isl::ctx Context, const KernelModel &K, const LaunchModel &L,
                DimNames Dims);

  /// Takes \p P >= 0 for granted, if it is affine.
  void assume(const Polynomial &P);
  /// Adds what the launch passes.
  void addLaunch();

  /// Whether \p P >= 0 follows, everywhere in \p Where: `{ [Dims] }`.
  bool proves(const Polynomial &P, const isl::set &Where) const;
  bool proves(const Polynomial &P) const { return proves(P, Known); }
  /// Whether \p P is a multiple of \p Of.
  bool provesMultiple(const Polynomial &P, int64_t Of) const;
  /// Whether the conditions of the kernel mean what they say.
  bool provesKernel() const;

  const isl::set &known() const { return Known; } ///< `{ [Dims] }`
  const KernelSpace &space() const { return Space; }

  /// The element that \p Id accesses, counted from the argument of its array;
  /// nothing if that is not known.
  std::optional<Polynomial> address(AccessId Id) const;

private:
  void equals(const std::string &Symbol, const HostValue &Value);

  KernelSpace Space;
  const LaunchModel &L;
  DimNames Dims;
  isl::set Known;
};

} // namespace tessera

#endif
