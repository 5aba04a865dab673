//===- MutationFinder.cpp - Variables that change after declaration -------===//
#include "MutationFinder.h"
#include "LaunchCalls.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace tessera {

namespace {

/// Variables that are changed after their declaration, or whose address may be
/// used to change them.
class MutationFinder : public DynamicRecursiveASTVisitor {
public:
  MutationFinder(std::set<const VarDecl *> &Into, bool Captures,
                 const Stmt *Except)
      : Into(Into), Captures(Captures), Except(Except) {}

  bool TraverseStmt(Stmt *S) override {
    return (S && S == Except) || DynamicRecursiveASTVisitor::TraverseStmt(S);
  }

  bool VisitBinaryOperator(BinaryOperator *E) override {
    if (E->isAssignmentOp())
      note(E->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *E) override {
    if (E->isIncrementDecrementOp() ||
        (E->getOpcode() == UO_AddrOf && !Launched.holds(E)))
      note(E->getSubExpr());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    Launched.use(E);
    return true;
  }
  bool VisitVarDecl(VarDecl *V) override {
    Launched.declare(V);
    if (V->getType()->isReferenceType() && V->getInit())
      note(V->getInit());
    return true;
  }
  bool VisitCallExpr(CallExpr *E) override {
    Launched.call(*E);
    if (passesByReference(*E))
      return true;
    const FunctionDecl *Callee = E->getDirectCallee();
    for (unsigned I = 0; I < E->getNumArgs(); ++I) {
      bool ByReference =
          !Callee || I >= Callee->getNumParams() ||
          (Callee->getParamDecl(I)->getType()->isReferenceType() &&
           !Callee->getParamDecl(I)
                ->getType()
                ->getPointeeType()
                .isConstQualified());
      if (ByReference && E->getArg(I)->isGLValue())
        note(E->getArg(I));
    }
    return true;
  }
  bool VisitLambdaExpr(LambdaExpr *E) override {
    for (const LambdaCapture &Capture : E->captures())
      if (Captures && Capture.capturesVariable() &&
          Capture.getCaptureKind() == LCK_ByRef)
        if (const auto *V = dyn_cast<VarDecl>(Capture.getCapturedVar()))
          Into.insert(V);
    return true;
  }
  /// Behind all else.
  void finish() {
    for (const UnaryOperator *Address : Launched.leaked())
      note(Address->getSubExpr());
  }

private:
  void note(const Expr *E) {
    E = E->IgnoreParenImpCasts();
    while (const auto *Member = dyn_cast<MemberExpr>(E)) {
      if (Member->isArrow())
        return;
      E = Member->getBase()->IgnoreParenImpCasts();
    }
    if (const auto *Use = dyn_cast<DeclRefExpr>(E))
      if (const auto *V = dyn_cast<VarDecl>(Use->getDecl()))
        Into.insert(V);
    if (const auto *Pick = dyn_cast<ConditionalOperator>(E)) {
      note(Pick->getTrueExpr());
      note(Pick->getFalseExpr());
    }
  }
  std::set<const VarDecl *> &Into;
  const bool Captures;
  const Stmt *const Except;
  ArgumentArrays Launched;
};

} // namespace

void findMutations(const Stmt *Body, std::set<const VarDecl *> &Into,
                   bool Captures, const Stmt *Except) {
  MutationFinder Finder(Into, Captures, Except);
  Finder.TraverseStmt(const_cast<Stmt *>(Body));
  Finder.finish();
}

} // namespace tessera
