//===- HostExpressions.cpp - What host expressions do ---------------------===//
//
// value     it goes where nobody follows it: roots that it leads to escape
// object    of a glvalue, something is done to the object
// evaluate  the caller knows what becomes of it, as nothing: it asks
// `pointees`,
//           `designates`. What these do not look through escapes here.
//
//===----------------------------------------------------------------------===//
#include "effects/Evaluation.h"
#include "host/HostEffects.h"
#include "host/HostParts.h"
#include "variables/PointerRoots.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace tessera {

using namespace effects;

/// What \p E is the same as, as an object and as a value: the operand of
/// parentheses, the expression of a default argument.
const Expr *unwrapped(const Expr *E) {
  while (true) {
    if (isa<CastExpr, UnaryOperator, StmtExpr>(E)) // with cases of their own
      return E;
    Evaluation All = evaluationOf(E);
    if (!All.Known || All.Parts.size() != 1 || All.Parts[0].How != Use::Same ||
        All.Parts[0].Often != Times::Once)
      return E;
    E = cast<Expr>(All.Parts[0].S);
  }
}

/// Evaluates the parts of \p S, which nothing is known of but these.
void HostEffects::parts(const Stmt *S) {
  Evaluation All = evaluationOf(S);
  if (!All.Known)
    return unknown(S);
  for (const EvaluatedPart &P : All.Parts)
    part(P);
}

void HostEffects::part(const EvaluatedPart &P) {
  const auto *E = dyn_cast<Expr>(P.S);
  bool Saved =
      std::exchange(InCondition, InCondition || P.Often != Times::Once);
  if (P.Often == Times::Never) {
    // Evaluated elsewhere.
  } else if (!E) {
    statement(P.S);
  } else {
    switch (P.How) {
    case Use::Discard:
      evaluate(E);
      break;
    case Use::Same: // `designates` and `pointees` look through these
    case Use::Part:
    case Use::Point:
    case Use::Address:
      operand(E);
      break;
    case Use::Read:
      E->isGLValue() ? object(E, Read) : value(E);
      break;
    case Use::Write:
      object(E, Write);
      break;
    case Use::Update:
      object(E, Update);
      break;
    case Use::Value:
    case Use::Bind:
    case Use::Give:
    case Use::Return:
    case Use::Unknown:
      value(E);
      break;
    }
  }
  InCondition = Saved;
}

void HostEffects::values(const Stmt *S) {
  for (const Stmt *Child : S->children())
    if (const auto *E = dyn_cast_or_null<Expr>(Child))
      value(E);
    else if (Child)
      statement(Child);
}

void HostEffects::valueSometimes(const Expr *E) {
  bool Saved = std::exchange(InCondition, true);
  if (E)
    value(E);
  InCondition = Saved;
}

void HostEffects::value(const Expr *E) {
  E = unwrapped(E);
  if (E->isGLValue()) {
    escape(designates(E), "a reference to it is kept");
    return object(E, Update);
  }
  if (E->getType()->isPointerType())
    escape(pointees(E), "a pointer to it is kept");
  else if (const auto *Call = dyn_cast<CallExpr>(E);
           Call && !E->getType()->isScalarType() && !E->getType()->isVoidType())
    escape(resultRoots(Call), "a function may keep a pointer to it");
  evaluate(E);
}

/// Evaluates \p E, whose object or pointees the caller looks at.
void HostEffects::operand(const Expr *E) {
  if (E->isGLValue())
    return object(E, Nothing);
  E->getType()->isPointerType() ? evaluate(E) : value(E);
}

/// Evaluates the glvalue \p E and does \p Effect to the object.
void HostEffects::object(const Expr *E, const MemoryEffect &Effect) {
  E = unwrapped(E)->IgnoreParens();
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
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    if (std::optional<SharedVarId> Id = C.held(Member->getMemberDecl()))
      obstruct(*Id, "it has its address taken");
  evaluate(E);
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

void HostEffects::evaluate(const Expr *E) {
  E = unwrapped(E)->IgnoreParens();
  if (!ownExpression(E))
    parts(E);
}

/// Evaluates \p E if more is known of it than how its parts are used.
bool HostEffects::ownExpression(const Expr *E) {
  if (const auto *Call = dyn_cast<CallExpr>(E))
    call(Call);
  else if (const auto *Cast = dyn_cast<CastExpr>(E))
    cast(Cast);
  else if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    binary(Binary);
  else if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    unary(Unary);
  else if (const auto *Pick = dyn_cast<AbstractConditionalOperator>(E))
    choice(Pick);
  else if (const auto *Make = dyn_cast<CXXConstructExpr>(E))
    construct(Make);
  else if (const auto *Make = dyn_cast<CXXInheritedCtorInitExpr>(E))
    inherited(Make);
  else if (const auto *New = dyn_cast<CXXNewExpr>(E))
    allocate(New);
  else if (const auto *Delete = dyn_cast<CXXDeleteExpr>(E))
    destroy(Delete);
  else if (const auto *Lambda = dyn_cast<LambdaExpr>(E))
    lambda(Lambda);
  else if (const auto *Block = dyn_cast<StmtExpr>(E))
    block(Block);
  else if (const auto *Copy = dyn_cast<ArrayInitLoopExpr>(E)) {
    operand(Copy->getCommonExpr()->getSourceExpr());
    valueSometimes(Copy->getSubExpr());     // element by element
  } else if (isa<AtomicExpr, VAArgExpr>(E)) // no more than with what they get
    values(E);
  else
    return false;
  return true;
}

void HostEffects::cast(const CastExpr *E) {
  const Expr *From = E->getSubExpr();
  bool Points = From->getType()->isPointerType();
  switch (E->getCastKind()) {
  case CK_ToVoid:
    return evaluate(From);
  case CK_LValueToRValue:
    return E->getType()->isPointerType()
               ? readPointer(From)
               : object(From, isAssignment(From) ? Nothing : Read);
  case CK_LValueToRValueBitCast:
    return object(From, Read);
  case CK_PointerToBoolean:
    return evaluate(From);
  default: // what it leads to is the same, or nobody follows it
    if (From->isGLValue() || (Points && E->getType()->isPointerType()))
      return operand(From);
    return value(From);
  }
}

/// Reads the pointer \p From, whose pointees are the caller's.
void HostEffects::readPointer(const Expr *From) {
  From = unwrapped(From)->IgnoreParens();
  if (const auto *Member = dyn_cast<MemberExpr>(From);
      Member && C.held(Member->getMemberDecl()))
    return operand(Member->getBase());
  if (pointees(From).empty())
    object(From, Read);
  else if (!isa<DeclRefExpr>(From))
    evaluate(From);
}

void HostEffects::choice(const AbstractConditionalOperator *E) {
  if (const auto *Same = dyn_cast<BinaryConditionalOperator>(E))
    operand(Same->getCommon());
  value(E->getCond());
  bool Saved = std::exchange(InCondition, true);
  for (const Expr *Arm : {E->getTrueExpr(), E->getFalseExpr()})
    operand(Arm);
  InCondition = Saved;
}

/// Evaluates what the body of \p E does with what it captures.
void HostEffects::lambda(const LambdaExpr *E) {
  for (auto [Capture, Init] :
       llvm::zip_equal(E->captures(), E->capture_inits())) {
    const auto *V = Capture.capturesVariable()
                        ? dyn_cast<VarDecl>(Capture.getCapturedVar())
                        : nullptr;
    if (!Capture.capturesVariable())
      continue;
    if (auto Id = C.held(Capture.getCapturedVar()))
      obstruct(*Id, "a lambda uses it");
    if (V && V->isInitCapture())
      value(V->getInit());
    else if (Init && Capture.getCaptureKind() == LCK_ByCopy &&
             !Init->getType()->isScalarType())
      value(Init);
  }
  llvm::StringRef Outer = std::exchange(Unfollowed, "a lambda uses it");
  bool OuterNamed = std::exchange(NamedElsewhere, isFunctionHere(C, E));
  statement(E->getBody());
  Unfollowed = Outer;
  NamedElsewhere = OuterNamed;
}

/// Statements with a value, that of the last.
void HostEffects::block(const StmtExpr *E) {
  const CompoundStmt *Body = E->getSubStmt();
  for (const Stmt *S : Body->body())
    if (const auto *Result = dyn_cast<Expr>(S);
        Result && S == Body->body_back())
      operand(Result);
    else if (const auto *Inner = dyn_cast<ValueStmt>(S);
             Inner && S == Body->body_back() && Inner->getExprStmt())
      value(Inner->getExprStmt()); // behind a label or an attribute
    else
      statement(S);
}

void HostEffects::allocate(const CXXNewExpr *E) {
  if (E->getArraySize() && *E->getArraySize())
    value(*E->getArraySize());
  for (const Expr *Argument : E->placement_arguments())
    value(Argument);
  noteAllocation(E);
  if (!E->getInitializer())
    return;
  bool Saved = std::exchange(InCondition, InCondition || E->isArray());
  value(E->getInitializer());
  InCondition = Saved;
}

/// Destructors are functions that may be called unseen.
void HostEffects::destroy(const CXXDeleteExpr *E) {
  noteAllocation(E);
  release(E->getArgument());
}

void HostEffects::binary(const BinaryOperator *E) {
  const Expr *L = E->getLHS(), *R = E->getRHS();
  if (E->isAssignmentOp()) {
    if (changesPointer(L, E))
      return;
    const auto *V = dyn_cast_or_null<VarDecl>(declarationOf(L->IgnoreParens()));
    bool Follows = V && isFollowed(V) && V->getType()->isPointerType();
    Follows && E->getOpcode() == BO_Assign ? evaluate(R) : value(R);
    if (!Follows)
      object(L, E->getOpcode() == BO_Assign ? Write : Update);
    return;
  }
  if (E->getOpcode() == BO_Comma) {
    evaluate(L);
    return operand(R);
  }
  if (E->isPtrMemOp()) {
    operand(L);
    return value(R);
  }
  // Comparisons and differences keep no pointer.
  bool Saved = InCondition;
  for (const Expr *Side : {L, R}) {
    Side->getType()->isPointerType() ? operand(Side) : value(Side);
    InCondition |= E->isLogicalOp();
  }
  InCondition = Saved;
}

void HostEffects::unary(const UnaryOperator *E) {
  const Expr *Sub = E->getSubExpr();
  if (E->getOpcode() == UO_Coawait)
    return unknown(E);
  if (!E->isIncrementDecrementOp())
    return operand(Sub);
  const ValueDecl *V = declarationOf(Sub->IgnoreParens());
  if (std::optional<SharedVarId> Id = C.held(V))
    return obstruct(*Id, "the pointer is moved");
  if (!(V && isFollowed(V) && V->getType()->isPointerType()))
    object(Sub, Update);
}

} // namespace tessera
