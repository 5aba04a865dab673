//===- ArithmeticCounter.cpp - Instructions of expressions ----------------===//
#include "kernel/ArithmeticCounter.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace tessera {

using Unit = Arithmetic::Unit;

static void add(Unit U, int64_t Instructions, const std::vector<LoopId> &Loops,
                std::vector<Arithmetic> &Work) {
  auto At = llvm::find_if(
      Work, [&](const Arithmetic &A) { return A.U == U && A.Loops == Loops; });
  if (At == Work.end())
    At = Work.insert(At, {U, Loops, 0});
  At->Instructions += Instructions;
}

/// Whether some part of \p E is an element of an array.
static bool readsElements(const Stmt *E) {
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      isa<ArraySubscriptExpr>(E) || (Unary && Unary->getOpcode() == UO_Deref))
    return true;
  return llvm::any_of(E->children(),
                      [](const Stmt *S) { return S && readsElements(S); });
}

static bool isProduct(const Expr *E) {
  const auto *Binary = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  return Binary && Binary->getOpcode() == BO_Mul;
}

static void countOperator(const BinaryOperator *E,
                          const std::vector<LoopId> &Loops,
                          std::vector<Arithmetic> &Work) {
  BinaryOperatorKind K = E->getOpcode();
  if (E->isCompoundAssignmentOp())
    K = BinaryOperator::getOpForCompoundAssignment(K);
  if (!BinaryOperator::isAdditiveOp(K) &&
      !BinaryOperator::isMultiplicativeOp(K))
    return;
  QualType Type = E->getLHS()->getType();
  if (const auto *Assigns = dyn_cast<CompoundAssignOperator>(E))
    Type = Assigns->getComputationLHSType();
  const bool Fused = BinaryOperator::isAdditiveOp(K) &&
                     (isProduct(E->getLHS()) || isProduct(E->getRHS()));
  if (Type->isIntegerType()) {
    if (readsElements(E->getRHS()) || readsElements(E->getLHS()))
      add(Unit::Integer, Fused ? 0 : 1, Loops, Work);
    return;
  }
  const auto *Number = Type->getAs<BuiltinType>();
  if (!Number || !Number->isFloatingPoint())
    return;
  const Unit U =
      Number->getKind() == BuiltinType::Double ? Unit::Double : Unit::Float;
  if (K != BO_Div)
    return add(U, Fused ? 0 : 1, Loops, Work);
  // A reciprocal, and what corrects it.
  add(Unit::Special, 1, Loops, Work);
  add(U, 8, Loops, Work);
}

void countArithmetic(const Expr *E, const std::vector<LoopId> &Loops,
                     std::vector<Arithmetic> &Work) {
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return countOperator(Binary, Loops, Work);
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || !Callee->getIdentifier())
    return;
  llvm::StringRef Name = Callee->getName();
  Name.consume_front("__");
  const bool Fast = Name.size() + 2 == Callee->getName().size();
  const Unit U = Call->getType()->isSpecificBuiltinType(BuiltinType::Double)
                     ? Unit::Double
                     : Unit::Float;
  int64_t Others = llvm::StringSwitch<int64_t>(Name)
                       .Cases({"rsqrt", "rsqrtf"}, 2)
                       .Cases({"sqrt", "sqrtf", "frcp_rn", "fsqrt_rn"}, 6)
                       .Cases({"exp", "expf", "exp2f", "log", "logf"}, 6)
                       .Cases({"sin", "sinf", "cos", "cosf"}, 20)
                       .Cases({"pow", "powf", "tanh", "tanhf"}, 40)
                       .Default(-1);
  if (Others >= 0) {
    add(Unit::Special, 1, Loops, Work);
    add(U, Fast ? 1 : Others, Loops, Work);
    return;
  }
  Others = llvm::StringSwitch<int64_t>(Name)
               .Cases({"fma", "fmaf", "fabs", "fabsf", "fmin", "fminf", "fmax",
                       "fmaxf", "min", "max"},
                      1)
               .Default(0);
  if (Others > 0 && Call->getType()->isRealFloatingType())
    add(U, Others, Loops, Work);
}

} // namespace tessera
