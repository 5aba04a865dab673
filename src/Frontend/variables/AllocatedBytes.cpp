//===- AllocatedBytes.cpp - How much memory a pointer has -----------------===//
#include "variables/AllocatedBytes.h"
#include "tessera/Frontend/Allocations.h"
#include "values/HostConstants.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace tessera {
namespace {

class UseCounter : public DynamicRecursiveASTVisitor {
public:
  explicit UseCounter(const VarDecl *V) : V(V) {}

  bool VisitImplicitCastExpr(ImplicitCastExpr *E) override {
    Loads += E->getCastKind() == CK_LValueToRValue && isUse(E->getSubExpr());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    Uses += isUse(E);
    return true;
  }
  bool VisitVarDecl(VarDecl *Declared) override {
    Declares |= Declared == V;
    return true;
  }
  bool VisitCallExpr(CallExpr *E) override {
    const FunctionDecl *Callee = E->getDirectCallee();
    if (!Callee || !Callee->getIdentifier() || E->getNumArgs() < 2 ||
        !Callee->getName().starts_with("cuda") ||
        Callee->getName() == "cudaMallocPitch" ||
        allocatedArgument(*Callee) != 0)
      return true;
    const auto *Address =
        dyn_cast<UnaryOperator>(E->getArg(0)->IgnoreParenCasts());
    if (Address && Address->getOpcode() == UO_AddrOf &&
        isUse(Address->getSubExpr()))
      Allocation = E;
    return true;
  }

  bool isUse(const Expr *E) const {
    const auto *Use = dyn_cast<DeclRefExpr>(E->IgnoreParens());
    return Use && Use->getDecl() == V;
  }

  const VarDecl *V;
  unsigned Uses = 0, Loads = 0;
  bool Declares = false;
  const CallExpr *Allocation = nullptr;
};

} // namespace

std::optional<int64_t> allocatedBytes(const ASTContext &AST, const Stmt *Body,
                                      const Expr *Pointer) {
  const auto *Use = dyn_cast<DeclRefExpr>(Pointer->IgnoreParenImpCasts());
  const auto *V = Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
  if (!V || !Body || !V->isLocalVarDecl() || V->isStaticLocal())
    return std::nullopt;
  UseCounter Count(V);
  Count.TraverseStmt(const_cast<Stmt *>(Body));
  // The allocation is the only use that does not just read it.
  if (!Count.Allocation || !Count.Declares || Count.Uses != Count.Loads + 1)
    return std::nullopt;
  return HostConstants(AST, Body).integer(Count.Allocation->getArg(1));
}

} // namespace tessera
