//===- SharedLaunches.h - Texts that start several instances --------------===//
#ifndef TESSERA_FRONTEND_LAUNCH_SHAREDLAUNCHES_H
#define TESSERA_FRONTEND_LAUNCH_SHAREDLAUNCHES_H

#include "FrontendContext.h"
#include "clang/AST/ExprCXX.h"

namespace tessera {

/// How \p Launch, of an instance of a kernel template, may get a branch of its
/// own where its text, described in \p L, starts other instances as well;
/// nothing if the text does not say which one it starts, or is no statement.
std::optional<LaunchBranch> branchOf(const FrontendContext &C,
                                     const clang::CUDAKernelCallExpr &Launch,
                                     const LaunchModel &L);

/// Leaves branches to launches that share their text with others, if it tells
/// these apart.
void keepClearBranches(std::vector<LaunchModel> &Launches);

} // namespace tessera

#endif
