//===- StatementFacts.cpp - Small questions about statements --------------===//
#include "StatementFacts.h"
#include "HostConstants.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace tessera {

bool mayJump(const Stmt *S) {
  struct Watcher : RecursiveASTVisitor<Watcher> {
    bool Found = false;
    bool VisitStmt(Stmt *S) {
      Found |= isa<BreakStmt, ContinueStmt, ReturnStmt, GotoStmt,
                   IndirectGotoStmt, LabelStmt, SwitchStmt, CXXTryStmt,
                   CXXThrowExpr, AsmStmt, CoreturnStmt>(S);
      return !Found;
    }
    // What a lambda returns from is itself.
    bool TraverseLambdaExpr(LambdaExpr *) { return true; }
  };
  Watcher Watch;
  Watch.TraverseStmt(const_cast<Stmt *>(S));
  return Watch.Found;
}

std::set<std::string> declaredIn(const Stmt *S) {
  struct Watcher : RecursiveASTVisitor<Watcher> {
    std::set<std::string> Symbols;
    bool VisitVarDecl(VarDecl *V) {
      Symbols.insert(HostConstants::symbolOf(V));
      return true;
    }
  };
  Watcher Watch;
  Watch.TraverseStmt(const_cast<Stmt *>(S));
  return Watch.Symbols;
}

std::set<const VarDecl *> changedUnseen(const Stmt *Body) {
  struct Watcher : RecursiveASTVisitor<Watcher> {
    std::set<const Expr *> Plain;
    std::vector<const DeclRefExpr *> Uses;
    bool VisitImplicitCastExpr(ImplicitCastExpr *E) {
      if (E->getCastKind() == CK_LValueToRValue)
        Plain.insert(E->getSubExpr()->IgnoreParens());
      return true;
    }
    bool VisitBinaryOperator(BinaryOperator *E) {
      if (E->isAssignmentOp())
        Plain.insert(E->getLHS()->IgnoreParens());
      return true;
    }
    bool VisitUnaryOperator(UnaryOperator *E) {
      if (E->isIncrementDecrementOp())
        Plain.insert(E->getSubExpr()->IgnoreParens());
      return true;
    }
    bool VisitDeclRefExpr(DeclRefExpr *E) {
      Uses.push_back(E);
      return true;
    }
    bool VisitLambdaExpr(LambdaExpr *E) {
      for (const LambdaCapture &Capture : E->captures())
        if (Capture.capturesVariable())
          if (const auto *V = dyn_cast<VarDecl>(Capture.getCapturedVar()))
            Captured.insert(V);
      return true;
    }
    std::set<const VarDecl *> Captured;
  };
  Watcher Watch;
  Watch.TraverseStmt(const_cast<Stmt *>(Body));
  for (const DeclRefExpr *Use : Watch.Uses)
    if (const auto *V = dyn_cast<VarDecl>(Use->getDecl());
        V && !Watch.Plain.count(Use))
      Watch.Captured.insert(V);
  return Watch.Captured;
}

} // namespace tessera
