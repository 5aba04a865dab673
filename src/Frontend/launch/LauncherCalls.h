//===- LauncherCalls.h - Calls of functions that start what they get ------===//
//
//   template <typename K, typename... A>
//   void start(dim3 grid, dim3 block, K kernel, A... arguments) {
//     kernel<<<grid, block>>>(arguments...);
//   }
//   start(grid, block, copy, x, y);
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_FRONTEND_LAUNCH_LAUNCHERCALLS_H
#define TESSERA_FRONTEND_LAUNCH_LAUNCHERCALLS_H

#include "FrontendContext.h"
#include "clang/AST/ExprCXX.h"

namespace tessera {

/// A call whose function does nothing with the kernel, the grid and the block
/// that it gets but one launch, which gets its other arguments.
struct LauncherCall {
  const clang::DeclRefExpr *Kernel = nullptr;
  /// Grid, block, bytes and stream, as the call has them.
  std::vector<const clang::Expr *> Operands;
  std::vector<const clang::Expr *> Arguments; ///< of the kernel, likewise
  /// Those that the function gets by reference, and does something else before
  /// it reads them.
  std::set<unsigned> Shared;
};

/// What \p E, a call that names a kernel, starts it with; nothing if it is no
/// such call.
std::optional<LauncherCall> launcherCall(const FrontendContext &C,
                                         const clang::CallExpr &E);

} // namespace tessera

#endif
