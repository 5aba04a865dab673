//===- ProductSums.cpp - Expressions that compilers contract freely -------===//
#include "kernel/ProductSums.h"

using namespace clang;

namespace tessera {

/// How many products \p E, a floating-point sum, has among its terms.
static unsigned countProducts(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->isArithmeticOp() ? countProducts(Unary->getSubExpr()) : 0;
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary || !Binary->getType()->isRealFloatingType())
    return 0;
  switch (Binary->getOpcode()) {
  case BO_Mul:
    return 1;
  case BO_Add:
  case BO_Sub:
    return countProducts(Binary->getLHS()) + countProducts(Binary->getRHS());
  case BO_AddAssign:
  case BO_SubAssign:
    return countProducts(Binary->getRHS());
  default:
    return 0;
  }
}

const Expr *findProductSum(const Stmt *Body) {
  if (!Body)
    return nullptr;
  if (const auto *E = dyn_cast<Expr>(Body); E && countProducts(E) > 1)
    return E;
  if (const auto *Declares = dyn_cast<DeclStmt>(Body))
    for (const Decl *D : Declares->decls())
      if (const auto *V = dyn_cast<VarDecl>(D))
        if (const Expr *Found = findProductSum(V->getInit()))
          return Found;
  for (const Stmt *Child : Body->children())
    if (const Expr *Found = findProductSum(Child))
      return Found;
  return nullptr;
}

} // namespace tessera
