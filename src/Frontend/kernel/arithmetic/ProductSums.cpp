//===- ProductSums.cpp - Expressions that compilers contract freely -------===//
#include "kernel/arithmetic/ProductSums.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace tessera {

/// How many products \p E, a floating-point sum, has among its terms.
static unsigned countProducts(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->isArithmeticOp() ? countProducts(Unary->getSubExpr()) : 0;
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary || !Binary->getType()->isRealFloatingType())
    return 0;
  switch (Binary->getOpcode()) {
  case BO_Mul:
    return 1;
  case BO_Add:
  case BO_Sub:
    return countProducts(Binary->getLHS()) + countProducts(Binary->getRHS());
  case BO_AddAssign:
  case BO_SubAssign:
    return countProducts(Binary->getRHS());
  default:
    return 0;
  }
}

static bool isSum(const Expr *E) {
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  return Binary &&
         (Binary->isAdditiveOp() || Binary->getOpcode() == BO_AddAssign ||
          Binary->getOpcode() == BO_SubAssign);
}

/// Whether a function of the library becomes a few instructions in a row.
static bool isStraight(llvm::StringRef Name) {
  static const llvm::StringSet<> Names = {"fabs",  "fmin", "fmax",  "fma",
                                          "floor", "ceil", "trunc", "rint"};
  Name.consume_back("f");
  return Names.contains(Name) || Name.starts_with("__");
}

namespace {
/// Walks a body and those of the functions that it calls.
class Finder : public ConstDynamicRecursiveASTVisitor {
public:
  const Expr *Several = nullptr, *One = nullptr;
  bool Branches = false;

private:
  bool VisitExpr(const Expr *E) override {
    if (unsigned Products = isSum(E) ? countProducts(E) : 0) {
      const Expr *&First = Products > 1 ? Several : One;
      if (!First)
        First = Outermost ? Outermost : E;
    }
    return true;
  }

  bool VisitBinaryOperator(const BinaryOperator *B) override {
    Branches |= (B->getOpcode() == BO_Div || B->getOpcode() == BO_DivAssign) &&
                B->getType()->isRealFloatingType();
    return true;
  }

  bool VisitCallExpr(const CallExpr *Call) override {
    const FunctionDecl *F = Call->getDirectCallee();
    const FunctionDecl *Defined = nullptr;
    if (F && F->hasBody(Defined)) {
      if (!Walked.insert(Defined).second)
        return true;
      llvm::SaveAndRestore In(Outermost, Outermost ? Outermost : Call);
      return TraverseStmt(Defined->getBody());
    }
    Branches |= Call->getType()->isRealFloatingType() &&
                !(F && F->getIdentifier() && isStraight(F->getName()));
    return true;
  }

  llvm::SmallPtrSet<const FunctionDecl *, 8> Walked;
  const Expr *Outermost = nullptr; ///< the call that led here
};
} // namespace

const Expr *findProductSum(const Stmt *Body) {
  Finder F;
  F.TraverseStmt(Body);
  return F.Several ? F.Several : F.Branches ? F.One : nullptr;
}

} // namespace tessera
