//===- PlanStreams.h - Independent work on streams of its own -------------===//
//
// Launches that follow each other, with their copies, run beside each other
// where none needs what the other one writes:
//
//   stream 0   upload a   k1(a, b)   read back b
//   stream 1              upload c   k2(c, d)      read back d
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_PLAN_PLANSTREAMS_H
#define TESSERA_PLAN_PLANSTREAMS_H

#include "tessera/Plan/FuseLaunches.h"
#include "tessera/Plan/Planner.h"
#include "tessera/Plan/TransferPlan.h"

namespace tessera {

/// What streams cost, and what copies and launches take. Measured on an H200
/// and its host.
struct StreamCosts {
  double SecondsPerStream = 5e-6; ///< made and destroyed
  double SecondsPerCall = 1e-6;   ///< to record an event, or to wait for it
  double SecondsPerWait = 6e-6;   ///< of the host, for a stream that is done
  double SecondsPerCopy = 2e-6;   ///< besides its bytes
  double PinnedBytesPerSecond = 50e9;
  double PageableBytesPerSecond = 13e9;
  double SecondsPerLaunch = 2e-6;       ///< besides what its threads do
  double HostSecondsPerLaunch = 4.4e-6; ///< to start it and check that
  double SecondsPerAccess = 10e-9;      ///< of a thread, to what is cached
  double RoundsOfLoop = 10;             ///< taken for granted
  unsigned MostStreams = 4;
  unsigned MostStreamsOfLoop = 16; ///< where each round may take another
};

/// Puts launches of \p P on streams where \p Into shows that they are
/// independent and it pays on \p Device. Their copies become a part of that.
/// \p Decisions is what becomes of kernels.
void planStreams(const Program &P, const std::vector<PlanDecision> &Decisions,
                 const DeviceModel &Device, TransferPlan &Into,
                 std::vector<Diagnostic> &Messages,
                 const StreamCosts &Costs = {});

/// Puts rounds of loops on streams in turn that \p Fusion found independent
/// but could not make one launch of, where it pays.
void planStreamLoops(const Program &P, const FusePlan &Fusion,
                     const std::vector<PlanDecision> &Decisions,
                     const DeviceModel &Device, TransferPlan &Into,
                     std::vector<Diagnostic> &Messages,
                     const StreamCosts &Costs = {});

} // namespace tessera

#endif
