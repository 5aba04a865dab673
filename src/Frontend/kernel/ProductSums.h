//===- ProductSums.h - Expressions that compilers contract freely ---------===//
#ifndef TESSERA_FRONTEND_KERNEL_PRODUCTSUMS_H
#define TESSERA_FRONTEND_KERNEL_PRODUCTSUMS_H

#include "clang/AST/Expr.h"

namespace tessera {

/// The first expression in \p Body that adds two or more floating-point
/// products, or null. In `a * b + c * d` either product may be rounded first
/// when the compiler makes a fused multiply-add of the other; in `s += a * b`
/// there is no choice.
const clang::Expr *findProductSum(const clang::Stmt *Body);

} // namespace tessera

#endif
