//===- OwnPlaces.cpp ------------------------------------------------------===//
#include "variables/OwnPlaces.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace tessera {

bool isOwn(const VarDecl *V) {
  return V->hasLocalStorage() && !V->hasAttr<CUDASharedAttr>() &&
         !V->getType()->isReferenceType();
}

bool designated(VariableSet &Into, const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Use = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Use->getDecl());
    return V && isOwn(V) && (Into.insert(V), true);
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return Cast->getSubExpr()->isGLValue() &&
           designated(Into, Cast->getSubExpr());
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->isArrow() ? pointedTo(Into, Member->getBase())
                             : designated(Into, Member->getBase());
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    return pointedTo(Into, Element->getBase());
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_Deref
               ? pointedTo(Into, Unary->getSubExpr())
               : Unary->isPrefix() && designated(Into, Unary->getSubExpr());
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return Binary->isAssignmentOp() ? designated(Into, Binary->getLHS())
                                    : Binary->getOpcode() == BO_Comma &&
                                          designated(Into, Binary->getRHS());
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    const bool Then = designated(Into, Choice->getTrueExpr());
    return designated(Into, Choice->getFalseExpr()) && Then;
  }
  return false;
}

bool pointedTo(VariableSet &Into, const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    if (Cast->getCastKind() == CK_ArrayToPointerDecay)
      return designated(Into, Cast->getSubExpr());
    return Cast->getSubExpr()->getType()->isPointerType() &&
           Cast->getSubExpr()->isPRValue() &&
           pointedTo(Into, Cast->getSubExpr());
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_AddrOf &&
           designated(Into, Unary->getSubExpr());
  if (const auto *Binary = dyn_cast<BinaryOperator>(E);
      Binary && Binary->isAdditiveOp())
    return pointedTo(Into, Binary->getLHS()->getType()->isPointerType()
                               ? Binary->getLHS()
                               : Binary->getRHS());
  return false;
}

/// Whether \p Parent takes the value of its part \p E, a place, or gives it
/// one, or is itself a place in it.
static bool usesPlainly(const Stmt *Parent, const Expr *E) {
  if (const auto *Cast = dyn_cast<CastExpr>(Parent))
    return Cast->getCastKind() == CK_LValueToRValue || Cast->isGLValue();
  if (const auto *Unary = dyn_cast<UnaryOperator>(Parent))
    return Unary->isIncrementDecrementOp();
  if (const auto *Binary = dyn_cast<BinaryOperator>(Parent))
    return Binary->isAssignmentOp() ? E == Binary->getLHS()
                                    : Binary->isCommaOp();
  return isa<ParenExpr, MemberExpr, ArraySubscriptExpr, ConditionalOperator>(
             Parent) ||
         !isa<Expr, DeclStmt, ReturnStmt>(Parent);
}

void addShared(VariableSet &Into, const Stmt *S) {
  for (const Stmt *Child : S->children()) {
    if (!Child)
      continue;
    const auto *E = dyn_cast<Expr>(Child);
    if (E && E->isGLValue() && !usesPlainly(S, E))
      designated(Into, E);
    addShared(Into, Child);
  }
}

} // namespace tessera
