//===- FuseLaunches.h - Launch loops that become one launch ---------------===//
//
// Before:  for (i = 0; i < N; i++)
//            k<<<g, b>>>(a + i * N);
//
//          __global__ void k(float *a) {
//
// After:   k<<<dim3(g, N), b>>>(a);
//
//          __global__ void k(float *a_first) {
//            const int row = blockIdx.y * blockDim.y + threadIdx.y;
//            float *a = a_first + (size_t)row * N;
//
// A loop whose rounds are not known stays and serves any number of them, 65535
// at a time. The result is a program like the user's: its kernels are planned
// for the launch that there is.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_PLAN_FUSELAUNCHES_H
#define TESSERA_PLAN_FUSELAUNCHES_H

#include "tessera/Plan/TransferPlan.h"

namespace tessera {

/// One loop whose rounds are launched together.
struct FusedLoop {
  LaunchId Launch;
  std::string Grid; ///< of the launch
  std::string Note; ///< what to tell the reader

  /// The launch takes the loop's place, with `Arguments`, each empty if it is
  /// as before, and `Behind` as the next statement, if there is one.
  bool ReplacesLoop = false;
  std::vector<std::string> Arguments;
  std::string Behind;
  std::string Increment; ///< of a loop that stays
  std::string GridName;  ///< of a variable there that holds the grid, or empty
  bool Unbraced = false; ///< its body is the launch alone

  /// What opens the kernel: the number of the round, and what parameters get
  /// then.
  std::vector<std::string> Prologue;
  std::vector<std::pair<SourceRange, std::string>> Parameters; ///< new texts
};

struct FusePlan {
  std::vector<FusedLoop> Loops;
  std::vector<HostReplacement> Replacements; ///< of text of loops that go
  std::set<LaunchId> Independent; ///< in loops that only the form keeps apart
  std::vector<Diagnostic> Messages;
};

/// Finds the loops whose rounds may run at the same time.
FusePlan planFusion(const Program &P);

/// A line for each loop.
void print(llvm::raw_ostream &OS, const FusePlan &Plan, const Program &P);

} // namespace tessera

#endif
