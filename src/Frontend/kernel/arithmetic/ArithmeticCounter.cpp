//===- ArithmeticCounter.cpp - Instructions of expressions ----------------===//
#include "kernel/arithmetic/ArithmeticCounter.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace tessera {

using Unit = Arithmetic::Unit;

/// Tests and branches of one that is rounded right, as nvcc makes it for sm_90.
constexpr int64_t OfRoot = 4, OfQuotient = 2;

static void add(Unit U, int64_t Instructions, const std::vector<LoopId> &Loops,
                std::vector<Arithmetic> &Work) {
  if (Instructions == 0)
    return;
  auto At = llvm::find_if(
      Work, [&](const Arithmetic &A) { return A.U == U && A.Loops == Loops; });
  if (At == Work.end())
    At = Work.insert(At, {U, Loops, 0});
  At->Instructions += Instructions;
}

bool ArithmeticCounter::isData(const Stmt *E) {
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      isa<ArraySubscriptExpr>(E) || (Unary && Unary->getOpcode() == UO_Deref))
    return true;
  if (const auto *Use = dyn_cast<DeclRefExpr>(E))
    if (const auto *V = dyn_cast<VarDecl>(Use->getDecl()))
      return isData(V);
  return llvm::any_of(E->children(),
                      [&](const Stmt *S) { return S && isData(S); });
}

bool ArithmeticCounter::isData(const VarDecl *V) {
  auto [At, New] = Variables.try_emplace(V, false);
  if (New && V->hasLocalStorage() && V->getInit() && isData(V->getInit()))
    Variables[V] = true;
  return Variables[V];
}

bool ArithmeticCounter::isConstant(const Expr *E) const {
  return E->isValueDependent() || E->isEvaluatable(AST);
}

static bool isProduct(const Expr *E) {
  const auto *Binary = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  return Binary && Binary->getOpcode() == BO_Mul;
}

void ArithmeticCounter::countBinary(const BinaryOperator *E,
                                    const std::vector<LoopId> &Loops,
                                    std::vector<Arithmetic> &Work) {
  const Expr *Left = E->getLHS(), *Right = E->getRHS();
  if (E->isAssignmentOp())
    if (const auto *To = dyn_cast<DeclRefExpr>(Left->IgnoreParens()))
      if (const auto *V = dyn_cast<VarDecl>(To->getDecl()); V && isData(Right))
        Variables[V] = true;
  BinaryOperatorKind K = E->getOpcode();
  if (E->isCompoundAssignmentOp())
    K = BinaryOperator::getOpForCompoundAssignment(K);
  const bool Adds = BinaryOperator::isAdditiveOp(K);
  const bool Compares = BinaryOperator::isComparisonOp(K);
  if (!Adds && !Compares && !BinaryOperator::isMultiplicativeOp(K) &&
      !BinaryOperator::isShiftOp(K) && !BinaryOperator::isBitwiseOp(K))
    return;
  QualType Type = Left->getType();
  if (const auto *Assigns = dyn_cast<CompoundAssignOperator>(E))
    Type = Assigns->getComputationLHSType();
  const bool Fused = Adds && (isProduct(Left) || isProduct(Right));
  if (Type->isIntegerType()) {
    if (!isData(Right) && !isData(Left))
      return;
    const bool Divides = K == BO_Div || K == BO_Rem;
    if (!Divides)
      return add(Adds ? Unit::Simple : Unit::Integer, Fused ? 0 : 1, Loops,
                 Work);
    // By constants, a product of the upper halves and shifts; else of a
    // reciprocal, and what corrects it.
    const bool Known = isConstant(Right);
    add(Unit::Integer, Known ? 3 : 16, Loops, Work);
    return add(Unit::Special, Known ? 0 : 1, Loops, Work);
  }
  const auto *Number = Type->getAs<BuiltinType>();
  if (!Number || !Number->isFloatingPoint())
    return;
  if (Compares)
    return add(Unit::Integer, 1, Loops, Work);
  const Unit U =
      Number->getKind() == BuiltinType::Double ? Unit::Double : Unit::Float;
  if (K != BO_Div)
    return add(U, Fused ? 0 : 1, Loops, Work);
  llvm::APFloat Divisor(0.0);
  if (!Right->isValueDependent() && Right->EvaluateAsFloat(Divisor, AST) &&
      Divisor.getExactInverse(nullptr)) // a product
    return add(U, 1, Loops, Work);
  // A reciprocal, and what corrects it.
  add(Unit::Special, 1, Loops, Work);
  add(U, 8, Loops, Work);
  add(Unit::Simple, OfQuotient, Loops, Work);
}

void ArithmeticCounter::countCast(const CastExpr *E,
                                  const std::vector<LoopId> &Loops,
                                  std::vector<Arithmetic> &Work) {
  const Expr *From = E->getSubExpr();
  switch (E->getCastKind()) {
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
    return add(Unit::Integer, isConstant(From) ? 0 : 1, Loops, Work);
  case CK_FloatingCast: {
    const bool Wide =
        E->getType()->isSpecificBuiltinType(BuiltinType::Double) ||
        From->getType()->isSpecificBuiltinType(BuiltinType::Double);
    return add(Unit::Special, Wide && !isConstant(From) ? 1 : 0, Loops, Work);
  }
  default:
    return;
  }
}

void ArithmeticCounter::count(const Expr *E, const std::vector<LoopId> &Loops,
                              std::vector<Arithmetic> &Work) {
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return countBinary(Binary, Loops, Work);
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return countCast(Cast, Loops, Work);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return countCall(Call, Loops, Work);
  const auto *Choice = dyn_cast<ConditionalOperator>(E);
  if (Choice && (E->getType()->isRealFloatingType() ||
                 (E->getType()->isIntegerType() && isData(E))))
    add(Unit::Integer, 1, Loops, Work);
}

void ArithmeticCounter::countCall(const CallExpr *Call,
                                  const std::vector<LoopId> &Loops,
                                  std::vector<Arithmetic> &Work) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee || !Callee->getIdentifier())
    return;
  llvm::StringRef Name = Callee->getName();
  Name.consume_front("__");
  const bool Rounded = llvm::is_contained(
      {"sqrt", "sqrtf", "frcp_rn", "fsqrt_rn", "fdiv_rn"}, Name);
  const bool Fast = Name.size() + 2 == Callee->getName().size() && !Rounded;
  const Unit U = Call->getType()->isSpecificBuiltinType(BuiltinType::Double)
                     ? Unit::Double
                     : Unit::Float;
  int64_t Others = llvm::StringSwitch<int64_t>(Name)
                       .Cases({"rsqrt", "rsqrtf"}, 2)
                       .Cases({"sqrt", "sqrtf", "frcp_rn", "fsqrt_rn"}, 6)
                       .Case("fdiv_rn", 8)
                       .Cases({"exp", "expf", "exp2f", "log", "logf"}, 6)
                       .Cases({"sin", "sinf", "cos", "cosf"}, 20)
                       .Cases({"pow", "powf", "tanh", "tanhf"}, 40)
                       .Default(-1);
  if (Others >= 0) {
    add(Unit::Special, 1, Loops, Work);
    add(U, Fast ? 1 : Others, Loops, Work);
    const bool Divides = Name == "fdiv_rn";
    add(Unit::Simple,
        !Rounded  ? 0
        : Divides ? OfQuotient
                  : OfRoot,
        Loops, Work);
    add(Unit::Rounded, Rounded && !Divides ? 1 : 0, Loops, Work);
    return;
  }
  Others = llvm::StringSwitch<int64_t>(Name)
               .Cases({"fma", "fmaf", "fabs", "fabsf", "fmin", "fminf", "fmax",
                       "fmaxf", "min", "max"},
                      1)
               .Default(0);
  if (Others > 0 && Call->getType()->isRealFloatingType())
    add(U, Others, Loops, Work);
  else if (Call->getType()->isIntegerType() && isData(Call) &&
           (Others > 0 || Name == "abs"))
    add(Unit::Integer, 1, Loops, Work);
}

} // namespace tessera
