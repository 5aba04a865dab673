//===- LaunchLoops.h - Host loops that only launch ------------------------===//
#ifndef TESSERA_FRONTEND_LAUNCH_LAUNCHLOOPS_H
#define TESSERA_FRONTEND_LAUNCH_LAUNCHLOOPS_H

#include "FrontendContext.h"

namespace tessera {

/// The counter of \p S and its first value; null if it has none.
std::pair<const clang::VarDecl *, const clang::Expr *>
counterOf(const clang::ForStmt *S);

/// Fills LaunchModel::Around and Loop of \p Launch in the body \p Function.
void describeLaunchLoops(FrontendContext &C,
                         const clang::CUDAKernelCallExpr *Launch,
                         const clang::Stmt *Function, LaunchModel &Into);

} // namespace tessera

#endif
