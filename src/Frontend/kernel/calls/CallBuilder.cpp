//===- CallBuilder.cpp - Calls of functions whose body we see -------------===//
//
// A function that touches memory is analysed as if its body stood in place of
// the call. See CalledText.cpp for what the call is printed as.
//
//===----------------------------------------------------------------------===//
#include "effects/Changes.h"
#include "kernel/KernelBuilder.h"
#include "kernel/KernelVariables.h"
#include "kernel/calls/CalleeFacts.h"
#include "kernel/calls/DeviceOutput.h"
#include "kernel/calls/GroupCalls.h"
#include "kernel/text/UsersText.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace tessera {

/// The function that runs, with its body; null if we do not see it.
static const FunctionDecl *definitionOf(const CallExpr *E,
                                        const SourceManager &SM) {
  const FunctionDecl *Callee = E->getDirectCallee(), *Definition = nullptr;
  if (!Callee || !Callee->hasBody(Definition) || Definition->isVariadic() ||
      SM.isInSystemHeader(SM.getExpansionLoc(Definition->getLocation())) ||
      !isa<CompoundStmt>(Definition->getBody()))
    return nullptr;
  const auto *Method = dyn_cast<CXXMethodDecl>(Definition);
  return Method && Method->isVirtual() ? nullptr : Definition;
}

/// The object that \p E is a call for, and how many arguments are before those
/// for the parameters.
static std::pair<const Expr *, unsigned> objectOf(const CallExpr *E) {
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(E->getDirectCallee());
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E))
    return {Call->getImplicitObjectArgument(), 0};
  if (isa<CXXOperatorCallExpr>(E) && Method && !Method->isStatic())
    return {E->getArg(0), 1};
  return {nullptr, 0};
}

/// Whether \p F may change its object. Of what is seen its promise to leave it
/// alone does not count: a member may be `mutable`.
static bool mayChangeObject(const FunctionDecl *F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  return Method && !Method->isStatic() && !isLambdaCallOperator(Method) &&
         (!Method->isConst() || (Method->hasBody() && changesItself(Method)));
}

/// Whether calls for an object that is not `const` may run another function
/// than \p Called.
static bool dependsOnConst(const CXXMethodDecl *Called) {
  const CXXRecordDecl *Class = Called->getParent();
  if (isa<CXXConversionDecl>(Called)) {
    const auto Conversions =
        Class->getDefinition()
            ? Class->getDefinition()->getVisibleConversionFunctions()
            : Class->getVisibleConversionFunctions();
    return std::distance(Conversions.begin(), Conversions.end()) > 1;
  }
  const DeclarationName Name = Called->getDeclName();
  auto Others = Class->lookup(Name);
  if (std::distance(Others.begin(), Others.end()) > 1)
    return true;
  if (!Called->isOverloadedOperator())
    return false;
  return llvm::any_of(
      Class->getDeclContext()->getRedeclContext()->lookup(Name),
      [&](NamedDecl *D) {
        const FunctionDecl *F = D->getAsFunction();
        return F && llvm::any_of(F->parameters(), [&](const ParmVarDecl *P) {
                 const QualType Type = P->getType();
                 return Type->isReferenceType() &&
                        !Type->getPointeeType().isConstQualified();
               });
      });
}

static const Expr *withDefault(const Expr *E) {
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
    return Default->getExpr();
  return E;
}

/// Whether \p E names a parameter of \p F, changed or not.
static bool isParameter(const Expr *E, const FunctionDecl *F) {
  const auto *Use = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto *V = Use ? dyn_cast<ParmVarDecl>(Use->getDecl()) : nullptr;
  return V && V->getDeclContext() == F;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void KernelBuilder::calledFor(const Expr *Object, const FunctionDecl *Callee) {
  llvm::SaveAndRestore Sees(SeesConst,
                            dependsOnConst(cast<CXXMethodDecl>(Callee)));
  expression(Object, mayChangeObject(Callee) ? Mode::Update : Mode::Read);
}

void KernelBuilder::call(const CallExpr *E, Mode M) {
  const FunctionDecl *Callee = E->getDirectCallee();
  if (!Callee) {
    refuse(DiagKind::OpaqueCall, E->getBeginLoc(), {"a computed function"});
    return children(E);
  }
  if (isa<CUDAKernelCallExpr>(E)) {
    refuse(DiagKind::UnsupportedStatement, E->getBeginLoc(),
           {"it launches a kernel"});
    for (const Expr *Argument : E->arguments())
      expression(Argument, Mode::Read);
    return;
  }
  llvm::StringRef Name = Callee->getIdentifier() ? Callee->getName() : "";
  if (ordersMemory(Callee) || waitsInWarp(E)) {
    K.HasBarrier = true;
    BarrierInfo Barrier{Loops, Guards, C.place(E->getBeginLoc()), nextOrder()};
    if (Name.starts_with("__syncthreads"))
      K.Barriers.push_back(std::move(Barrier));
    else if (waitsInWarp(E))
      K.WarpBarriers.push_back(std::move(Barrier));
    else
      K.HasFence = true;
    return children(E);
  }
  if (isOfGroup(Callee)) {
    K.AsksGroups = true;
    K.HasHiddenIds |= !Frames.empty(); // not in the kernel's own text
    K.HasBarrier |= Name == "sync";
    if (!asksGroup(Callee))
      refuse(DiagKind::OpaqueCall, E->getBeginLoc(), {nameInCode(Callee)});
  }
  K.HasWarpOperation |= isWarpOperation(Callee);
  if (isOfGroup(Callee) || isWarpOperation(Callee))
    return children(E);
  if (atomicCall(E) || hintedCall(E))
    return;
  if (onlyTells(E, C.SM)) {
    for (const Expr *Argument : E->arguments())
      if (!Argument->getType()->isPointerType())
        expression(Argument, Mode::Read);
    return;
  }
  auto [For, First] = objectOf(E);
  if (For && mayChangeObject(Callee) && !object(For))
    if (const auto *Use = dyn_cast<DeclRefExpr>(For->IgnoreParenImpCasts()))
      if (const auto *V = dyn_cast<VarDecl>(Use->getDecl()))
        Mutated.insert(V);
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  bool Local = Method && isLambdaCallOperator(Method);
  bool Changes = For && (object(For) || isParameter(For, F)) &&
                 mayChangeObject(Callee) && changesItself(Callee);
  if (Method && Method->isTrivial() && First == 1 && !object(For) &&
      (Method->isCopyAssignmentOperator() ||
       Method->isMoveAssignmentOperator())) {
    expression(For, Mode::Write);
    return expression(E->getArg(1), Mode::Read);
  }
  bool Pure = isPureFunction(C.SM, Callee) && !Local && !Changes;
  bool Hides = Pure && usesIndices(Callee);
  if ((!Pure || Hides) && !Changes && follow(E, M))
    return;
  K.HasHiddenIds |= Hides;
  if (E->isGLValue() && Pure && !definitionOf(E, C.SM))
    unsupported(E->getBeginLoc(), "it uses a reference that is not followed");
  if (!Pure)
    refuse(DiagKind::OpaqueCall, E->getBeginLoc(), {Callee->getNameAsString()});
  if (For && First == 0)
    calledFor(For, Callee);
  for (const Expr *Argument : E->arguments())
    expression(Argument, Argument->isGLValue() ? Mode::Address : Mode::Read);
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

std::optional<KernelBuilder::Binding>
KernelBuilder::binding(const ParmVarDecl *P, const Expr *Argument,
                       bool Changed) {
  Binding B{P, withDefault(Argument), std::nullopt, std::nullopt};
  QualType Type = P->getType();
  if (Type->isPointerType()) {
    B.Element = pointer(B.Argument);
    return B.Element && !Changed ? std::optional(B) : std::nullopt;
  }
  if (Type.getNonReferenceType()->isRecordType() && !Changed)
    B.Class = object(B.Argument);
  if (!Type->isReferenceType() || B.Class)
    return B;
  if ((B.Element = element(B.Argument)))
    return B;
  const Expr *Bound = B.Argument->IgnoreParenImpCasts();
  const auto *Use = dyn_cast<DeclRefExpr>(Bound);
  bool IsPrivate = Use && isa<VarDecl>(Use->getDecl()) &&
                   cast<VarDecl>(Use->getDecl())->isLocalVarDeclOrParm() &&
                   !Use->getType()->isPointerType();
  QualType Inner = Type->getPointeeType();
  bool IsValue = Inner.isConstQualified() &&
                 (Inner->isArithmeticType() || Inner->isRecordType());
  return IsPrivate || IsValue ? std::optional(B) : std::nullopt;
}

void KernelBuilder::visitArgument(const Binding &B, Frame &Into) {
  if (B.Element)
    visitSubscripts(B.Argument);
  else
    expression(B.Argument, B.Parameter->getType()->isReferenceType()
                               ? Mode::Address
                               : Mode::Read);
  Into.Plain &= isRepeatable(
      C.SM, B.Argument, Frames.empty() ? Into.Written : Frames.back().Written);
  substitute(B.Parameter, B.Argument, Into);
}

void KernelBuilder::bind(const Binding &B, std::optional<TypedValue> Value) {
  if (B.Element)
    (B.Parameter->getType()->isPointerType() ? Aliases
                                             : References)[B.Parameter] =
        *B.Element;
  if (B.Class)
    Objects.insert_or_assign(B.Parameter, *B.Class);
  if (Value && !Mutated.count(B.Parameter))
    Scope.bind(B.Parameter, *Value);
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

void KernelBuilder::followedVariable(const VarDecl *V) {
  if (V->isStaticLocal())
    unsupported(V->getLocation(), "it has a static variable");
  if (isSharedObject(V))
    unsupported(V->getLocation(), "it has a shared object with a constructor");
  if (isa<DecompositionDecl>(V))
    unsupported(V->getLocation(), "it has a structured binding");
  destroyed(V->getType(), V->getLocation());
  forget(V); // what it was in another call
  const Expr *Init = V->getInit();
  QualType Type = V->getType();
  bool Known = Init && !Mutated.count(V);
  if (V->hasAttr<CUDASharedAttr>()) {
    K.HasShared = true;
    array(V);
    return;
  }
  if (Type->isArrayType())
    array(V);
  std::optional<Pointer> To;
  if (Known && Type->isPointerType())
    To = pointer(Init);
  if (Init && Type->isReferenceType())
    To = element(Init);
  if (To) {
    visitSubscripts(Init);
    (Type->isPointerType() ? Aliases : References)[V] = *To;
  } else if (Init) {
    expression(Init, Type->isReferenceType() ? Mode::Address : Mode::Read);
    if (std::optional<TypedValue> Value = Scope.typed(Init); Value && Known)
      Scope.bind(V, *Value);
  }
  if (Known)
    substitute(V, Init, Frames.back());
}

const ReturnStmt *onlyReturns(const Stmt *S) {
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return Block->size() == 1 ? onlyReturns(Block->body_front()) : nullptr;
  return dyn_cast<ReturnStmt>(S);
}

void KernelBuilder::followedBranch(const IfStmt *S) {
  size_t Before = Guards.size();
  bool Saved = Conditional;
  if (S->getInit() || S->getConditionVariable())
    Conditional = true;
  if (S->getInit())
    followed(S->getInit());
  if (const VarDecl *V = S->getConditionVariable())
    followedVariable(V);
  expression(S->getCond(), Mode::Read);
  GuardId Id{unsigned(K.Guards.size())};
  const Condition When = Scope.condition(S->getCond());
  K.Guards.push_back({When, C.place(S->getBeginLoc()),
                      When.isOpaque() ? waitsBehind(S->getCond()) : 0,
                      whyOpaque(When, S->getCond())});
  bool Inside = Conditional;
  Guards.push_back({Id, false});
  followed(S->getThen());
  Guards.resize(Before);
  Conditional = Inside;
  Guards.push_back({Id, true});
  if (S->getElse())
    followed(S->getElse());
  Conditional = Saved;
  if (onlyReturns(S->getThen()) && !S->getElse())
    return; // what follows is guarded
  Guards.resize(Before);
  Conditional |= containsJump(S);
}

void KernelBuilder::followed(const Stmt *S) {
  while (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    S = Attributed->getSubStmt();
  if (const auto *E = dyn_cast<Expr>(S))
    return expression(E, Mode::Read);
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Child : Block->body())
      followed(Child);
    return;
  }
  if (const auto *Return = dyn_cast<ReturnStmt>(S))
    return expression(Return->getRetValue(), Frames.back().Result);
  if (const auto *Branch = dyn_cast<IfStmt>(S); Branch && Branch->getCond())
    return followedBranch(Branch);
  if (const auto *Declares = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Declares->decls())
      if (const auto *V = dyn_cast<VarDecl>(D))
        followedVariable(V);
    return;
  }
  if (!isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt, CaseStmt,
           DefaultStmt, BreakStmt, ContinueStmt, NullStmt>(S))
    return unsupported(S->getBeginLoc(),
                       "it has a statement that is not followed: " +
                           nameOfKind(S));
  bool Repeats = isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S);
  size_t Before = Guards.size();
  bool Saved = Conditional;
  if (Repeats) {
    LoopInfo L;
    L.Symbol = freshSymbol("loop");
    L.Opaque = true;
    L.Where = C.place(S->getBeginLoc());
    Loops.push_back({unsigned(K.Loops.size())});
    K.Loops.push_back(std::move(L));
  }
  Conditional = true;
  for (const Stmt *Child : S->children())
    if (Child)
      followed(Child);
  Conditional = Saved;
  if (Repeats)
    Loops.pop_back();
  Guards.resize(Before);
  Conditional |= containsJump(S);
}

void KernelBuilder::forget(const VarDecl *V) {
  Scope.unbind(V);
  Aliases.erase(V);
  References.erase(V);
  Objects.erase(V);
}

bool KernelBuilder::follow(const CallExpr *E, Mode M) {
  const FunctionDecl *Callee = definitionOf(E, C.SM);
  constexpr size_t Deepest = 16;
  if (!Callee || Frames.size() == Deepest ||
      llvm::any_of(Frames, [&](const Frame &F) { return F.Callee == Callee; }))
    return false;
  auto [For, First] = objectOf(E);
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  bool Local = Method && isLambdaCallOperator(Method);
  if (Method && !Method->isStatic() && !For)
    return false;
  const VariableSet Changed = changedIn(Callee->getBody());
  std::vector<Binding> Bindings;
  for (const ParmVarDecl *P : Callee->parameters()) {
    unsigned I = First + P->getFunctionScopeIndex();
    std::optional<Binding> B = I < E->getNumArgs()
                                   ? binding(P, E->getArg(I), Changed.count(P))
                                   : std::nullopt;
    if (!B)
      return false;
    Bindings.push_back(std::move(*B));
  }

  Mutated.insert(Changed.begin(), Changed.end());
  Frame New{Callee,
            E,
            Callee->getReturnType()->isReferenceType() ? M : Mode::Read,
            {},
            {},
            std::nullopt,
            {},
            !Local && meansTheSameElsewhere(Callee, declaredNames(F))};
  if (For && !Local) {
    New.This = object(For);
    if (!(fillIn(For) && New.This))
      calledFor(For, Callee);
    std::optional<SourceRange> Range = C.exactRange(For->getSourceRange());
    if (New.This && Range)
      New.ThisText = text(*Range);
  }
  std::vector<std::optional<TypedValue>> Values;
  for (const Binding &B : Bindings) {
    visitArgument(B, New);
    Values.push_back(Scope.typed(B.Argument));
  }

  size_t FirstAccess = K.Accesses.size();
  Frames.push_back(std::move(New));
  auto SavedHoles = std::exchange(Holes, {});
  auto SavedExpansions = std::exchange(Expansions, {});
  auto SavedGuards = Guards;
  bool SavedConditional = Conditional;
  for (size_t I = 0; I < Bindings.size(); ++I)
    bind(Bindings[I], Values[I]);
  auto SavedTaken = std::exchange(Taken, {});
  followed(Callee->getBody());
  requireTaken(Callee->getBody());
  Taken.merge(SavedTaken);
  placeExpansions(std::nullopt);
  Frames.back().Plain &= Frames.back().Filled == countOwnNames(Callee);
  std::optional<SourceRange> Range = C.exactRange(E->getSourceRange());
  std::optional<Text> Whole = Range ? written(Frames.back()) : std::nullopt;
  auto Inside = std::exchange(Holes, std::move(SavedHoles));
  Expansions = std::move(SavedExpansions);
  Guards = std::move(SavedGuards);
  Conditional = SavedConditional;
  Frames.pop_back();
  for (const Binding &B : Bindings)
    forget(B.Parameter);

  for (AccessInfo &A : llvm::drop_begin(K.Accesses, FirstAccess))
    if (A.Function.empty())
      A.Function = Callee->getNameAsString();
  if (Whole && !Frames.empty())
    Frames.back().Written.insert(E);
  if (Whole)
    Holes.push_back({*Range, {Piece::Kind::Macro, "", 0, {}, *Whole}});
  else
    for (const Hole &H : Inside)
      hideAll({H.P});
  return true;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

std::optional<TypedValue> KernelBuilder::value(const CallExpr *E) {
  const FunctionDecl *Callee = definitionOf(E, C.SM);
  if (!Callee ||
      llvm::any_of(Frames, [&](const Frame &F) { return F.Callee == Callee; }))
    return std::nullopt;
  auto [For, First] = objectOf(E);
  const VariableSet Changed = changedIn(Callee->getBody());
  std::vector<std::pair<const VarDecl *, TypedValue>> Values;
  for (const ParmVarDecl *P : Callee->parameters()) {
    unsigned I = First + P->getFunctionScopeIndex();
    if (I >= E->getNumArgs() || Changed.count(P))
      continue;
    const Expr *Argument = withDefault(E->getArg(I));
    if (std::optional<Object> Class = object(Argument))
      Objects.insert_or_assign(P, *Class);
    if (std::optional<TypedValue> Value = Scope.typed(Argument))
      Values.push_back({P, *Value});
  }
  Frame New{Callee, E, Mode::Read, {}, {}, std::nullopt, {}, false};
  if (For)
    New.This = object(For);
  Frames.push_back(std::move(New));
  for (auto &[P, Value] : Values)
    Scope.bind(P, Value);
  std::optional<TypedValue> Result;
  for (const Stmt *S : cast<CompoundStmt>(Callee->getBody())->body()) {
    if (const auto *Return = dyn_cast<ReturnStmt>(S)) {
      if (Return->getRetValue())
        Result = Scope.typed(Return->getRetValue());
      break;
    }
    const auto *Declares = dyn_cast<DeclStmt>(S);
    if (!Declares)
      break;
    for (const Decl *D : Declares->decls())
      if (const auto *V = dyn_cast<VarDecl>(D);
          V && V->getInit() && !Changed.count(V))
        if (std::optional<TypedValue> Value = Scope.typed(V->getInit())) {
          Scope.bind(V, *Value);
          Values.push_back({V, *Value});
        }
  }
  for (auto &[V, Value] : Values)
    Scope.unbind(V);
  for (const ParmVarDecl *P : Callee->parameters())
    forget(P);
  Frames.pop_back();
  return Result;
}

} // namespace tessera
