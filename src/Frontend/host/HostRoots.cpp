//===- HostRoots.cpp - What host pointers and objects stand for -----------===//
#include "host/HostEffects.h"
#include "host/HostParts.h"
#include "variables/Containers.h"
#include "variables/PointerRoots.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace tessera {

static void merge(RootSet &Into, const RootSet &From) {
  Into.insert(From.begin(), From.end());
}

bool HostEffects::isFollowed(const ValueDecl *D) const {
  const auto *V = dyn_cast<VarDecl>(D);
  return V && V->isLocalVarDeclOrParm() && !V->isStaticLocal() &&
         (V->getType()->isPointerType() || V->getType()->isReferenceType());
}

bool isFunctionHere(const FrontendContext &C, const LambdaExpr *E) {
  return E->isGenericLambda() || C.HostFunctions.count(E->getCallOperator());
}

/// Whether the use of the variable \p V belongs to the body of a lambda.
bool HostEffects::isNamedElsewhere(const ValueDecl *D) const {
  const auto *V = dyn_cast_or_null<VarDecl>(D);
  return NamedElsewhere && V && V->isFileVarDecl();
}

RootSet HostEffects::ofVariable(const VarDecl *V) const {
  if (!V || isNamedElsewhere(V))
    return {};
  auto Shared = C.SharedVariables.find(V->getCanonicalDecl());
  if (Shared != C.SharedVariables.end())
    return {{MemoryRoot::Kind::Variable, Shared->second.Index}};
  auto Held = Holds.find(V);
  bool Refers = V->getType()->isReferenceType() || V->isImplicit();
  return Refers && Held != Holds.end() ? Held->second : RootSet{};
}

/// The object that the function is called for; what a lambda captures is no
/// object of its own.
RootSet HostEffects::ofThis() const {
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
  if (!Method || !Method->isInstance() || isLambdaCallOperator(Method))
    return {};
  return {{MemoryRoot::Kind::Object, 0}};
}

/// The roots that the object \p E, a glvalue, lies in.
RootSet HostEffects::designates(const Expr *E) const {
  E = unwrapped(E)->IgnoreParens();
  if (const auto *Use = dyn_cast<DeclRefExpr>(E))
    return ofVariable(dyn_cast<VarDecl>(Use->getDecl()));
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
    const Expr *Base = Subscript->getBase(); // perhaps a vector
    return Base->getType()->isPointerType() ? pointees(Base) : designates(Base);
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_Deref ? pointees(Unary->getSubExpr())
                                          : designates(Unary->getSubExpr());
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    if (const auto *Static = dyn_cast<VarDecl>(Member->getMemberDecl()))
      return ofVariable(Static);
    return Member->isArrow() ? pointees(Member->getBase())
                             : designates(Member->getBase());
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return designates(Cast->getSubExpr());
  if (const auto *Pick = dyn_cast<AbstractConditionalOperator>(E)) {
    RootSet Both = designates(Pick->getTrueExpr());
    merge(Both, designates(Pick->getFalseExpr()));
    return Both;
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (Binary->getOpcode() == BO_PtrMemI)
      return pointees(Binary->getLHS());
    return designates(Binary->getOpcode() == BO_Comma ? Binary->getRHS()
                                                      : Binary->getLHS());
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return resultRoots(Call);
  if (const auto *Value = dyn_cast<OpaqueValueExpr>(E))
    return Value->getSourceExpr() ? designates(Value->getSourceExpr())
                                  : RootSet{};
  return ofParts(E);
}

/// The roots that \p E stands for by what it is made of.
RootSet HostEffects::ofParts(const Expr *E) const {
  RootSet All;
  for (const EvaluatedPart &P : evaluationOf(E).Parts) {
    const auto *From = dyn_cast<Expr>(P.S);
    if (!From)
      continue;
    bool Object = P.How == Use::Part || P.How == Use::Address ||
                  (P.How == Use::Same && E->isGLValue());
    if (Object && From->isGLValue())
      merge(All, designates(From));
    else if (P.How == Use::Point || P.How == Use::Same)
      merge(All, pointees(From));
  }
  return All;
}

/// The roots that the pointer \p E may point into.
RootSet HostEffects::pointees(const Expr *E) const {
  E = unwrapped(E)->IgnoreParens();
  if (const auto *Made = dyn_cast<MaterializeTemporaryExpr>(E))
    return pointees(Made->getSubExpr());
  if (E->isGLValue()) { // a pointer variable, as an object
    if (std::optional<SharedVarId> Id = C.held(declarationOf(E));
        Id && !isNamedElsewhere(declarationOf(E)))
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
  if (isa<CXXThisExpr>(E))
    return ofThis();
  if (const auto *Value = dyn_cast<OpaqueValueExpr>(E))
    return Value->getSourceExpr() ? pointees(Value->getSourceExpr())
                                  : RootSet{};
  if (const auto *Block = dyn_cast<StmtExpr>(E)) {
    const CompoundStmt *Body = Block->getSubStmt();
    const auto *Last =
        Body->body_empty() ? nullptr : dyn_cast<Expr>(Body->body_back());
    return Last ? pointees(Last) : RootSet{};
  }
  return ofParts(E);
}

/// Whether all callers see that the function returns a pointer or a reference
/// into \p Roots, and know them by the same names.
bool HostEffects::followsResult(const RootSet &Roots) const {
  const HostModel &H = C.Result.Host;
  if (!F || !Unfollowed.empty() ||
      !(F->getReturnType()->isPointerType() ||
        F->getReturnType()->isReferenceType()))
    return false;
  auto Index = C.HostFunctions.find(F);
  bool HasMain = llvm::any_of(
      H.Functions, [](const HostFunction &Other) { return Other.IsMain; });
  if (Index != C.HostFunctions.end() &&
      (H.Functions[Index->second].CalledUnseen ||
       (!HasMain && H.Functions[Index->second].External)))
    return false;
  return llvm::all_of(Roots, [&](const MemoryRoot &R) {
    return R.K != MemoryRoot::Kind::Variable ||
           !(H.Variables[R.Index].isLocal() || H.Variables[R.Index].isMember());
  });
}

/// A function that returns a pointer or reference may return what it was given.
RootSet HostEffects::resultRoots(const CallExpr *E) const {
  RootSet All;
  const FunctionDecl *Definition = nullptr;
  if (const FunctionDecl *Callee = E->getDirectCallee()) {
    Callee->hasBody(Definition);
    FunctionList Run = C.HostFunctions.count(Definition)
                           ? FunctionList{Definition}
                           : C.CalledBack->of(Callee);
    Run.push_back(Definition); // or one of a header
    for (const FunctionDecl *F : Run)
      if (auto Summary = Known.find(F); Summary != Known.end())
        merge(All, Summary->second.Returned);
  }
  std::optional<LibraryCall> Library =
      isa<CXXOperatorCallExpr>(E)
          ? std::nullopt
          : LibraryCall::of(C, E->getDirectCallee(),
                            {E->getArgs(), E->getNumArgs()});
  for (unsigned I = 0; I < E->getNumArgs(); ++I)
    if (!Library || Library->returns(I))
      merge(All, passed(E->getArg(I)));
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    const Expr *Object = Member->getImplicitObjectArgument();
    merge(All, Object->getType()->isPointerType() ? pointees(Object)
                                                  : designates(Object));
  }
  return All;
}

/// Finds what local pointers and references may hold, to a fixed point.
void HostEffects::followLocals() {
  struct Watcher : DynamicRecursiveASTVisitor {
    HostEffects &H;
    bool Changed = false;
    explicit Watcher(HostEffects &H) : H(H) { ShouldVisitImplicitCode = true; }
    void hold(const VarDecl *V, const RootSet &Roots) {
      if (H.C.held(V))
        return;
      for (const MemoryRoot &R : H.withExchanged(Roots))
        Changed |= H.Holds[V].insert(R).second;
    }
    void store(const std::optional<LibraryCall> &Call) {
      for (unsigned I = 0; Call && I < Call->count(); ++I)
        if (const Expr *Source = Call->stored(I))
          if (const VarDecl *V = targetPointer(Call->at(I));
              V && H.isFollowed(V))
            hold(V, H.passed(Source));
    }
    bool VisitVarDecl(VarDecl *V) override {
      if (H.isFollowed(V) && V->getInit())
        hold(V, V->getType()->isReferenceType() ? H.designates(V->getInit())
                                                : H.pointees(V->getInit()));
      else if (const Expr *Object = H.C.OwnCopies && V->isImplicit() &&
                                            V->isLocalVarDecl() && V->getInit()
                                        ? iteratedContainer(V->getInit())
                                        : nullptr)
        hold(V, H.designates(Object));
      return true;
    }
    bool VisitCallExpr(CallExpr *E) override {
      const FunctionDecl *Callee = E->getDirectCallee();
      if (llvm::any_of(E->arguments(), targetPointer) && Callee &&
          !isa<CXXOperatorCallExpr>(E))
        store(LibraryCall::of(H.C, Callee, {E->getArgs(), E->getNumArgs()}));
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
    bool VisitBinaryOperator(BinaryOperator *E) override {
      const auto *Use = dyn_cast<DeclRefExpr>(E->getLHS()->IgnoreParens());
      const auto *V = Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
      if (E->getOpcode() != BO_Assign || !V || !H.isFollowed(V) ||
          !V->getType()->isPointerType())
        return true;
      bool Saved = H.NamedElsewhere;
      H.NamedElsewhere &= V->getDeclContext() != H.F;
      hold(V, H.pointees(E->getRHS()));
      H.NamedElsewhere = Saved;
      return true;
    }
    bool TraverseLambdaExpr(LambdaExpr *E) override {
      bool Saved = std::exchange(H.NamedElsewhere, isFunctionHere(H.C, E));
      bool Continues = DynamicRecursiveASTVisitor::TraverseLambdaExpr(E);
      H.NamedElsewhere = Saved;
      return Continues;
    }
  };
  Watcher Watch(*this);
  do {
    Watch.Changed = false;
    Watch.TraverseStmt(F->getBody());
  } while (Watch.Changed);
}

} // namespace tessera
