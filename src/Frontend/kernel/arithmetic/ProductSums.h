//===- ProductSums.h - Expressions that compilers contract freely ---------===//
#ifndef TESSERA_FRONTEND_KERNEL_ARITHMETIC_PRODUCTSUMS_H
#define TESSERA_FRONTEND_KERNEL_ARITHMETIC_PRODUCTSUMS_H

#include "clang/AST/Expr.h"

namespace tessera {

/// A floating-point sum in \p Body, or in what it calls (then the call), that
/// compilers may contract in more than one way; null if there is none.
///
/// In `a * b + c * d` either product may be rounded first when the compiler
/// makes a fused multiply-add of the other. In `s += a * b` there is no choice
/// within a block of straight code; but a division or a function such as
/// `sqrt` has branches, and where several outputs of a thread are computed side
/// by side, those of one output come between the product and the sum of
/// another.
const clang::Expr *findProductSum(const clang::Stmt *Body);

} // namespace tessera

#endif
