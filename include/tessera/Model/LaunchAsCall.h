//===- LaunchAsCall.h - How launches that stay may start versions ---------===//
#ifndef TESSERA_MODEL_LAUNCHASCALL_H
#define TESSERA_MODEL_LAUNCHASCALL_H

#include "tessera/Support/SourceRange.h"

namespace tessera {

/// What becomes other text where a launch calls a function instead:
/// `k<T><<<grid, block>>>(a)` and `launch_k<T>(grid, block, a)`.
struct LaunchAsCall {
  SourceRange Name;      ///< of the kernel
  SourceRange Opening;   ///< `<<<`
  SourceRange Closing;   ///< `>>>(`
  unsigned Operands = 2; ///< between these
  bool HasArguments = false;
  bool operator==(const LaunchAsCall &) const = default;
};

/// What names the kernel in a launch that is none by `<<<` and `>>>`, or hides
/// these: `k` of `LAUNCH(k, grid, block, a)` and `cudaLaunchKernel(k, ..)`.
/// Another kernel may be named there.
struct LaunchByName {
  SourceRange Kernel;
  /// Declarations may stand before it, and see the arguments as the launch
  /// does; empty if there is no such statement.
  SourceRange Statement;
  bool operator==(const LaunchByName &) const = default;
};

} // namespace tessera

#endif
