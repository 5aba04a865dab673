//===- ArithmeticCounter.h - Instructions of expressions ------------------===//
#ifndef TESSERA_FRONTEND_KERNEL_ARITHMETICCOUNTER_H
#define TESSERA_FRONTEND_KERNEL_ARITHMETICCOUNTER_H

#include "tessera/Model/Arithmetic.h"
#include "clang/AST/Expr.h"

namespace tessera {

/// Adds to \p Work what \p E itself computes, its operands aside, in \p Loops.
/// A product that is added counts with its addition.
void countArithmetic(const clang::Expr *E, const std::vector<LoopId> &Loops,
                     std::vector<Arithmetic> &Work);

} // namespace tessera

#endif
