//===- StoredValues.cpp - What a write stores -----------------------------===//
#include "kernel/KernelBuilder.h"
#include "kernel/calls/CalleeFacts.h"

using namespace clang;

namespace tessera {

/// Whether different operands give different results, mostly: not so with a
/// comparison, which has two.
static bool tellsApart(const Expr *E) {
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return Binary->isAdditiveOp() || Binary->getOpcode() == BO_Mul ||
           (Binary->getOpcode() == BO_Div && E->getType()->isFloatingType());
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return E->getType()->isRealFloatingType() && Call->getDirectCallee();
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_Minus || Unary->getOpcode() == UO_Plus;
  return isa<CastExpr, ParenExpr>(E);
}

void KernelBuilder::describeStored(const Expr *E, StoredValue &Into) {
  E = E->IgnoreParens();
  if (const auto *Assignment = dyn_cast<BinaryOperator>(E);
      Assignment && Assignment->isAssignmentOp()) {
    BinaryOperatorKind Op = Assignment->getOpcode();
    if (Op == BO_Assign)
      describeStored(Assignment->getRHS(), Into);
    Into.Accumulates =
        Op != BO_Assign && Op != BO_AndAssign && Op != BO_OrAssign;
    return;
  }
  if (E->isEvaluatable(C.AST))
    return;
  if (std::optional<Polynomial> Value = Scope.subscript(E)) {
    Into.On.push_back(*Value);
    return;
  }
  if (E->isGLValue())
    if (std::optional<Pointer> P = element(E); P && !P->Subscripts.empty()) {
      if (K.array(P->Array).K != ArrayInfo::Kind::Local)
        for (const std::optional<Polynomial> &Subscript : P->Subscripts)
          if (Subscript)
            Into.On.push_back(*Subscript);
      return;
    }
  if (const auto *Use = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Use->getDecl());
    if (V && V->isLocalVarDecl() && V->getInit() && !Mutated.count(V) &&
        V->getType()->isArithmeticType())
      describeStored(V->getInit(), Into);
    return;
  }
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    if (tellsApart(E) && isPureFunction(C.SM, Call->getDirectCallee()))
      for (const Expr *Argument : Call->arguments())
        describeStored(Argument, Into);
  } else if (tellsApart(E)) {
    for (const Stmt *Child : E->children())
      describeStored(cast<Expr>(Child), Into);
  }
}

} // namespace tessera
