//===- BoundReads.cpp - References that are as good as values -------------===//
#include "kernel/accesses/BoundReads.h"
#include "kernel/calls/CalleeFacts.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace tessera {
namespace {

/// Whether \p E names a thread's own variable, or a part of one.
bool isPrivate(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return !Member->isArrow() && isPrivate(Member->getBase());
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
    const Expr *Base = Subscript->getBase()->IgnoreParenImpCasts();
    return Base->getType()->isArrayType() && isPrivate(Base);
  }
  const auto *Use = dyn_cast<DeclRefExpr>(E);
  const auto *V = Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
  return V && V->hasLocalStorage() && !V->hasAttr<CUDASharedAttr>() &&
         !V->getType()->isReferenceType();
}

/// Looks for what may write to memory, also in the functions that are called.
class WriteFinder : public DynamicRecursiveASTVisitor {
public:
  explicit WriteFinder(const SourceManager &SM) : SM(SM) {}

  bool VisitBinaryOperator(BinaryOperator *E) override {
    return note(E->isAssignmentOp() && !isPrivate(E->getLHS()));
  }
  bool VisitUnaryOperator(UnaryOperator *E) override {
    return note(E->isIncrementDecrementOp() && !isPrivate(E->getSubExpr()));
  }
  bool VisitCallExpr(CallExpr *E) override {
    const FunctionDecl *Callee = E->getDirectCallee(), *Definition = nullptr;
    if (Callee && isPureFunction(SM, Callee))
      return true;
    if (!Callee || !Callee->hasBody(Definition) || Callee->isVariadic())
      return note(true);
    const auto *Method = dyn_cast<CXXMethodDecl>(Definition);
    if (Method && Method->isVirtual())
      return note(true);
    if (Open.insert(Definition).second)
      TraverseStmt(Definition->getBody());
    return !Found;
  }
  bool VisitStmt(Stmt *S) override {
    if (const auto *Made = dyn_cast<CXXConstructExpr>(S))
      return note(!Made->getConstructor()->isTrivial() &&
                  !isPureFunction(SM, Made->getConstructor()));
    return note(isa<AsmStmt, AtomicExpr, CXXNewExpr, CXXDeleteExpr,
                    CXXThrowExpr, CoroutineSuspendExpr>(S));
  }

  bool Found = false;

private:
  bool note(bool Writes) {
    Found |= Writes;
    return !Found;
  }

  const SourceManager &SM;
  std::set<const FunctionDecl *> Open;
};

class ReferenceFinder : public DynamicRecursiveASTVisitor {
public:
  explicit ReferenceFinder(const SourceManager &SM) : SM(SM) {}

  bool VisitCompoundStmt(CompoundStmt *Block) override {
    VariableSet Alive; // and nothing is written yet
    for (Stmt *Child : Block->body()) {
      WriteFinder Writes(SM);
      Writes.TraverseStmt(Child);
      if (Writes.Found)
        Alive.clear();
      else if (const auto *Declares = dyn_cast<DeclStmt>(Child))
        for (const Decl *D : Declares->decls())
          if (const auto *V = dyn_cast<VarDecl>(D);
              V && V->getType()->isReferenceType())
            Alive.insert(V);
    }
    Found.insert(Alive.begin(), Alive.end());
    return true;
  }

  VariableSet Found;

private:
  const SourceManager &SM;
};

} // namespace

VariableSet findBoundReads(const SourceManager &SM, const Stmt *Body) {
  ReferenceFinder References(SM);
  References.TraverseStmt(const_cast<Stmt *>(Body));
  return std::move(References.Found);
}

} // namespace tessera
