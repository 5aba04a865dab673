//===- TraceCalls.cpp - What a thread calls, and how it computes ----------===//
#include "kernel/calls/CalleeFacts.h"
#include "kernel/calls/GroupCalls.h"
#include "trace/ThreadTracer.h"

using namespace clang;

namespace tessera {

using Kind = TracedValue::Kind;

/// Calls within calls that are followed.
static constexpr unsigned MostDepth = 8;

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

bool ThreadTracer::known(const TracedValue &V, bool &Holds) const {
  if (V.K == Kind::Unknown || V.K == Kind::Variable)
    return false;
  Holds = V.isPointer() || V.Number != 0;
  return true;
}

/// What is known whichever of both it is.
static TracedValue common(const TracedValue &A, const TracedValue &B) {
  if (A == B)
    return A;
  if (!A.isPointer() || !B.isPointer() || A.Array != B.Array)
    return {};
  TracedValue Result;
  Result.K = Kind::Pointer;
  Result.Array = A.Array;
  return Result;
}

TracedValue ThreadTracer::either(const Expr *Test, const Expr *Then,
                                 const Expr *Else) {
  bool Holds = false;
  if (known(value(Test), Holds))
    return value(Holds ? Then : Else);
  TracedValue A, B;
  inDoubt(Then, [&] { A = value(Then); });
  inDoubt(Else, [&] { B = value(Else); });
  return common(A, B);
}

TracedValue ThreadTracer::binary(const BinaryOperator *E) {
  const Expr *Left = E->getLHS(), *Right = E->getRHS();
  const BinaryOperatorKind Op = E->getOpcode();
  bool Holds = false;
  if (E->isLogicalOp()) {
    if (known(value(Left), Holds)) {
      if (Holds == (Op == BO_LOr))
        return TracedValue::number(Holds);
      const TracedValue Other = value(Right);
      return known(Other, Holds) ? TracedValue::number(Holds) : TracedValue{};
    }
    TracedValue Other;
    inDoubt(Right, [&] { Other = value(Right); });
    return known(Other, Holds) && Holds == (Op == BO_LOr)
               ? TracedValue::number(Holds)
               : TracedValue{};
  }
  if (Op == BO_Comma) {
    value(Left);
    return value(Right);
  }
  if (Op == BO_Assign) {
    const TracedValue New = value(Right);
    store(place(Left), Left, New, /*Updates=*/reads(E));
    return New;
  }
  if (const auto *Compound = dyn_cast<CompoundAssignOperator>(E)) {
    const TracedValue By = value(Right), To = place(Left);
    TracedValue Old;
    if (To.K == Kind::Variable)
      Old = load(To, Left);
    const BinaryOperatorKind With =
        BinaryOperator::getOpForCompoundAssignment(Compound->getOpcode());
    TracedValue New;
    const QualType T = Compound->getComputationLHSType();
    if (Left->getType()->isPointerType()) {
      New = moved(Old, By, Left->getType()->getPointeeType(), With == BO_Sub);
    } else if (Old.isNumber() && T->isIntegralOrEnumerationType()) {
      // Computed in a type that may be a larger one.
      const QualType Result = Compound->getComputationResultType();
      TracedValue Sum = operate(With, Old, By, T, Result);
      if (Sum.isNumber())
        New = converted(Sum, Result, Left->getType());
    }
    store(To, Left, New, /*Updates=*/true);
    return New;
  }
  const TracedValue A = value(Left), B = value(Right);
  return operate(Op, A, B, Left->getType(), E->getType());
}

bool ThreadTracer::reads(const BinaryOperator *E) const {
  // `x = x + 1` updates as `x += 1` does.
  llvm::FoldingSetNodeID Place;
  E->getLHS()->Profile(Place, C.AST, /*Canonical=*/true);
  auto Find = [&](auto &&Self, const Stmt *S) -> bool {
    if (const auto *Each = dyn_cast<Expr>(S); Each && Each->isGLValue()) {
      llvm::FoldingSetNodeID Own;
      Each->IgnoreParens()->Profile(Own, C.AST, true);
      if (Own == Place)
        return true;
    }
    return llvm::any_of(S->children(), [&](const Stmt *Child) {
      return Child && Self(Self, Child);
    });
  };
  const auto *Sum =
      dyn_cast<BinaryOperator>(E->getRHS()->IgnoreParenImpCasts());
  return Sum && Sum->isAdditiveOp() && Find(Find, Sum);
}

TracedValue ThreadTracer::unary(const UnaryOperator *E) {
  const Expr *Of = E->getSubExpr();
  if (E->isIncrementDecrementOp()) {
    const TracedValue To = place(Of);
    TracedValue Old, New;
    if (To.K == Kind::Variable)
      Old = load(To, Of);
    if (Of->getType()->isPointerType())
      New = moved(Old, TracedValue::number(1), Of->getType()->getPointeeType(),
                  !E->isIncrementOp());
    else if (Old.isNumber())
      New = fitted(__int128(Old.Number) + (E->isIncrementOp() ? 1 : -1),
                   Of->getType());
    store(To, Of, New, /*Updates=*/true);
    return E->isPostfix() ? Old : New;
  }
  switch (E->getOpcode()) {
  case UO_AddrOf: {
    TracedValue To = place(Of);
    To.Subscripts.clear();
    // A function that gets it may change it at any time.
    if (To.K == Kind::Variable && To.Local &&
        !isa<DeclRefExpr>(Of->IgnoreParens()))
      To.Local = nullptr;
    return To;
  }
  case UO_Plus:
    return value(Of);
  case UO_Minus: {
    const TracedValue V = value(Of);
    return V.isNumber() ? fitted(-__int128(V.Number), E->getType())
                        : TracedValue{};
  }
  case UO_Not: {
    const TracedValue V = value(Of);
    return V.isNumber() ? fitted(~__int128(V.Number), E->getType())
                        : TracedValue{};
  }
  case UO_LNot: {
    bool Holds = false;
    return known(value(Of), Holds) ? TracedValue::number(!Holds)
                                   : TracedValue{};
  }
  default:
    children(E);
    return {};
  }
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

bool ThreadTracer::isBarrier(const CallExpr *E,
                             const FunctionDecl *Callee) const {
  if (Callee->getIdentifier() && Callee->getName().starts_with("__syncthreads"))
    return true;
  // Of all threads of the block, by its type.
  if (!isOfGroup(Callee) || !Callee->getIdentifier() ||
      (Callee->getName() != "sync" && Callee->getName() != "barrier_wait"))
    return false;
  const Expr *Group = groupAsked(E);
  const CXXRecordDecl *Class =
      Group ? Group->IgnoreParenImpCasts()->getType()->getAsCXXRecordDecl()
            : nullptr;
  return Class && Class->getName() == "thread_block";
}

void ThreadTracer::barrier(const Expr *E) {
  if (!isSure()) // who is there is not known
    return stop();
  L.Trace.Threads[Thread].Barriers.push_back(where(E));
  ++Epoch;
}

/// The pointers that \p Name, a function of CUDA's, reads one element by.
static bool isHintedLoad(llvm::StringRef Name) {
  return Name == "__ldg" || Name == "__ldcg" || Name == "__ldca" ||
         Name == "__ldcs" || Name == "__ldlu" || Name == "__ldcv";
}

/// Whether \p F is of CUDA's library, whose barriers, pipelines and atomic
/// references order threads in ways of their own.
static bool isOfLibrary(const FunctionDecl *F) {
  llvm::StringRef Outermost;
  for (const DeclContext *D = F->getDeclContext(); D; D = D->getParent())
    if (const auto *Space = dyn_cast<NamespaceDecl>(D))
      Outermost = Space->getName();
  return Outermost == "cuda";
}

TracedValue ThreadTracer::call(const CallExpr *E) {
  const FunctionDecl *Callee = E->getDirectCallee();
  if (!Callee || isa<CUDAKernelCallExpr>(E) || isOfLibrary(Callee)) {
    L.Trace.OrdersItself = true;
    stop();
    return {};
  }
  llvm::StringRef Name = Callee->getIdentifier() ? Callee->getName() : "";
  if (isBarrier(E, Callee)) {
    for (const Expr *Argument : E->arguments())
      Argument->isGLValue() ? place(Argument) : value(Argument);
    barrier(E);
    return {};
  }
  if (waitsInWarp(E)) {
    ++WarpEpoch;
    children(E);
    return {};
  }
  if (isOfGroup(Callee)) {
    // Ranks and sizes; what waits for other threads than the block's is not
    // followed.
    if (Name.contains("sync") || Name.contains("wait") || Name == "reduce") {
      L.Trace.OrdersItself = true;
      stop();
      return {};
    }
    for (const Expr *Argument : E->arguments())
      Argument->isGLValue() ? place(Argument) : value(Argument);
    return {};
  }
  if (Name.starts_with("__threadfence"))
    L.Trace.OrdersItself = true;
  if (isWarpOperation(Callee)) {
    ++WarpEpoch;
    children(E);
    return {};
  }
  if (Name.starts_with("atomic") || Name.starts_with("__nv_atomic")) {
    for (const Expr *Argument : E->arguments())
      if (Argument->getType()->isPointerType())
        handOn(Argument);
      else
        Argument->isGLValue() ? place(Argument) : value(Argument);
    return {};
  }
  if (isHintedLoad(Name) && E->getNumArgs() == 1) {
    const TracedValue From = value(E->getArg(0));
    record(TracedAccess::Kind::Read, From, E);
    return {};
  }
  const FunctionDecl *Definition = nullptr;
  const bool Ours =
      Callee->hasBody(Definition) && Depth < MostDepth &&
      !(isa<CXXMethodDecl>(Callee) && cast<CXXMethodDecl>(Callee)->isVirtual());
  std::vector<const Expr *> Arguments(E->arg_begin(), E->arg_end());
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  if (isa<CXXOperatorCallExpr>(E) && Method && !Arguments.empty()) {
    place(Arguments.front());
    Arguments.erase(Arguments.begin());
  } else if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    const Expr *Object = Member->getImplicitObjectArgument();
    Object->isGLValue() ? place(Object) : value(Object);
  }
  if (Ours && !Definition->isDefaulted())
    return enter(Definition, Arguments);
  if (Arguments.size() == 2 && E->getType()->isIntegralOrEnumerationType() &&
      (Name == "min" || Name == "max")) {
    const auto Load = [&](const Expr *A) {
      return A->isGLValue() ? load(place(A), A) : value(A);
    };
    const TracedValue A = Load(Arguments[0]), B = Load(Arguments[1]);
    const QualType T = Arguments[0]->getType();
    if (!A.isNumber() || !B.isNumber() ||
        !C.AST.hasSameUnqualifiedType(T, Arguments[1]->getType()))
      return {};
    const bool Less = T->isSignedIntegerOrEnumerationType()
                          ? A.Number < B.Number
                          : uint64_t(A.Number) < uint64_t(B.Number);
    return Less == (Name == "min") ? A : B;
  }
  const bool Told =
      Name == "printf" || Name == "__assert_fail" || Name == "__assertfail";
  for (const Expr *Argument : Arguments)
    if (Argument->isGLValue() || Argument->getType()->isPointerType()) {
      if (Told)
        Argument->isGLValue() ? place(Argument) : value(Argument);
      else
        handOn(Argument);
    } else {
      value(Argument);
    }
  if (!Told && !isPureFunction(C.SM, Callee)) { // there may be barriers in it
    L.Trace.OrdersItself = true;
    stop();
  }
  return {};
}

TracedValue ThreadTracer::enter(const FunctionDecl *Callee,
                                llvm::ArrayRef<const Expr *> Arguments) {
  Variables Bound;
  for (unsigned I = 0; I != Callee->getNumParams(); ++I) {
    const ParmVarDecl *P = Callee->getParamDecl(I);
    if (I >= Arguments.size())
      continue;
    const Expr *Argument = Arguments[I];
    if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(Argument))
      Argument = Default->getExpr();
    if (P->getType()->isReferenceType())
      Bound[P] = Argument->isGLValue() ? place(Argument) : value(Argument);
    else
      Bound[P] = value(Argument);
    if (P->getType()->isReferenceType() && Bound[P].isNumber())
      Bound[P] = {}; // a temporary
  }
  for (auto &[P, V] : Bound)
    Values[P] = V;
  const TracedValue Before = std::exchange(Returned, TracedValue{});
  const unsigned GoneBefore = Gone;
  const unsigned Around = std::exchange(DoubtsOfCall, Doubts + Gone);
  const bool InDoubt = std::exchange(ReturnsInDoubt, false);
  ++Depth;
  run(Callee->getBody());
  --Depth;
  Gone = GoneBefore; // whichever way it returns, it is back
  DoubtsOfCall = Around;
  ReturnsInDoubt = InDoubt;
  if (Callee->getReturnType()->isReferenceType())
    Returned = {};
  return std::exchange(Returned, Before);
}

} // namespace tessera
