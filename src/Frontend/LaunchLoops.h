//===- LaunchLoops.h - Host loops that only launch ------------------------===//
#ifndef TESSERA_FRONTEND_LAUNCHLOOPS_H
#define TESSERA_FRONTEND_LAUNCHLOOPS_H

#include "FrontendContext.h"

namespace tessera {

/// The counted loop around \p Launch in the body \p Function, if it does
/// nothing else.
std::optional<LaunchLoop>
describeLaunchLoop(FrontendContext &C, const clang::CUDAKernelCallExpr *Launch,
                   const clang::Stmt *Function);

} // namespace tessera

#endif
