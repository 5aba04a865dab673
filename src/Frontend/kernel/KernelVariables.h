//===- KernelVariables.h - Small questions about variables of kernels -----===//
#ifndef TESSERA_FRONTEND_KERNEL_KERNELVARIABLES_H
#define TESSERA_FRONTEND_KERNEL_KERNELVARIABLES_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

namespace tessera {

/// Whether \p V is `__shared__` and has a constructor: see respellSharedObject.
bool isSharedObject(const clang::VarDecl *V);

/// What \p Init of a number sets it to, without braces; null for empty ones.
const clang::Expr *withoutBraces(const clang::Expr *Init);

} // namespace tessera

#endif
