//===- HostForms.h - How host code evaluates each class of statement ------===//
#ifndef TESSERA_FRONTEND_HOSTFORMS_H
#define TESSERA_FRONTEND_HOSTFORMS_H

#include "clang/AST/Expr.h"

namespace tessera {

/// What HostEffects has to do for a statement or expression.
enum class HostForm {
  Nothing, ///< evaluates nothing
  Wrapper, ///< is what its one operand is
  Values,  ///< evaluates its children; their values go where nobody follows
  Parts,   ///< of the statements in it, each runs once or more
  Own,     ///< has a case of its own
  Unknown, ///< may do anything with all that it names
};

/// \p Class may be any: the switch names every class there is.
HostForm hostFormOf(clang::Stmt::StmtClass Class);

/// What \p E is the same as: the operand of parentheses, the expression of a
/// default argument.
const clang::Expr *unwrapped(const clang::Expr *E);

} // namespace tessera

#endif
