//===- LaunchPlaces.h - Where launches and their parts stand --------------===//
#ifndef TESSERA_FRONTEND_LAUNCH_LAUNCHPLACES_H
#define TESSERA_FRONTEND_LAUNCH_LAUNCHPLACES_H

#include "FrontendContext.h"

namespace tessera {

/// The bytes that spell \p E, perhaps without parentheses around it, and
/// nothing else; nothing for a default or where a macro's body has more of it.
std::optional<SourceRange> rangeOf(const FrontendContext &C,
                                   const clang::Expr *E);

/// Its text; empty if there are no such bytes.
std::string textOf(const FrontendContext &C, const clang::Expr *E);

/// Grid, block, bytes and stream of a launch.
llvm::ArrayRef<const clang::Expr *>
configurationOf(const clang::CUDAKernelCallExpr &E);

/// Whether a macro has some of the \p Configuration of a launch.
bool isHidden(const FrontendContext &C,
              llvm::ArrayRef<const clang::Expr *> Configuration);

/// Whether the text of \p E may be written again: evaluating it is harmless,
/// and as cheap as no call is.
bool isRepeatableText(const FrontendContext &C, const clang::Expr *E);

/// The statement that consists of \p E alone, `;` included; empty if there is
/// none.
SourceRange statementOf(const FrontendContext &C, const clang::Expr *E);

} // namespace tessera

#endif
