//===- KernelPointers.cpp - Launches of what pointers hold ----------------===//
#include "KernelPointers.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace tessera {
namespace {

const VarDecl *pointerOf(const Expr *E) {
  const auto *Use = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto *V = Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
  return V && V->isLocalVarDecl() && !V->isStaticLocal() &&
                 V->getType()->isFunctionPointerType()
             ? V
             : nullptr;
}

/// The name of the function that \p E is, or whose address: `k`, `&k`.
const DeclRefExpr *functionIn(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Address = dyn_cast<UnaryOperator>(E);
      Address && Address->getOpcode() == UO_AddrOf)
    E = Address->getSubExpr()->IgnoreParenImpCasts();
  const auto *Use = dyn_cast<DeclRefExpr>(E);
  return Use && isa<FunctionDecl>(Use->getDecl()) ? Use : nullptr;
}

} // namespace

class KernelPointers::Watcher : public RecursiveASTVisitor<Watcher> {
public:
  explicit Watcher(KernelPointers &Into) : Into(Into) {}

  bool VisitVarDecl(VarDecl *V) {
    if (V->isLocalVarDecl() && V->getType()->isFunctionPointerType() &&
        V->getInit())
      set(V, V->getInit());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) {
    const VarDecl *V =
        E->getOpcode() == BO_Assign ? pointerOf(E->getLHS()) : nullptr;
    if (V) {
      Known.insert(E->getLHS()->IgnoreParenImpCasts());
      set(V, E->getRHS());
    }
    return true;
  }
  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *E) {
    Known.insert(E->getCallee()->IgnoreParenImpCasts());
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *E) {
    // A test whether it is set.
    if (E->getCastKind() == CK_PointerToBoolean && pointerOf(E->getSubExpr()))
      Known.insert(E->getSubExpr()->IgnoreParenImpCasts());
    return true;
  }
  /// Above it have been all that know what it is used for.
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    if (const VarDecl *V = pointerOf(E); V && !Known.count(E))
      Into.Lost.insert(V);
    return true;
  }

private:
  void set(const VarDecl *V, const Expr *Value) {
    if (const DeclRefExpr *Function = functionIn(Value))
      Into.Held[V].push_back(Function);
    else if (!Value->IgnoreParenImpCasts()->isNullPointerConstant(
                 V->getASTContext(), Expr::NPC_ValueDependentIsNotNull))
      Into.Lost.insert(V);
  }

  KernelPointers &Into;
  std::set<const Expr *> Known;
};

KernelPointers::KernelPointers(const Stmt *Body) {
  if (Body)
    Watcher(*this).TraverseStmt(const_cast<Stmt *>(Body));
}

std::vector<const DeclRefExpr *>
KernelPointers::kernelsOf(const CUDAKernelCallExpr *Launch) const {
  const VarDecl *V = pointerOf(Launch->getCallee());
  auto Found = V && !Lost.count(V) ? Held.find(V) : Held.end();
  return Found == Held.end() ? std::vector<const DeclRefExpr *>()
                             : Found->second;
}

} // namespace tessera
