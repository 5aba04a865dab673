//===- FuseLaunches.h - Launch loops that become one launch ---------------===//
//
// Before:  for (i = 0; i < N; i++)
//            k<<<g, b>>>(a + i * N);
// After:   for (i = 0; i < N; i += N)
//            k<<<dim3(g, N), b>>>(a + i * N);
//
//          __global__ void k(float *a) {
//            a += (size_t)blockIdx.y * N;
//
// The loop stays: it serves any number of rounds, 65535 at a time.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_PLAN_FUSELAUNCHES_H
#define TESSERA_PLAN_FUSELAUNCHES_H

#include "tessera/Plan/Planner.h"
#include "tessera/Plan/TransferPlan.h"

namespace tessera {

/// One loop whose rounds are launched together.
struct FusedLoop {
  LaunchId Launch;
  std::string Increment;             ///< of the loop
  std::string Grid;                  ///< of the launch
  std::string Note;                  ///< what to tell the reader
  std::vector<std::string> Prologue; ///< statements that open the kernel
};

struct FusePlan {
  std::vector<FusedLoop> Loops;
  std::set<LaunchId> Independent; ///< in loops that only the form keeps apart
  std::vector<Diagnostic> Messages;
};

/// Finds the loops whose rounds may run at the same time. \p Decisions is what
/// becomes of the kernels; their launches must stay testable.
FusePlan planFusion(const Program &P,
                    const std::vector<PlanDecision> &Decisions);

/// \p P as if the loops of \p Plan were launches already: what transfers are
/// planned for.
Program withFusedLoops(Program P, const FusePlan &Plan);

/// Adds what the loops of \p Plan change in \p P, the program as it is.
void addFusion(const Program &P, const FusePlan &Plan, TransferPlan &Into);

} // namespace tessera

#endif
