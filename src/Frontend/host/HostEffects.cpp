//===- HostEffects.cpp - What host statements do to shared variables ------===//
#include "host/HostEffects.h"
#include "host/HostParts.h"
#include "variables/Containers.h"
#include "variables/PointerRoots.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace tessera {

using namespace effects;

HostEffects::HostEffects(FrontendContext &C, const FunctionDecl *F,
                         const Summaries &Known)
    : C(C), F(F), Known(Known) {
  if (!F)
    return;
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

HostEffect HostEffects::ofMember(const Expr *E) {
  Result = {};
  Current = E;
  value(E);
  return std::move(Result);
}

HostEffect HostEffects::ofInitialiser(const VarDecl *V) {
  Result = {};
  Current = V->getInit();
  declaration(V);
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
    else if (Root.K == MemoryRoot::Kind::Object)
      Summary.Object.add(Effect);
  for (MemoryEffect &Effect : Summary.Parameters)
    Effect.ReadsMore = Effect.Reads;
  Summary.Object.ReadsMore = Summary.Object.Reads;
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
      Sum.Object.add(Now.Object);
      Sum.Returned.merge(Now.Returned);
      Changed |= Sum != Known[F];
      Known[F] = std::move(Sum);
    }
  }
  return Known;
}

void HostEffects::touch(const RootSet &Roots, const MemoryEffect &Effect) {
  if (!Unfollowed.empty() &&
      (Effect.Reads || Effect.Writes || Effect.onDevice()))
    return escape(Roots, Unfollowed);
  for (const MemoryRoot &R : Roots)
    Result.Memory[R].add(Effect);
}

void HostEffects::escape(const RootSet &Roots, llvm::StringRef Where) {
  for (const MemoryRoot &R : Roots)
    Result.Memory[R].add({true, true, Where.str()});
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void HostEffects::statement(const Stmt *S) {
  if (const auto *E = dyn_cast<Expr>(S))
    evaluate(E);
  else if (!ownStatement(S))
    parts(S);
}

/// Evaluates \p S if more is known of it than how its parts are used.
bool HostEffects::ownStatement(const Stmt *S) {
  if (const auto *Declares = dyn_cast<DeclStmt>(S)) {
    declares(Declares);
  } else if (const auto *Return = dyn_cast<ReturnStmt>(S)) {
    if (Return->getRetValue())
      returns(Return->getRetValue());
  } else if (const auto *Catch = dyn_cast<CXXCatchStmt>(S)) {
    if (Catch->getExceptionDecl()) // perhaps a copy of what was thrown
      declaration(Catch->getExceptionDecl());
    statement(Catch->getHandlerBlock());
  } else if (const auto *Asm = dyn_cast<GCCAsmStmt>(S)) {
    assembly(Asm);
  } else if (const auto *Loop = dyn_cast<OMPCanonicalLoop>(S)) {
    statement(Loop->getLoopStmt());
  } else if (isa<OMPExecutableDirective>(S)) {
    parallel(S);
  } else {
    return controlFlow(S);
  }
  return true;
}

/// Evaluates \p S, of which nothing is known: it may use all that it names at
/// any time, and call what it calls any number of times.
void HostEffects::unknown(const Stmt *S) {
  llvm::StringRef Outer = Unfollowed;
  if (Outer.empty())
    Unfollowed = "code that is not followed uses it";
  bool OuterUnknown = std::exchange(InUnknown, true);
  Result.CallsAway = Result.Observes = true;
  values(S);
  if (const auto *Captured = dyn_cast<CapturedStmt>(S))
    statement(Captured->getCapturedStmt());
  if (const auto *Block = dyn_cast<BlockExpr>(S))
    statement(Block->getBody());
  InUnknown = OuterUnknown;
  Unfollowed = Outer;
}

void HostEffects::returns(const Expr *E) {
  bool Points = E->isGLValue() || E->getType()->isPointerType();
  RootSet Roots = !Points          ? RootSet()
                  : E->isGLValue() ? designates(E)
                                   : pointees(E);
  if (!Roots.empty() && followsResult(Roots)) {
    for (const MemoryRoot &R : Roots)
      if (R.K == MemoryRoot::Kind::Variable)
        Returned.insert(R);
    return operand(E);
  }
  if (!E->isGLValue())
    return value(E);
  escape(designates(E), "a function returns a reference to it");
  object(E, Nothing);
}

void HostEffects::declares(const DeclStmt *S) {
  for (const Decl *D : S->decls()) {
    const auto *Named = dyn_cast<TypedefNameDecl>(D);
    const auto *V = dyn_cast<VarDecl>(D);
    QualType Type = Named ? Named->getUnderlyingType()
                    : V   ? V->getType()
                          : QualType();
    while (!Type.isNull() && Type->isVariablyModifiedType()) {
      const auto *Array = C.AST.getAsVariableArrayType(Type);
      if (Array && Array->getSizeExpr())
        value(Array->getSizeExpr());
      Type = Array ? Array->getElementType() : Type->getPointeeType();
    }
    if (V)
      declaration(V);
  }
}

void HostEffects::declaration(const VarDecl *V) {
  // Where it is passed for the first time.
  bool Once = V->isStaticLocal();
  bool Saved = std::exchange(InCondition, InCondition || Once);
  initialised(V);
  InCondition = Saved;
  cleanup(V);
  if (const auto *Parts = dyn_cast<DecompositionDecl>(V))
    for (const BindingDecl *Part : Parts->bindings())
      if (const VarDecl *Holder = Part->getHoldingVar())
        declaration(Holder);
}

void HostEffects::initialised(const VarDecl *V) {
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
    return evaluate(Init);
  if (Holds.count(V)) // an iterator of a loop
    return argument(iteratedContainer(Init), Nothing);
  value(Init);
}

/// What runs where the scope of \p V ends.
void HostEffects::cleanup(const VarDecl *V) {
  const auto *Attribute = V->getAttr<CleanupAttr>();
  if (!Attribute)
    return;
  if (auto Held = Holds.find(V); Held != Holds.end())
    escape(Held->second, "a function gets it where a scope ends");
  if (auto Id = C.held(V))
    obstruct(*Id, "a function gets it where a scope ends");
  escape(ofVariable(V), "a function gets it where a scope ends");
  runsUnseen(Attribute->getFunctionDecl());
}

/// What assembly gets it may keep; names in its text: see noteAssembly.
void HostEffects::assembly(const GCCAsmStmt *S) {
  for (const Expr *Output : S->outputs()) {
    escape(designates(Output), "assembly uses it");
    object(Output, Update);
  }
  for (const Expr *Input : S->inputs())
    value(Input);
}

/// What OpenMP's directive \p S does.
void HostEffects::parallel(const Stmt *S) {
  const auto *Directive = cast<OMPExecutableDirective>(S);
  bool Saved = std::exchange(InParallel, true);
  for (const OMPClause *Clause : Directive->clauses())
    for (const Stmt *Child : const_cast<OMPClause *>(Clause)->children()) {
      const auto *E = dyn_cast_or_null<Expr>(Child);
      const auto *Use = dyn_cast_or_null<DeclRefExpr>(E);
      const auto *Captured =
          Use ? dyn_cast<OMPCapturedExprDecl>(Use->getDecl()) : nullptr;
      if (Captured && Captured->getInit())
        evaluate(Captured->getInit());
      else if (Use)
        touch(designates(Use), Update);
      else if (E)
        E->isGLValue() ? object(E, Update) : value(E);
    }
  if (Directive->hasAssociatedStmt())
    statement(Directive->getInnermostCapturedStmt()->getCapturedStmt());
  InParallel = Saved;
}

} // namespace tessera
