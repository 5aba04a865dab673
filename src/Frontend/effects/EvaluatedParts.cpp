//===- EvaluatedParts.cpp - The parts of one statement --------------------===//
#include "effects/EvaluatedParts.h"

using namespace clang;

namespace tessera {

void EvaluatedParts::add(const Stmt *S, Use How, Times Often,
                         const ValueDecl *Into) {
  if (S)
    Result.Parts.push_back({S, How, Often, Into});
}

void EvaluatedParts::initialise(const Expr *E, const ValueDecl *Into,
                                Times Often) {
  if (E)
    add(E, E->isGLValue() || Into ? Use::Bind : Use::Value, Often, Into);
}

void EvaluatedParts::all(const Stmt *S, Use How, Times Often) {
  for (const Stmt *Child : S->children())
    add(Child, How, Often);
}

void EvaluatedParts::unknown(const Stmt *S) {
  Result.Known = false;
  all(S, Use::Unknown, Times::Any);
}

void EvaluatedParts::declaration(const DeclStmt *S) {
  for (const Decl *D : S->decls())
    if (const auto *V = dyn_cast<VarDecl>(D)) {
      QualType Type = V->getType();
      while (const ArrayType *Array = Type->getAsArrayTypeUnsafe()) {
        if (const auto *Variable = dyn_cast<VariableArrayType>(Array))
          add(Variable->getSizeExpr(), Use::Value);
        Type = Array->getElementType();
      }
      initialise(V->getInit(), V,
                 V->isStaticLocal() ? Times::Sometimes : Times::Once);
      if (const auto *Several = dyn_cast<DecompositionDecl>(V))
        for (const BindingDecl *B : Several->bindings())
          if (const VarDecl *Holder = B->getHoldingVar())
            initialise(Holder->getInit(), Holder);
    }
}

void EvaluatedParts::arguments(const Expr *const *Begin, const Expr *const *End,
                               const FunctionDecl *Callee, unsigned First) {
  for (unsigned I = First; Begin + I < End; ++I)
    add(Begin[I], Use::Give, Times::Once,
        Callee && I - First < Callee->getNumParams()
            ? Callee->getParamDecl(I - First)
            : nullptr);
}

void EvaluatedParts::call(const CallExpr *E) {
  const FunctionDecl *Callee = E->getDirectCallee();
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  unsigned First = 0;
  const Expr *Named = E->getCallee()->IgnoreParens();
  if (isa<CXXMemberCallExpr>(E) && isa<MemberExpr>(Named)) {
    const auto *Member = cast<MemberExpr>(Named);
    add(Member->getBase(), Use::Give);
  } else {
    add(E->getCallee(), Use::Value);
  }
  // The object of an operator, and of a function object.
  if (isa<CXXOperatorCallExpr>(E) && Method && !Method->isStatic() &&
      !Method->isExplicitObjectMemberFunction() && E->getNumArgs() > 0) {
    add(E->getArg(0), Use::Give);
    First = 1;
  }
  arguments(E->getArgs(), E->getArgs() + E->getNumArgs(), Callee, First);
}

void EvaluatedParts::cast(const CastExpr *E) {
  const Expr *Sub = E->getSubExpr();
  switch (E->getCastKind()) {
  case CK_LValueToRValue:
  case CK_LValueToRValueBitCast:
    return add(Sub, Use::Read);
  case CK_ToVoid:
    return add(Sub, Use::Discard);
  case CK_ArrayToPointerDecay:
    return add(Sub, Use::Address);
  case CK_FunctionToPointerDecay:
  case CK_BuiltinFnToFnPtr:
  case CK_UserDefinedConversion:
  case CK_ConstructorConversion:
  case CK_NoOp:
  case CK_BitCast:
  case CK_AddressSpaceConversion:
    return add(Sub, Use::Same);
  case CK_LValueBitCast: // another type: not the whole object
  case CK_BaseToDerived:
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
  case CK_Dynamic:
    return add(Sub, Sub->isGLValue() ? Use::Part : Use::Same);
  case CK_NullToPointer:
  case CK_NullToMemberPointer:
    return add(Sub, Use::Discard);
  case CK_BaseToDerivedMemberPointer:
  case CK_DerivedToBaseMemberPointer:
  case CK_MemberPointerToBoolean:
  case CK_ReinterpretMemberPointer:
  case CK_IntegralToPointer:
  case CK_PointerToIntegral:
  case CK_VectorSplat:
  case CK_IntegralCast:
  case CK_IntegralToBoolean:
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
  case CK_BooleanToSignedIntegral:
  case CK_FloatingCast:
  case CK_FloatingRealToComplex:
  case CK_FloatingComplexToReal:
  case CK_FloatingComplexToBoolean:
  case CK_FloatingComplexCast:
  case CK_FloatingComplexToIntegralComplex:
  case CK_IntegralRealToComplex:
  case CK_IntegralComplexToReal:
  case CK_IntegralComplexToBoolean:
  case CK_IntegralComplexCast:
  case CK_IntegralComplexToFloatingComplex:
  case CK_AtomicToNonAtomic:
  case CK_NonAtomicToAtomic:
    return add(Sub, Use::Value);
  case CK_PointerToBoolean:
    return add(Sub, Use::Discard);
  case CK_Dependent: // a cast of a type that is not known yet
    return add(Sub, Sub->isGLValue() ? Use::Unknown : Use::Value);
  default:
    return unknown(E);
  }
}

void EvaluatedParts::unary(const UnaryOperator *E) {
  const Expr *Sub = E->getSubExpr();
  switch (E->getOpcode()) {
  case UO_PostInc:
  case UO_PostDec:
    return add(Sub, Use::Update);
  case UO_PreInc:
  case UO_PreDec:
    add(Sub, Use::Update);
    return add(Sub, Use::Same, Times::Never);
  case UO_AddrOf:
    return add(Sub, Use::Address);
  case UO_Deref:
    return add(Sub, Use::Point);
  case UO_Plus:
  case UO_Minus:
  case UO_Not:
    return add(Sub, Use::Value);
  case UO_LNot: // of a pointer, no more than whether it is null
    return add(Sub,
               Sub->getType()->isPointerType() ? Use::Discard : Use::Value);
  case UO_Real:
  case UO_Imag:
    return add(Sub, Sub->isGLValue() ? Use::Part : Use::Value);
  case UO_Extension:
    return add(Sub, Use::Same);
  case UO_Coawait:
    return unknown(E);
  }
  unknown(E);
}

void EvaluatedParts::binary(const BinaryOperator *E) {
  const Expr *L = E->getLHS(), *R = E->getRHS();
  if (E->isAssignmentOp()) {
    add(R, Use::Value);
    add(L, E->isCompoundAssignmentOp() ? Use::Update : Use::Write);
    return add(L, Use::Same, Times::Never);
  }
  if (E->getOpcode() == BO_Comma) {
    add(L, Use::Discard);
    return add(R, Use::Same);
  }
  if (E->isPtrMemOp()) {
    add(L, E->getOpcode() == BO_PtrMemI ? Use::Point
           : L->isGLValue()             ? Use::Part
                                        : Use::Value);
    return add(R, Use::Value);
  }
  // Comparisons and differences keep no pointer; a sum points there, too.
  for (const Expr *Side : {L, R}) {
    bool Points = Side->getType()->isPointerType();
    add(Side,
        !Points                         ? Use::Value
        : E->getType()->isPointerType() ? Use::Same
                                        : Use::Discard,
        E->isLogicalOp() && Side == R ? Times::Sometimes : Times::Once);
  }
}

void EvaluatedParts::subscript(const Expr *Base, const Expr *Index) {
  add(Base, Base->getType()->isPointerType() ? Use::Point
            : Base->isGLValue()              ? Use::Part
                                             : Use::Value);
  add(Index, Use::Value);
}

void EvaluatedParts::member(const Expr *Base, bool Arrow) {
  add(Base, Arrow ? Use::Point : Base->isGLValue() ? Use::Part : Use::Value);
}

void EvaluatedParts::choice(const Expr *Then, const Expr *Else) {
  add(Then, Use::Same, Times::Sometimes);
  add(Else, Use::Same, Times::Sometimes);
}

void EvaluatedParts::initialisers(const InitListExpr *E) {
  if (!E->isSemanticForm() && E->getSemanticForm())
    E = E->getSemanticForm();
  for (const Expr *Init : E->inits())
    initialise(Init);
  if (E->hasArrayFiller())
    initialise(E->getArrayFiller(), nullptr, Times::Any);
}

void EvaluatedParts::lambda(const LambdaExpr *E) {
  auto Capture = E->capture_begin();
  for (const Expr *Init : E->capture_inits()) {
    const LambdaCapture &C = *Capture++;
    if (E->isInitCapture(&C)) {
      const auto *V = cast<VarDecl>(C.getCapturedVar());
      initialise(V->getInit(), V);
    } else if (C.capturesVariable() && C.getCaptureKind() == LCK_ByCopy) {
      add(Init, Use::Value);
    } // by reference: what the body does is seen there
  }
  add(E->getBody(), Use::Discard, Times::Any);
}

void EvaluatedParts::statements(const StmtExpr *E) {
  const CompoundStmt *Body = E->getSubStmt();
  for (const Stmt *S : Body->body()) {
    bool Last = S == Body->body_back();
    add(S, Last && isa<Expr>(S) && !E->getType()->isVoidType() ? Use::Value
                                                               : Use::Discard);
  }
}

void EvaluatedParts::create(const CXXNewExpr *E) {
  for (const Expr *Place : E->placement_arguments())
    add(Place, Use::Give);
  if (E->getArraySize())
    add(*E->getArraySize(), Use::Value);
  initialise(E->getInitializer());
}

void EvaluatedParts::parallel(const OMPExecutableDirective *S) {
  for (const OMPClause *Clause : S->clauses())
    if (Clause)
      for (const Stmt *Child : const_cast<OMPClause *>(Clause)->children())
        add(Child, Use::Unknown, Times::Any);
  if (S->hasAssociatedStmt() && S->getAssociatedStmt())
    add(isa<CapturedStmt>(S->getAssociatedStmt())
            ? S->getInnermostCapturedStmt()->getCapturedStmt()
            : S->getAssociatedStmt(),
        Use::Discard, Times::Any);
}

} // namespace tessera
