//===- ScalingLoops.cpp - Loops that multiply their counter ---------------===//
#include "effects/StatementFacts.h"
#include "kernel/KernelBuilder.h"

using namespace clang;

namespace tessera {

/// The number by which \p Op with \p By multiplies (Grows) or divides; 0 if it
/// does neither.
static int64_t factorOf(BinaryOperatorKind Op, const Expr *By,
                        const ASTContext &AST, bool &Grows) {
  std::optional<llvm::APSInt> Value = By->getIntegerConstantExpr(AST);
  if (!Value || !Value->isRepresentableByInt64())
    return 0;
  int64_t Number = Value->getExtValue();
  bool Shifts = Op == BO_Shl || Op == BO_Shr;
  if (Number < 1 || Number > 30 || (!Shifts && Number < 2))
    return 0;
  Grows = Op == BO_Mul || Op == BO_Shl;
  if (!Grows && Op != BO_Div && Op != BO_Shr)
    return 0;
  return Shifts ? int64_t(1) << Number : Number;
}

/// The factor of `s *= 2`, `s >>= 1` or `s = s / 2`; 0 if it is neither.
static int64_t factorOf(const Expr *Next, const VarDecl *Counter,
                        const ASTContext &AST, bool &Grows) {
  const auto *Change =
      dyn_cast_or_null<BinaryOperator>(Next ? Next->IgnoreParens() : nullptr);
  if (!Change || !isUse(Change->getLHS(), Counter))
    return 0;
  if (const auto *Compound = dyn_cast<CompoundAssignOperator>(Change))
    return factorOf(
        BinaryOperator::getOpForCompoundAssignment(Compound->getOpcode()),
        Change->getRHS(), AST, Grows);
  const auto *Value =
      dyn_cast<BinaryOperator>(Change->getRHS()->IgnoreParenImpCasts());
  if (Change->getOpcode() != BO_Assign || !Value ||
      !isUse(Value->getLHS(), Counter))
    return 0;
  return factorOf(Value->getOpcode(), Value->getRHS(), AST, Grows);
}

/// Whether \p S uses \p V other than for its value.
static bool mayChange(const Stmt *S, const VarDecl *V) {
  if (!S)
    return false;
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S);
      Cast && Cast->getCastKind() == CK_LValueToRValue &&
      isUse(Cast->getSubExpr(), V))
    return false;
  if (const auto *Use = dyn_cast<DeclRefExpr>(S); Use && Use->getDecl() == V)
    return true;
  for (const Stmt *Child : S->children())
    if (mayChange(Child, V))
      return true;
  return false;
}

const VarDecl *KernelBuilder::describeScaling(const ForStmt *S, LoopInfo &L) {
  const auto *Declares = dyn_cast_or_null<DeclStmt>(S->getInit());
  const auto *Counter = Declares && Declares->isSingleDecl()
                            ? dyn_cast<VarDecl>(Declares->getSingleDecl())
                            : nullptr;
  const auto *Test = dyn_cast_or_null<BinaryOperator>(
      S->getCond() ? S->getCond()->IgnoreParenImpCasts() : nullptr);
  if (!Counter || !Counter->getInit() || !Counter->getType()->isIntegerType() ||
      !Test || !isUse(Test->getLHS(), Counter) || containsJump(S->getBody()) ||
      mayChange(S->getBody(), Counter))
    return nullptr;
  Scaling Result;
  Result.Factor = factorOf(S->getInc(), Counter, C.AST, Result.Grows);
  const Expr *From = Counter->getInit()->IgnoreParenImpCasts();
  if (const auto *Part = dyn_cast<BinaryOperator>(From)) {
    bool Grows = true;
    int64_t Divisor = factorOf(Part->getOpcode(), Part->getRHS(), C.AST, Grows);
    if (Divisor && !Grows) {
      Result.FirstDivisor = Divisor;
      From = Part->getLHS();
    }
  }
  std::optional<Polynomial> First = Scope.polynomial(From);
  std::optional<Polynomial> Bound = Scope.polynomial(Test->getRHS());
  if (!Result.Factor || !First || !Bound)
    return nullptr;
  switch (Test->getOpcode()) {
  case BO_LT:
  case BO_GT:
    break;
  case BO_LE:
    *Bound += 1;
    break;
  case BO_GE:
    *Bound -= 1;
    break;
  case BO_NE: // `s != 0`, which division reaches
    if (Result.Grows || Bound->constant() != 0)
      return nullptr;
    break;
  default:
    return nullptr;
  }
  bool Below = Test->getOpcode() == BO_LT || Test->getOpcode() == BO_LE;
  if (Below != Result.Grows)
    return nullptr;
  Result.First = *First;
  Result.Bound = *Bound;
  L.Scales = std::move(Result);
  if (L.Name.empty()) {
    L.Name = Counter->getNameAsString();
    L.Symbol = freshSymbol(L.Name);
  }
  Scope.bind(Counter, Polynomial::symbol(L.Symbol));
  return Counter;
}

} // namespace tessera
