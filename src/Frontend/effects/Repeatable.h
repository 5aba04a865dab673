//===- Repeatable.h - Expressions that may be evaluated again -------------===//
#ifndef TESSERA_FRONTEND_EFFECTS_REPEATABLE_H
#define TESSERA_FRONTEND_EFFECTS_REPEATABLE_H

#include "clang/AST/Expr.h"

namespace tessera {

/// Whether evaluating \p E another number of times, or elsewhere, is the same
/// as evaluating it once, as long as no variable changes: nothing is written,
/// and nothing is called but what is known to write nothing.
bool isRepeatable(const clang::Expr *E, const clang::ASTContext &AST);

} // namespace tessera

#endif
