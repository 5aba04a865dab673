//===- UsedMemory.cpp - That no use of memory is missed -------------------===//
#include "kernel/accesses/UsedMemory.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace tessera {
namespace {

class UseFinder : public DynamicRecursiveASTVisitor {
public:
  explicit UseFinder(llvm::function_ref<bool(const VarDecl *)> IsMemory)
      : IsMemory(IsMemory) {}

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    const auto *V = dyn_cast<VarDecl>(E->getDecl());
    if (V && IsMemory(V) && E->isNonOdrUse() != NOUR_Unevaluated)
      Found.insert(E);
    return true;
  }
  // What is not evaluated, or elsewhere.
  bool TraverseTypeLoc(TypeLoc, bool) override { return true; }
  bool TraverseLambdaExpr(LambdaExpr *) override { return true; }
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *) override {
    return true;
  }
  bool TraverseCXXNoexceptExpr(CXXNoexceptExpr *) override { return true; }
  bool TraverseCXXTypeidExpr(CXXTypeidExpr *) override { return true; }

  std::set<const DeclRefExpr *> Found;

private:
  llvm::function_ref<bool(const VarDecl *)> IsMemory;
};

} // namespace

std::set<const DeclRefExpr *>
usesOfMemory(const Stmt *Body,
             llvm::function_ref<bool(const VarDecl *)> IsMemory) {
  UseFinder Uses(IsMemory);
  Uses.TraverseStmt(const_cast<Stmt *>(Body));
  return std::move(Uses.Found);
}

} // namespace tessera
