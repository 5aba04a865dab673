//===- HostElements.cpp - Single elements that host code reads ------------===//
#include "effects/Changes.h"
#include "effects/StatementFacts.h"
#include "host/HostEffects.h"

using namespace clang;

namespace tessera {
/// Whether \p Index has the same value right before the statement.
bool HostEffects::isFixedHere(const Expr *Index) {
  Index = Index->IgnoreParenImpCasts();
  Expr::EvalResult Known;
  if (Index->EvaluateAsInt(Known, C.AST, Expr::SE_NoSideEffects))
    return true;
  if (const auto *Binary = dyn_cast<BinaryOperator>(Index))
    return (Binary->isAdditiveOp() || Binary->isMultiplicativeOp()) &&
           isFixedHere(Binary->getLHS()) && isFixedHere(Binary->getRHS());
  const auto *Use = dyn_cast<DeclRefExpr>(Index);
  const auto *V = Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
  if (!V || !V->getType()->isIntegerType() || !V->isLocalVarDeclOrParm() ||
      V->isStaticLocal() || V->getType().isVolatileQualified() ||
      Current->getSourceRange().fullyContains(V->getSourceRange()))
    return false;
  return !changedIn(Current, F->getBody()).count(V);
}

/// The element that the glvalue \p E is, if right before the statement the same
/// text names it, and it exists there.
std::optional<SharedElement> HostEffects::element(const Expr *E) {
  if (!E->getType()->isArithmeticType() || InCondition || InParallel ||
      !Unfollowed.empty() || !isa<ArraySubscriptExpr>(E) || !F ||
      !isa<Expr, DeclStmt, ReturnStmt>(Current))
    return std::nullopt;
  const Expr *Base = E;
  while (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Base)) {
    if (!isFixedHere(Subscript->getIdx()))
      return std::nullopt;
    Base = Subscript->getBase()->IgnoreParenImpCasts();
  }
  const auto *Use = dyn_cast<DeclRefExpr>(Base);
  const auto *V = Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
  if (!V || !(C.SharedVariables.count(V->getCanonicalDecl()) || C.held(V)))
    return std::nullopt;
  std::optional<SourceRange> Whole = C.exactRange(E->getSourceRange()),
                             Name = C.exactRange(Use->getSourceRange());
  if (!Whole || !Name || !Whole->contains(*Name))
    return std::nullopt;
  return SharedElement{C.text(*Whole).str(),
                       {Name->Begin - Whole->Begin, Name->End - Whole->Begin}};
}

} // namespace tessera
