//===- HostEffects.cpp - What host expressions do to shared variables -----===//
#include "HostEffects.h"
#include "HostContainers.h"
#include "PointerRoots.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace tessera {

static const MemoryEffect Nothing;
static const MemoryEffect Read = {true, false, ""};
static const MemoryEffect Write = {false, true, ""};
static const MemoryEffect Update = {true, true, ""};

HostEffects::HostEffects(FrontendContext &C, const FunctionDecl *F,
                         const Summaries &Known)
    : C(C), F(F), Known(Known) {
  for (unsigned I = 0; I < F->getNumParams(); ++I)
    if (isFollowed(F->getParamDecl(I)))
      Holds[F->getParamDecl(I)].insert({MemoryRoot::Kind::Parameter, I});
  followLocals();
}

HostEffect HostEffects::of(const Stmt *S) {
  Result = {};
  Current = S;
  if (S)
    statement(S);
  return std::move(Result);
}

FunctionSummary HostEffects::summary() {
  HostEffect Whole = of(F->getBody());
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(F)) {
    Result = std::move(Whole);
    for (const CXXCtorInitializer *Member : Constructor->inits())
      if (Member->getInit())
        value(Member->getInit());
    Whole = std::move(Result);
  }
  FunctionSummary Summary;
  Summary.Parameters.resize(F->getNumParams());
  for (unsigned I = 0; I < F->getNumParams(); ++I)
    if (std::optional<SharedVarId> Id = C.held(F->getParamDecl(I)))
      Summary.Parameters[I] = onParameter(Whole, *Id);
  for (auto &[Root, Effect] : Whole.Memory)
    if (Root.K == MemoryRoot::Kind::Parameter)
      Summary.Parameters[Root.Index].add(Effect);
  for (MemoryEffect &Effect : Summary.Parameters)
    Effect.ReadsMore = Effect.Reads;
  Summary.Returned = std::move(Returned);
  return Summary;
}

Summaries summarise(FrontendContext &C,
                    const std::vector<const FunctionDecl *> &Functions) {
  Summaries Known;
  for (const FunctionDecl *F : Functions)
    Known[F].Parameters.resize(F->getNumParams());
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const FunctionDecl *F : Functions) {
      FunctionSummary Sum = Known[F];
      FunctionSummary Now = HostEffects(C, F, Known).summary();
      for (auto [Into, More] : llvm::zip_equal(Sum.Parameters, Now.Parameters))
        Into.add(More);
      Sum.Returned.merge(Now.Returned);
      Changed |= Sum != Known[F];
      Known[F] = std::move(Sum);
    }
  }
  return Known;
}

void HostEffects::touch(const RootSet &Roots, const MemoryEffect &Effect) {
  if (InLambda && (Effect.Reads || Effect.Writes || Effect.onDevice()))
    return escape(Roots, "a lambda uses it");
  for (const MemoryRoot &R : Roots)
    Result.Memory[R].add(Effect);
}

void HostEffects::escape(const RootSet &Roots, llvm::StringRef Where) {
  for (const MemoryRoot &R : Roots)
    Result.Memory[R].add({true, true, Where.str()});
}

//===----------------------------------------------------------------------===//
// Statements and expressions
//===----------------------------------------------------------------------===//

void HostEffects::children(const Stmt *S) {
  for (const Stmt *Child : S->children())
    if (Child)
      statement(Child);
}

void HostEffects::statement(const Stmt *S) {
  if (const auto *E = dyn_cast<Expr>(S))
    return discard(E);
  if (const auto *Declares = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Declares->decls())
      if (const auto *V = dyn_cast<VarDecl>(D))
        declaration(V);
    return;
  }
  if (const auto *Return = dyn_cast<ReturnStmt>(S)) {
    const Expr *E = Return->getRetValue();
    bool Points = E && (E->isGLValue() || E->getType()->isPointerType());
    RootSet Roots = !Points          ? RootSet()
                    : E->isGLValue() ? designates(E)
                                     : pointees(E);
    if (!Roots.empty() && followsResult(Roots)) {
      for (const MemoryRoot &R : Roots)
        if (R.K == MemoryRoot::Kind::Variable)
          Returned.insert(R);
      E->isGLValue() ? object(E, Nothing) : pointer(E);
    } else if (E && E->isGLValue()) {
      escape(designates(E), "a function returns a reference to it");
      object(E, Nothing);
    } else if (E) {
      value(E);
    }
    return;
  }
  if (controlFlow(S))
    return;
  if (const auto *Parallel = dyn_cast<OMPExecutableDirective>(S);
      Parallel && Parallel->hasAssociatedStmt()) {
    bool Saved = std::exchange(InParallel, true);
    statement(Parallel->getInnermostCapturedStmt()->getCapturedStmt());
    InParallel = Saved;
    return;
  }
  children(S);
}

void HostEffects::declaration(const VarDecl *V) {
  const Expr *Init = V->getInit();
  if (!Init)
    return;
  if (auto Id = C.held(V))
    return setPointer(*Id, Init);
  if (V->getType()->isReferenceType() && Init->isGLValue()) {
    if (!isFollowed(V) || isa<DecompositionDecl>(V))
      escape(designates(Init), "a reference to it is kept");
    return object(Init, Nothing);
  }
  if (V->getType()->isPointerType() && isFollowed(V))
    return pointer(Init);
  if (Holds.count(V)) // an iterator of a loop
    return argument(iteratedContainer(Init), Nothing);
  value(Init);
}

/// Evaluates \p E and forgets the result.
void HostEffects::discard(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(E);
      Cast && Cast->getCastKind() == CK_ToVoid)
    return discard(Cast->getSubExpr());
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return discard(Full->getSubExpr());
  if (isa<CallExpr>(E))
    return call(cast<CallExpr>(E));
  if (const auto *Delete = dyn_cast<CXXDeleteExpr>(E)) {
    noteAllocation(E);
    return release(Delete->getArgument());
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return binary(Binary);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return unary(Unary);
  if (E->isGLValue())
    return object(E, Nothing);
  if (E->getType()->isPointerType())
    return pointer(E);
  value(E);
}

/// Evaluates \p E, whose value then goes where it is not followed.
void HostEffects::value(const Expr *E) {
  E = E->IgnoreParens();
  if (isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, CXXTypeidExpr>(E))
    return;
  if (E->isGLValue()) {
    escape(designates(E), "a reference to it is kept");
    return object(E, Update);
  }
  if (E->getType()->isPointerType()) {
    escape(pointees(E), "a pointer to it is kept");
    return pointer(E);
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const Expr *From = Cast->getSubExpr();
    if (Cast->getCastKind() == CK_LValueToRValue)
      return object(From, isAssignment(From) ? Nothing : Read);
    if (Cast->getCastKind() == CK_PointerToBoolean)
      return pointer(From);
    return value(From);
  }
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return value(Full->getSubExpr());
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    if (!E->getType()->isScalarType() && !E->getType()->isVoidType())
      escape(resultRoots(Call), "a function may keep a pointer to it");
    return call(Call);
  }
  if (const auto *Make = dyn_cast<CXXConstructExpr>(E))
    return construct(Make);
  noteAllocation(E);
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return binary(Binary);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return unary(Unary);
  if (const auto *Pick = dyn_cast<ConditionalOperator>(E)) {
    value(Pick->getCond());
    bool Saved = std::exchange(InCondition, true);
    value(Pick->getTrueExpr());
    value(Pick->getFalseExpr());
    InCondition = Saved;
    return;
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return value(Member->getBase());
  if (const auto *Lambda = dyn_cast<LambdaExpr>(E))
    return lambda(Lambda);
  if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(E))
    return value(Default->getExpr());
  for (const Stmt *Child : E->children())
    if (const auto *Inner = dyn_cast_or_null<Expr>(Child))
      value(Inner);
    else if (Child)
      statement(Child);
}

/// Evaluates what the body of \p E does with what it captures.
void HostEffects::lambda(const LambdaExpr *E) {
  for (const LambdaCapture &Capture : E->captures()) {
    if (!Capture.capturesVariable())
      continue;
    if (auto Id = C.held(Capture.getCapturedVar()))
      obstruct(*Id, "a lambda uses it");
    if (const auto *V = dyn_cast<VarDecl>(Capture.getCapturedVar());
        V && V->isInitCapture())
      value(V->getInit());
  }
  bool Outer = std::exchange(InLambda, true);
  bool OuterNamed = std::exchange(NamedElsewhere, isFunctionHere(E));
  statement(E->getBody());
  InLambda = Outer;
  NamedElsewhere = OuterNamed;
}

/// Evaluates the pointer \p E; what happens to its pointees is the caller's.
void HostEffects::pointer(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return pointer(Full->getSubExpr());
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const Expr *From = Cast->getSubExpr();
    if (Cast->getCastKind() == CK_ArrayToPointerDecay)
      return object(From, Nothing);
    if (Cast->getCastKind() != CK_LValueToRValue)
      return From->getType()->isPointerType() ? pointer(From) : value(From);
    if (const auto *Member = dyn_cast<MemberExpr>(From->IgnoreParens());
        Member && C.held(Member->getMemberDecl()))
      return Member->isArrow() ? pointer(Member->getBase())
                               : object(Member->getBase(), Nothing);
    if (!pointees(From).empty())
      return isa<DeclRefExpr>(From->IgnoreParens()) ? void() : discard(From);
    return object(From, Read);
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (!Binary->isAdditiveOp())
      return binary(Binary);
    for (const Expr *Side : {Binary->getLHS(), Binary->getRHS()})
      Side->getType()->isPointerType() ? pointer(Side) : value(Side);
    return;
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    if (Unary->getOpcode() == UO_AddrOf)
      return object(Unary->getSubExpr(), Nothing);
    return unary(Unary);
  }
  if (const auto *Pick = dyn_cast<ConditionalOperator>(E)) {
    value(Pick->getCond());
    pointer(Pick->getTrueExpr());
    return pointer(Pick->getFalseExpr());
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return call(Call);
  noteAllocation(E);
  for (const Stmt *Child : E->children())
    if (const auto *Inner = dyn_cast_or_null<Expr>(Child))
      value(Inner);
}

/// Evaluates the glvalue \p E and does \p Effect to the object.
void HostEffects::object(const Expr *E, const MemoryEffect &Effect) {
  E = E->IgnoreParens();
  MemoryEffect Precise = Effect;
  if (Effect == Read)
    if (std::optional<SharedElement> Element = element(E))
      Precise.Elements = {*Element};
  touch(designates(E), Precise);
  if (const auto *Use = dyn_cast<DeclRefExpr>(E)) {
    // A local pointer as an object: others may read or change it.
    const auto *V = dyn_cast<VarDecl>(Use->getDecl());
    if (auto Id = C.held(V))
      obstruct(*Id, "it has its address taken");
    auto Held = Holds.find(V);
    if (V && V->getType()->isPointerType() && Held != Holds.end())
      escape(Held->second, "a pointer to it has its address taken");
    return;
  }
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
    pointer(Subscript->getBase());
    return value(Subscript->getIdx());
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_Deref ? pointer(Unary->getSubExpr())
                                          : unary(Unary);
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    if (std::optional<SharedVarId> Id = C.held(Member->getMemberDecl()))
      obstruct(*Id, "it has its address taken");
    if (Member->isArrow())
      return pointer(Member->getBase());
    return Member->getBase()->isGLValue() ? object(Member->getBase(), Nothing)
                                          : value(Member->getBase());
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return Cast->getSubExpr()->isGLValue() ? object(Cast->getSubExpr(), Nothing)
                                           : value(Cast->getSubExpr());
  if (const auto *Pick = dyn_cast<ConditionalOperator>(E)) {
    value(Pick->getCond());
    object(Pick->getTrueExpr(), Nothing);
    return object(Pick->getFalseExpr(), Nothing);
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return binary(Binary);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return call(Call);
  for (const Stmt *Child : E->children())
    if (const auto *Inner = dyn_cast_or_null<Expr>(Child))
      value(Inner);
}

void HostEffects::binary(const BinaryOperator *E) {
  const Expr *L = E->getLHS(), *R = E->getRHS();
  if (E->isAssignmentOp()) {
    if (changesPointer(L, E))
      return;
    const auto *V = dyn_cast_or_null<VarDecl>(declarationOf(L->IgnoreParens()));
    bool Follows = V && isFollowed(V) && V->getType()->isPointerType();
    Follows && E->getOpcode() == BO_Assign ? pointer(R) : value(R);
    if (!Follows)
      object(L, E->getOpcode() == BO_Assign ? Write : Update);
    return;
  }
  if (E->getOpcode() == BO_Comma) {
    discard(L);
    return R->isGLValue() ? object(R, Nothing) : value(R);
  }
  // Comparisons and differences keep no pointer.
  bool Saved = InCondition;
  for (const Expr *Side : {L, R}) {
    Side->getType()->isPointerType() ? pointer(Side) : value(Side);
    InCondition |= E->isLogicalOp();
  }
  InCondition = Saved;
}

void HostEffects::unary(const UnaryOperator *E) {
  const Expr *Sub = E->getSubExpr();
  if (E->getOpcode() == UO_AddrOf || E->getOpcode() == UO_Deref)
    return Sub->isGLValue() ? object(Sub, Nothing) : pointer(Sub);
  if (!E->isIncrementDecrementOp())
    return Sub->isGLValue() ? object(Sub, Nothing) : value(Sub);
  const ValueDecl *V = declarationOf(Sub->IgnoreParens());
  if (std::optional<SharedVarId> Id = C.held(V))
    return obstruct(*Id, "the pointer is moved");
  if (!(V && isFollowed(V) && V->getType()->isPointerType()))
    object(Sub, Update);
}

} // namespace tessera
