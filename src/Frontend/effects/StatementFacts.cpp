//===- StatementFacts.cpp - Small questions about statements --------------===//
#include "effects/StatementFacts.h"
#include "values/HostConstants.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace tessera {

bool isUse(const Expr *E, const VarDecl *V) {
  const auto *Use = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  return Use && Use->getDecl() == V;
}

bool mayJump(const Stmt *S) {
  struct Watcher : DynamicRecursiveASTVisitor {
    bool Found = false;
    bool VisitStmt(Stmt *S) override {
      Found |= isa<BreakStmt, ContinueStmt, ReturnStmt, GotoStmt,
                   IndirectGotoStmt, LabelStmt, SwitchStmt, CXXTryStmt,
                   CXXThrowExpr, AsmStmt, CoreturnStmt>(S);
      return !Found;
    }
    // What a lambda returns from is itself.
    bool TraverseLambdaExpr(LambdaExpr *) override { return true; }
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
  Into.Tries |= isa<CXXTryStmt>(S);
  Into.Jumps |=
      (Breaks && isa<BreakStmt>(S)) || (Continues && isa<ContinueStmt>(S));
  for (const Stmt *Child : S->children())
    addJumps(Child, Breaks && !IsLoop && !isa<SwitchStmt>(S),
             Continues && !IsLoop, Into);
}

HiddenJumps hiddenJumps(const Stmt *S) {
  HiddenJumps Found;
  addJumps(S, true, true, Found);
  return Found;
}

/// Whether a library function only computes a number.
static bool onlyComputes(const FunctionDecl *F) {
  return F->getReturnType()->isArithmeticType() && !F->isVariadic() &&
         !F->isNoReturn() && llvm::all_of(F->parameters(), [](const auto *P) {
           return P->getType().getNonReferenceType()->isArithmeticType();
         });
}

namespace {

class CallWatcher : public DynamicRecursiveASTVisitor {
public:
  explicit CallWatcher(const SourceManager &SM) : SM(SM) {}

  bool VisitCallExpr(CallExpr *E) override {
    const FunctionDecl *F = E->getDirectCallee(), *Definition = nullptr;
    if (!F)
      return note("a computed function");
    std::string Name = F->getNameAsString();
    llvm::StringRef Known = Name;
    if (Known == "__syncthreads" || Known == "__syncwarp" ||
        Known.starts_with("__threadfence") || Known.starts_with("atomic"))
      return true;
    if (!F->hasBody(Definition) ||
        !SM.isInMainFile(SM.getExpansionLoc(Definition->getLocation())))
      return onlyComputes(F) || note(Name);
    if (!Open.insert(Definition).second)
      return note(Name); // it may call itself for ever
    ++Depth;
    TraverseStmt(Definition->getBody());
    --Depth;
    Open.erase(Definition);
    return Found.empty();
  }
  bool VisitStmt(Stmt *S) override {
    bool Loops = isa<ForStmt, WhileStmt, DoStmt, GotoStmt>(S);
    if (isa<AsmStmt>(S) || (Depth > 0 && Loops))
      return note(isa<AsmStmt>(S) ? "asm" : "a function with a loop");
    return true;
  }
  std::string Found;

private:
  bool note(std::string Name) {
    Found = std::move(Name);
    return false;
  }

  const SourceManager &SM;
  std::set<const FunctionDecl *> Open; ///< whose bodies are being looked at
  unsigned Depth = 0;                  ///< of calls
};

} // namespace

std::string noticedCall(const SourceManager &SM, const Stmt *S) {
  CallWatcher Watch(SM);
  Watch.TraverseStmt(const_cast<Stmt *>(S));
  return Watch.Found;
}

bool changesOnly(const Stmt *S, unsigned Elements) {
  struct Watcher : DynamicRecursiveASTVisitor {
    unsigned Elements = 0;
    bool Other = false;
    void change(const Expr *E) {
      E = E->IgnoreParens();
      if (isa<ArraySubscriptExpr>(E))
        ++Elements;
      else if (!isa<DeclRefExpr>(E) || E->getType()->isPointerType())
        Other = true;
    }
    bool VisitBinaryOperator(BinaryOperator *E) override {
      if (E->isAssignmentOp())
        change(E->getLHS());
      return true;
    }
    bool VisitUnaryOperator(UnaryOperator *E) override {
      if (E->isIncrementDecrementOp())
        change(E->getSubExpr());
      Other |= E->getOpcode() == UO_AddrOf;
      return true;
    }
    // What gets an address may change what is there.
    bool VisitCallExpr(CallExpr *E) override {
      for (const Expr *Argument : E->arguments())
        Other |= Argument->isGLValue() ||
                 Argument->getType()->isPointerType() ||
                 Argument->getType()->isRecordType();
      return true;
    }
    bool VisitCXXConstructExpr(CXXConstructExpr *) override {
      return !(Other = true);
    }
    bool VisitLambdaExpr(LambdaExpr *) override { return !(Other = true); }
    bool VisitCXXNewExpr(CXXNewExpr *) override { return !(Other = true); }
  };
  Watcher Watch;
  Watch.TraverseStmt(const_cast<Stmt *>(S));
  return !Watch.Other && Watch.Elements == Elements;
}

std::set<std::string> declaredIn(const Stmt *S) {
  struct Watcher : DynamicRecursiveASTVisitor {
    std::set<std::string> Symbols;
    bool VisitVarDecl(VarDecl *V) override {
      Symbols.insert(HostConstants::symbolOf(V));
      return true;
    }
  };
  Watcher Watch;
  Watch.TraverseStmt(const_cast<Stmt *>(S));
  return Watch.Symbols;
}

} // namespace tessera
