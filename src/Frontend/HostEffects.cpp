//===- HostEffects.cpp - What host expressions do to shared variables -----===//
#include "HostEffects.h"
#include "PointerRoots.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace tessera {

static const MemoryEffect Nothing;
static const MemoryEffect Read = {true, false, ""};
static const MemoryEffect Write = {false, true, ""};
static const MemoryEffect Update = {true, true, ""};

static void merge(RootSet &Into, const RootSet &From) {
  Into.insert(From.begin(), From.end());
}

//===----------------------------------------------------------------------===//
// What pointers and objects stand for
//===----------------------------------------------------------------------===//

bool HostEffects::isFollowed(const ValueDecl *D) const {
  const auto *V = dyn_cast<VarDecl>(D);
  return V && V->isLocalVarDeclOrParm() && !V->isStaticLocal() &&
         (V->getType()->isPointerType() || V->getType()->isReferenceType());
}

/// The roots that the object \p E, a glvalue, lies in.
RootSet HostEffects::designates(const Expr *E) const {
  E = E->IgnoreParens();
  if (const auto *Use = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Use->getDecl());
    if (!V)
      return {};
    auto Shared = C.SharedVariables.find(V->getCanonicalDecl());
    if (Shared != C.SharedVariables.end())
      return {{MemoryRoot::Kind::Variable, Shared->second.Index}};
    auto Held = Holds.find(V);
    return V->getType()->isReferenceType() && Held != Holds.end() ? Held->second
                                                                  : RootSet{};
  }
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return pointees(Subscript->getBase());
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_Deref ? pointees(Unary->getSubExpr())
                                          : designates(Unary->getSubExpr());
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->isArrow() ? pointees(Member->getBase())
                             : designates(Member->getBase());
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return designates(Cast->getSubExpr());
  if (const auto *Pick = dyn_cast<AbstractConditionalOperator>(E)) {
    RootSet Both = designates(Pick->getTrueExpr());
    merge(Both, designates(Pick->getFalseExpr()));
    return Both;
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return designates(Binary->getOpcode() == BO_Comma ? Binary->getRHS()
                                                      : Binary->getLHS());
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return resultRoots(Call);
  if (const auto *Value = dyn_cast<OpaqueValueExpr>(E))
    return Value->getSourceExpr() ? designates(Value->getSourceExpr())
                                  : RootSet{};
  return {};
}

/// The roots that the pointer \p E may point into.
RootSet HostEffects::pointees(const Expr *E) const {
  E = E->IgnoreParens();
  if (E->isGLValue()) { // a pointer variable, as an object
    if (std::optional<SharedVarId> Id = C.held(declarationOf(E)))
      return {{MemoryRoot::Kind::Variable, Id->Index}};
    const auto *V = dyn_cast_or_null<VarDecl>(declarationOf(E));
    auto Held = Holds.find(V);
    if (V && Held != Holds.end() && V->getType()->isPointerType())
      return Held->second;
    if (const auto *Assigns = dyn_cast<BinaryOperator>(E))
      return pointees(Assigns->getOpcode() == BO_Comma ? Assigns->getRHS()
                                                       : Assigns->getLHS());
    if (const auto *Unary = dyn_cast<UnaryOperator>(E);
        Unary && Unary->isIncrementDecrementOp())
      return pointees(Unary->getSubExpr());
    return {};
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return Cast->getCastKind() == CK_ArrayToPointerDecay
               ? designates(Cast->getSubExpr())
               : pointees(Cast->getSubExpr());
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_AddrOf ? designates(Unary->getSubExpr())
                                           : pointees(Unary->getSubExpr());
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (Binary->getOpcode() == BO_Comma)
      return pointees(Binary->getRHS());
    if (!Binary->isAdditiveOp())
      return {};
    return pointees(Binary->getLHS()->getType()->isPointerType()
                        ? Binary->getLHS()
                        : Binary->getRHS());
  }
  if (const auto *Pick = dyn_cast<AbstractConditionalOperator>(E)) {
    RootSet Both = pointees(Pick->getTrueExpr());
    merge(Both, pointees(Pick->getFalseExpr()));
    return Both;
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return resultRoots(Call);
  return {};
}

/// A function that returns a pointer or reference may return what it was given.
RootSet HostEffects::resultRoots(const CallExpr *E) const {
  RootSet All;
  for (const Expr *Argument : E->arguments()) {
    if (Argument->isGLValue())
      merge(All, designates(Argument));
    if (Argument->getType()->isPointerType())
      merge(All, pointees(Argument));
  }
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    const Expr *Object = Member->getImplicitObjectArgument();
    merge(All, Object->getType()->isPointerType() ? pointees(Object)
                                                  : designates(Object));
  }
  return All;
}

/// Finds what local pointers and references may hold, to a fixed point.
void HostEffects::followLocals() {
  struct Watcher : RecursiveASTVisitor<Watcher> {
    HostEffects &H;
    bool Changed = false;
    explicit Watcher(HostEffects &H) : H(H) {}
    bool shouldVisitImplicitCode() const { return true; }
    void hold(const VarDecl *V, const RootSet &Roots) {
      if (H.C.held(V))
        return;
      for (const MemoryRoot &R : H.withExchanged(Roots))
        Changed |= H.Holds[V].insert(R).second;
    }
    bool VisitVarDecl(VarDecl *V) {
      if (H.isFollowed(V) && V->getInit())
        hold(V, V->getType()->isReferenceType() ? H.designates(V->getInit())
                                                : H.pointees(V->getInit()));
      return true;
    }
    bool VisitCallExpr(CallExpr *E) {
      const FunctionDecl *Callee = E->getDirectCallee();
      if (!Callee || !Callee->getIdentifier() || Callee->getName() != "swap" ||
          E->getNumArgs() != 2)
        return true;
      const ValueDecl *A = namedPointer(E->getArg(0)),
                      *B = namedPointer(E->getArg(1));
      if (A && B && H.isFollowed(A) && H.isFollowed(B)) {
        hold(cast<VarDecl>(A), H.pointees(E->getArg(1)));
        hold(cast<VarDecl>(B), H.pointees(E->getArg(0)));
      }
      return true;
    }
    bool VisitBinaryOperator(BinaryOperator *E) {
      const auto *Use = dyn_cast<DeclRefExpr>(E->getLHS()->IgnoreParens());
      const auto *V = Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
      if (E->getOpcode() == BO_Assign && V && H.isFollowed(V) &&
          V->getType()->isPointerType())
        hold(V, H.pointees(E->getRHS()));
      return true;
    }
  };
  Watcher Watch(*this);
  do {
    Watch.Changed = false;
    Watch.TraverseStmt(F->getBody());
  } while (Watch.Changed);
}

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

ParameterEffects HostEffects::summary() {
  HostEffect Whole = of(F->getBody());
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(F)) {
    Result = std::move(Whole);
    for (const CXXCtorInitializer *Member : Constructor->inits())
      if (Member->getInit())
        value(Member->getInit());
    Whole = std::move(Result);
  }
  ParameterEffects Effects(F->getNumParams());
  for (auto &[Root, Effect] : Whole.Memory)
    if (Root.K == MemoryRoot::Kind::Parameter)
      Effects[Root.Index] = Effect;
  for (MemoryEffect &Effect : Effects)
    Effect.ReadsMore = Effect.Reads;
  return Effects;
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
    if (E && E->isGLValue()) {
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
  if (const auto *Delete = dyn_cast<CXXDeleteExpr>(E))
    return release(Delete->getArgument());
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
  if (const auto *Lambda = dyn_cast<LambdaExpr>(E)) {
    for (const LambdaCapture &Capture : Lambda->captures())
      if (Capture.capturesVariable())
        if (auto Id = C.held(Capture.getCapturedVar()))
          obstruct(*Id, "a lambda uses it");
    bool Saved = std::exchange(InLambda, true);
    statement(Lambda->getBody());
    InLambda = Saved;
    return;
  }
  for (const Stmt *Child : E->children())
    if (const auto *Inner = dyn_cast_or_null<Expr>(Child))
      value(Inner);
    else if (Child)
      statement(Child);
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
