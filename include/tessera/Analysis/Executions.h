//===- Executions.h - Who certainly executes something --------------------===//
//
//   { [bx, by, bz, tx, ty, tz, r1 .. rn] }
//
// Block and thread ids, then the rounds of the loops around it, counted from 0
// under the name of the loop's symbol: round `r` of `for (k = tx; k < n; k +=
// 4)` has `k = tx + 4*r`, and threads in the same round are at the same
// iteration. Where a loop multiplies its counter, that is the round; where it
// divides it, its negative is. What is proved wrong of a program is proved of
// one launch.
//
// Functions here may throw isl::exception: see Guarded.h.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_ANALYSIS_EXECUTIONS_H
#define TESSERA_ANALYSIS_EXECUTIONS_H

#include "tessera/Analysis/LaunchContext.h"
#include "tessera/Polyhedral/Points.h"
#include <deque>

namespace tessera {

/// Bounds of the instances that execute something, from both sides.
struct Executions {
  NamedSet Must; ///< they do
  NamedSet May;  ///< no others do
};

/// A kernel in one launch.
class LaunchedKernel {
public:
  LaunchedKernel(isl::ctx Context, const KernelModel &K, const LaunchModel &L);

  /// Whether the model says what the kernel does: the block's size is known,
  /// and conditions mean what they say.
  bool isKnown() const;

  /// Nothing if a loop's rounds are not affine. Kept for the next who asks.
  const std::optional<Executions> &
  executions(const std::vector<LoopId> &Loops,
             const std::vector<GuardUse> &Guards) const;
  std::optional<Executions> executions(const AccessInfo &A) const;

  /// The subscripts of \p A over the dimensions of its executions; nothing if
  /// they are not known or not affine.
  std::optional<std::vector<Polynomial>> subscripts(const AccessInfo &A) const;

  /// The ids of \p Ids, one of BlockDims and ThreadDims, that are not always 0.
  DimNames varying(const DimNames &Ids) const;

  /// \p P, inside \p Loops, over the dimensions of executions.
  Polynomial inRounds(const Polynomial &P,
                      const std::vector<LoopId> &Loops) const;
  /// `{ [Dims] : .. }`: the threads of the launch. \p Dims has all ids.
  isl::set threads(const DimNames &Dims) const;

  const KernelModel &kernel() const { return Context.space().Kernel; }
  const LaunchShape &shape() const { return Context.space().Shape; }
  isl::ctx isl() const { return Context.space().Context; }

private:
  std::optional<Executions>
  computeExecutions(const std::vector<LoopId> &Loops,
                    const std::vector<GuardUse> &Guards) const;
  /// `{ [Dims] : .. }`: the rounds of \p Id, one of \p Loops.
  std::optional<isl::set> rounds(LoopId Id, const std::vector<LoopId> &Loops,
                                 const DimNames &Dims) const;
  /// What a round adds to the counter; 0 if that is not known.
  int64_t stepOf(const LoopInfo &L) const;
  Condition inRounds(const Condition &C,
                     const std::vector<LoopId> &Loops) const;

  struct KnownExecutions {
    std::vector<LoopId> Loops;
    std::vector<GuardUse> Guards;
    std::optional<Executions> Result;
  };

  LaunchContext Context;
  isl::set Known; ///< of the parameters, without variables of the host
  mutable std::deque<KnownExecutions> Asked;
};

/// A point of \p Wrong, part of \p Executed, if every value of the parameters
/// that leaves something in \p Executed leaves something in it.
std::optional<NamedPoint> findExample(const NamedSet &Executed,
                                      const NamedSet &Wrong);

} // namespace tessera

#endif
