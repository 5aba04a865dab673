//===- SharedLaunches.h - Texts that start several instances --------------===//
#ifndef TESSERA_FRONTEND_LAUNCH_SHAREDLAUNCHES_H
#define TESSERA_FRONTEND_LAUNCH_SHAREDLAUNCHES_H

#include "FrontendContext.h"
#include "clang/AST/ExprCXX.h"

namespace tessera {

/// How \p Launch, of an instance of a kernel template, described in \p L, can
/// call a template of a host function instead; nothing if it cannot.
std::optional<LaunchAsCall> asCall(const FrontendContext &C,
                                   const clang::CUDAKernelCallExpr &Launch,
                                   const LaunchModel &L);

/// Leaves LaunchModel::AsCall to launches that share their text with others,
/// all of which have it.
void keepSharedCalls(std::vector<LaunchModel> &Launches);

} // namespace tessera

#endif
