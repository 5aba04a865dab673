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

/// \param Breaks whether a `break` leaves what is asked about; so \p Continues.
static void addJumps(const Stmt *S, bool Breaks, bool Continues,
                     HiddenJumps &Into) {
  if (!S || isa<LambdaExpr>(S))
    return;
  bool IsLoop = isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
  Into.Returns |=
      isa<ReturnStmt, CoreturnStmt, GotoStmt, IndirectGotoStmt>(S) ||
      (isa<GCCAsmStmt>(S) && cast<GCCAsmStmt>(S)->isAsmGoto());
  Into.Jumps |= (Breaks && isa<BreakStmt>(S)) ||
                (Continues && isa<ContinueStmt>(S));
  for (const Stmt *Child : S->children())
    addJumps(Child, Breaks && !IsLoop && !isa<SwitchStmt>(S),
             Continues && !IsLoop, Into);
}

HiddenJumps hiddenJumps(const Stmt *S) {
  HiddenJumps Found;
  addJumps(S, true, true, Found);
  return Found;
}

bool changesOnly(const Stmt *S, unsigned Elements) {
  struct Watcher : RecursiveASTVisitor<Watcher> {
    unsigned Elements = 0;
    bool Other = false;
    void change(const Expr *E) {
      E = E->IgnoreParens();
      if (isa<ArraySubscriptExpr>(E))
        ++Elements;
      else if (!isa<DeclRefExpr>(E) || E->getType()->isPointerType())
        Other = true;
    }
    bool VisitBinaryOperator(BinaryOperator *E) {
      if (E->isAssignmentOp())
        change(E->getLHS());
      return true;
    }
    bool VisitUnaryOperator(UnaryOperator *E) {
      if (E->isIncrementDecrementOp())
        change(E->getSubExpr());
      Other |= E->getOpcode() == UO_AddrOf;
      return true;
    }
    // What gets an address may change what is there.
    bool VisitCallExpr(CallExpr *E) {
      for (const Expr *Argument : E->arguments())
        Other |= Argument->isGLValue() ||
                 Argument->getType()->isPointerType() ||
                 Argument->getType()->isRecordType();
      return true;
    }
    bool VisitCXXConstructExpr(CXXConstructExpr *) { return !(Other = true); }
    bool VisitLambdaExpr(LambdaExpr *) { return !(Other = true); }
    bool VisitCXXNewExpr(CXXNewExpr *) { return !(Other = true); }
  };
  Watcher Watch;
  Watch.TraverseStmt(const_cast<Stmt *>(S));
  return !Watch.Other && Watch.Elements == Elements;
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
