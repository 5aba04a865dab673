//===- LaunchAsCall.h - Launches that may become calls --------------------===//
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

} // namespace tessera

#endif
