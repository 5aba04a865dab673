//===- BehindLaunches.h - What a statement does behind its launches -------===//
//
// A wait stands behind a statement. If that is more than a launch, its rest
// runs before the wait, and must not notice: it uses no memory that kernels
// may have, and does not leave the statement past the wait.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_FRONTEND_LAUNCH_BEHINDLAUNCHES_H
#define TESSERA_FRONTEND_LAUNCH_BEHINDLAUNCHES_H

#include "FrontendContext.h"

namespace tessera {

/// Whether statements in front of and behind \p S run if and only if it does,
/// perhaps in braces that are put around all of them.
bool standsInBlock(const FrontendContext &C, const clang::Stmt *S);

/// Notes for each launch in \p Statements, which follow each other, whether
/// something there may notice that no wait stands directly behind it.
void noteFollowed(FrontendContext &C,
                  llvm::ArrayRef<const clang::Stmt *> Statements);

} // namespace tessera

#endif
