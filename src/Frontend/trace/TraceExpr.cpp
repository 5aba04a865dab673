//===- TraceExpr.cpp - What a thread computes -----------------------------===//
#include "trace/ThreadTracer.h"

using namespace clang;

namespace tessera {

using Kind = TracedValue::Kind;

unsigned ThreadTracer::where(const Expr *E) const {
  std::optional<unsigned> At = C.offset(E->getBeginLoc());
  return At ? C.toUser(*At).Offset : SourcePlace::nowhere().Offset;
}

TracedValue ThreadTracer::fitted(__int128 N, QualType T) const {
  if (T->isBooleanType())
    return TracedValue::number(N != 0);
  if (!T->isIntegralOrEnumerationType())
    return {};
  const unsigned Bits = C.AST.getIntWidth(T);
  const bool Signed = T->isSignedIntegerOrEnumerationType();
  if (Bits > 64)
    return {};
  const __int128 One = 1, Size = One << Bits;
  if (Signed) // beyond is not defined
    return N < -(Size / 2) || N >= Size / 2 ? TracedValue{}
                                            : TracedValue::number(int64_t(N));
  return TracedValue::number(int64_t(uint64_t(N & (Size - 1))));
}

/// \p V of type \p T, as a number of more bits.
static __int128 wide(const TracedValue &V, QualType T) {
  if (T->isSignedIntegerOrEnumerationType())
    return V.Number;
  return static_cast<__int128>(static_cast<uint64_t>(V.Number));
}

std::optional<int64_t> ThreadTracer::constant(const Expr *E) {
  auto [At, New] = L.Constants.try_emplace(E);
  if (New && E->getType()->isIntegralOrEnumerationType() &&
      !E->isValueDependent())
    if (std::optional<llvm::APSInt> N = E->getIntegerConstantExpr(C.AST);
        N && N->getBitWidth() <= 64)
      return L.Constants[E] =
                 N->isSigned() ? N->getSExtValue() : int64_t(N->getZExtValue());
  return L.Constants[E];
}

TracedValue ThreadTracer::builtin(const Expr *E, bool &Is) {
  auto [At, New] = L.Builtins.try_emplace(E, -1);
  if (New)
    if (std::optional<std::string> Symbol = builtinSymbol(E)) {
      const size_t Of = llvm::StringRef("tbBG").find((*Symbol)[0]);
      const unsigned Axis = (*Symbol)[1] - 'x';
      if (Of != llvm::StringRef::npos && Axis < 3)
        At->second = int(4 * Of + Axis);
    }
  const int Code = At->second;
  Is = Code >= 0;
  if (!Is)
    return {};
  const TracedThread &T = L.Trace.Threads[Thread];
  const unsigned Axis = Code % 4;
  switch (Code / 4) {
  case 0:
    return TracedValue::number(T.Id[Axis]);
  case 1:
    return TracedValue::number(T.Block[Axis]);
  default: {
    const auto &Size = Code / 4 == 2 ? L.Block[Axis] : L.Grid[Axis];
    return Size ? TracedValue::number(*Size) : TracedValue{};
  }
  }
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

TracedValue ThreadTracer::converted(const TracedValue &V, QualType From,
                                    QualType To) const {
  if (!V.isNumber() || !From->isIntegralOrEnumerationType() ||
      !To->isIntegralOrEnumerationType())
    return {};
  __int128 N = wide(V, From);
  const unsigned Bits = C.AST.getIntWidth(To);
  // Conversions to signed types keep the bits.
  if (To->isSignedIntegerOrEnumerationType() && Bits <= 64) {
    const __int128 Size = __int128(1) << Bits;
    N &= Size - 1;
    if (N >= Size / 2)
      N -= Size;
  }
  return fitted(N, To);
}

TracedValue ThreadTracer::conversion(const CastExpr *E) {
  const Expr *Of = E->getSubExpr();
  switch (E->getCastKind()) {
  case CK_LValueToRValue: {
    if (std::optional<int64_t> N = constant(E))
      return TracedValue::number(*N);
    bool Is = false;
    TracedValue Id = builtin(Of, Is);
    if (Is)
      return Id;
    const TracedValue From = place(Of);
    if (From.K == Kind::Variable && !From.Local)
      return {};
    if (From.K == Kind::Variable &&
        isa<MemberExpr, ArraySubscriptExpr>(Of->IgnoreParens()))
      return {}; // a part of an object
    return load(From, Of);
  }
  case CK_ArrayToPointerDecay: {
    return place(Of);
  }
  case CK_NoOp:
  case CK_BitCast: {
    TracedValue V = value(Of);
    V.Subscripts.clear();
    return V;
  }
  case CK_IntegralCast:
  case CK_BooleanToSignedIntegral: {
    return converted(value(Of), Of->getType(), E->getType());
  }
  case CK_IntegralToBoolean: {
    const TracedValue V = value(Of);
    return V.isNumber() ? TracedValue::number(V.Number != 0) : TracedValue{};
  }
  default:
    Of->isGLValue() ? place(Of) : value(Of);
    return {};
  }
}

TracedValue ThreadTracer::operate(BinaryOperatorKind Op, const TracedValue &A,
                                  const TracedValue &B, QualType Left,
                                  QualType T) {
  if (A.isPointer() || B.isPointer()) {
    const bool Same = A.isPointer() && B.isPointer() && A.Array == B.Array &&
                      A.AtKnown && B.AtKnown;
    if (BinaryOperator::isComparisonOp(Op) && Same)
      switch (Op) {
      case BO_LT:
        return TracedValue::number(A.Number < B.Number);
      case BO_GT:
        return TracedValue::number(A.Number > B.Number);
      case BO_LE:
        return TracedValue::number(A.Number <= B.Number);
      case BO_GE:
        return TracedValue::number(A.Number >= B.Number);
      case BO_EQ:
        return TracedValue::number(A.Number == B.Number);
      default:
        return TracedValue::number(A.Number != B.Number);
      }
    if ((Op == BO_Add || Op == BO_Sub) && T->isPointerType())
      return A.isPointer() ? moved(A, B, T->getPointeeType(), Op == BO_Sub)
                           : moved(B, A, T->getPointeeType(), false);
    if (Op == BO_Sub && Same && Left->isPointerType()) {
      const int64_t Bytes =
          C.AST.getTypeSizeInChars(Left->getPointeeType()).getQuantity();
      return Bytes ? TracedValue::number((A.Number - B.Number) / Bytes)
                   : TracedValue{};
    }
    return {};
  }
  if (!A.isNumber() || !B.isNumber() || !Left->isIntegralOrEnumerationType())
    return {};
  const bool Shifts = Op == BO_Shl || Op == BO_Shr;
  const __int128 X = wide(A, Left), Y = Shifts ? B.Number : wide(B, Left);
  const unsigned Bits = C.AST.getIntWidth(Left);
  switch (Op) {
  case BO_Add:
    return fitted(X + Y, T);
  case BO_Sub:
    return fitted(X - Y, T);
  case BO_Mul:
    return fitted(X * Y, T);
  case BO_Div:
    return Y == 0 ? TracedValue{} : fitted(X / Y, T);
  case BO_Rem:
    return Y == 0 ? TracedValue{} : fitted(X % Y, T);
  case BO_Shl:
    return Y < 0 || Y >= Bits ? TracedValue{} : fitted(X << int(Y), T);
  case BO_Shr:
    return Y < 0 || Y >= Bits ? TracedValue{} : fitted(X >> int(Y), T);
  case BO_And:
    return fitted(X & Y, T);
  case BO_Or:
    return fitted(X | Y, T);
  case BO_Xor:
    return fitted(X ^ Y, T);
  case BO_LT:
    return TracedValue::number(X < Y);
  case BO_GT:
    return TracedValue::number(X > Y);
  case BO_LE:
    return TracedValue::number(X <= Y);
  case BO_GE:
    return TracedValue::number(X >= Y);
  case BO_EQ:
    return TracedValue::number(X == Y);
  case BO_NE:
    return TracedValue::number(X != Y);
  default:
    return {};
  }
}

TracedValue ThreadTracer::compute(const Expr *E) {
  bool Is = false;
  TracedValue Id = builtin(E, Is);
  if (Is)
    return Id;
  if (std::optional<int64_t> N = constant(E))
    return TracedValue::number(*N);
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return conversion(Cast);
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return binary(Binary);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return unary(Unary);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return call(Call);
  if (const auto *Pick = dyn_cast<ConditionalOperator>(E))
    return either(Pick->getCond(), Pick->getTrueExpr(), Pick->getFalseExpr());
  if (const auto *Given = dyn_cast<CXXDefaultArgExpr>(E))
    return value(Given->getExpr());
  if (const auto *Template = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return value(Template->getReplacement());
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return value(Full->getSubExpr());
  if (const auto *List = dyn_cast<InitListExpr>(E);
      List && List->getNumInits() == 1 && E->getType()->isScalarType())
    return value(List->getInit(0));
  if (isa<LambdaExpr>(E))
    return {};
  if (isa<CXXNewExpr, CXXDeleteExpr, StmtExpr, GNUNullExpr>(E)) {
    stop();
    return {};
  }
  children(E);
  return {};
}

TracedValue ThreadTracer::value(const Expr *E) {
  if (!spend())
    return {};
  E = E->IgnoreParens();
  if (E->isGLValue()) // discarded, or bound
    return place(E);
  return compute(E);
}

void ThreadTracer::children(const Stmt *S) {
  for (const Stmt *Child : S->children()) {
    if (const auto *E = dyn_cast_or_null<Expr>(Child))
      E->isGLValue() ? place(E) : value(E);
    else if (Child)
      stop();
  }
}

} // namespace tessera
