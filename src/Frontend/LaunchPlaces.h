//===- LaunchPlaces.h - Where launches and their parts stand --------------===//
#ifndef TESSERA_FRONTEND_LAUNCHPLACES_H
#define TESSERA_FRONTEND_LAUNCHPLACES_H

#include "FrontendContext.h"

namespace tessera {

/// Where \p E stands: itself, or the macro call that makes it.
std::optional<SourceRange> rangeOf(const FrontendContext &C,
                                   const clang::Expr *E);

/// Its text; empty for a default argument.
std::string textOf(const FrontendContext &C, const clang::Expr *E);

/// Grid, block, bytes and stream of a launch.
llvm::ArrayRef<const clang::Expr *>
configurationOf(const clang::CUDAKernelCallExpr &E);

/// Whether evaluating \p E, a size or a `dim3`, again is harmless. Making a
/// `dim3` is.
bool isRepeatable(const FrontendContext &C, const clang::Expr *E);

/// The statement that consists of \p E alone, `;` included; empty if there is
/// none.
SourceRange statementOf(const FrontendContext &C, const clang::Expr *E);

} // namespace tessera

#endif
