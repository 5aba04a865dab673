//===- DeferChecks.h - Tests of the host that the device makes ------------===//
//
// Before:  for (int k = 0; k < N; k++) {
//            float pivot = a[k][k];
//            if (fabsf(pivot) < TINY)
//              return failed(k);
//            scale<<<g, b>>>(a, k, pivot);
//          }
// After:   for (int k = 0; k < N; k++) {
//            scale<<<g, b>>>(a, k, &a[k][k], &pivot_stop);
//          }
//          if (pivot_stop) {
//            int k = pivot_stop - 1;
//            return failed(k);
//          }
//
//          __global__ void scale(float *a, int k, const float *pivot_dev,
//                                int *pivot_stop) {
//            float pivot = *pivot_dev;
//            if (fabsf(pivot) < TINY)
//              atomicCAS(pivot_stop, 0, k + 1);
//
// So no round waits for the one before. Where the host leaves, the device has
// done all other rounds in vain: it must be proved that nobody sees that.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_PLAN_DEFERCHECKS_H
#define TESSERA_PLAN_DEFERCHECKS_H

#include "tessera/Plan/TransferPlan.h"

namespace tessera {

/// A test that moves to the device. The result is a program in the simple
/// memory model, as the one before.
struct DeferredCheck {
  unsigned Check = 0; ///< into HostModel::Checks
  /// The new shared variable: one more than the counter of the first round in
  /// which the test holds, or 0.
  std::string Stop;
  LaunchId Tester; ///< the first launch whose kernel makes the test
  /// Its new parameter that points to the element, if it did not get the value.
  std::string Pointer;
  /// Its parameter that is the loop's counter, and whether that is a new one.
  std::string Round;
  bool AddsRound = false;
  CodePosition Behind; ///< the loop

  /// A kernel that gets the place of the element instead of the value.
  struct Reader {
    KernelId Kernel;
    unsigned Parameter = 0;
    std::string Pointer; ///< its new name
  };
  std::vector<Reader> Readers;
};

struct CheckPlan {
  std::vector<DeferredCheck> Checks;
  std::vector<Diagnostic> Messages;
};

/// Finds the tests of \p P that the device can make as well.
CheckPlan planChecks(const Program &P);

/// For `--print=plan`.
void print(llvm::raw_ostream &OS, const CheckPlan &Plan, const Program &P);

} // namespace tessera

#endif
