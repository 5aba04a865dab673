//===- ExpressionBuilder.cpp - What expressions do with memory ------------===//
//
// Each class of expression that is understood has its case. All others refuse
// the kernel: they may read and write whatever they reach.
//
//===----------------------------------------------------------------------===//
#include "kernel/KernelBuilder.h"
#include "kernel/UnknownParts.h"
#include "kernel/calls/CalleeFacts.h"
#include "kernel/calls/GroupCalls.h"
#include "kernel/text/UsersText.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace tessera {

//===----------------------------------------------------------------------===//
// Parts of elements
//===----------------------------------------------------------------------===//

using Bytes = std::pair<unsigned, unsigned>;

/// The bytes of what \p Member is a member of, if of the member the bytes
/// \p Part are accessed.
static Bytes partOf(const ASTContext &AST, const MemberExpr *Member,
                    Bytes Part) {
  const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
  if (!Field || Field->isBitField() || Field->getType()->isReferenceType() ||
      Field->getType()->isDependentType())
    return {};
  const Expr *Base = Member->getBase()->IgnoreParens();
  if (!Member->isArrow() && !isa<ArraySubscriptExpr, MemberExpr, DeclRefExpr,
                                 UnaryOperator, CastExpr>(Base))
    return {};
  auto [First, End] = Part;
  if (End == 0)
    End = AST.getTypeSizeInChars(Field->getType()).getQuantity();
  unsigned Offset = AST.getFieldOffset(Field) / AST.getCharWidth();
  return {Offset + First, Offset + End};
}

/// The bytes of what the cast \p E makes another lvalue of, if of that the
/// bytes \p Part are accessed: none if it is all of it. Nothing if they are not
/// known, or are not all inside.
static std::optional<Bytes> partOf(const ASTContext &AST, const CastExpr *E,
                                   Bytes Part) {
  const QualType From = E->getSubExpr()->getType(), To = E->getType();
  if (From->isDependentType() || To->isDependentType() ||
      From->isIncompleteType() || To->isIncompleteType())
    return std::nullopt;
  const unsigned Size = AST.getTypeSizeInChars(To).getQuantity(),
                 All = AST.getTypeSizeInChars(From).getQuantity();
  auto [First, End] = Part;
  if (End == 0)
    End = Size;
  switch (E->getCastKind()) {
  case CK_NoOp:
    return Part;
  case CK_LValueBitCast:
    break;
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase: {
    const CXXRecordDecl *Class = From->getAsCXXRecordDecl();
    for (const CXXBaseSpecifier *Base : E->path()) {
      const CXXRecordDecl *Of = Base->getType()->getAsCXXRecordDecl();
      if (!Class || !Of || Base->isVirtual())
        return std::nullopt;
      const unsigned Offset =
          AST.getASTRecordLayout(Class).getBaseClassOffset(Of).getQuantity();
      First += Offset;
      End += Offset;
      Class = Of;
    }
    break;
  }
  default:
    return std::nullopt;
  }
  if (End > All)
    return std::nullopt;
  return First == 0 && End == All ? Bytes{} : Bytes{First, End};
}

//===----------------------------------------------------------------------===//
// Kinds of expressions
//===----------------------------------------------------------------------===//

/// What becomes of \p E where nothing tells: a place may be read and written.
static KernelParts::Mode unseenUse(const Stmt *Of, const Expr *E) {
  const bool IsStatement = !isa<Expr, DeclStmt, ReturnStmt, AsmStmt>(Of);
  return E->isGLValue() && !IsStatement ? KernelParts::Mode::Address
                                        : KernelParts::Mode::Read;
}

void KernelBuilder::children(const Stmt *S) {
  if (!S)
    return;
  for (const Stmt *Child : S->children()) {
    if (const auto *E = dyn_cast_or_null<Expr>(Child))
      expression(E, unseenUse(S, E));
    else
      children(Child);
  }
}

void KernelBuilder::unknown(const Expr *E) {
  unsupported(E->getBeginLoc(),
              "it has an expression that is not followed: " + nameOfKind(E));
  children(E);
}

void KernelBuilder::unwritten(const Expr *E, Mode M) {
  auto SavedHoles = std::exchange(Holes, {});
  auto SavedExpansions = std::exchange(Expansions, {});
  expression(E, M);
  placeExpansions(std::nullopt);
  auto Inside = std::exchange(Holes, std::move(SavedHoles));
  Expansions = std::move(SavedExpansions);
  for (const Hole &H : Inside)
    if (H.P.hasParts() || H.P.K == Piece::Kind::Scalar ||
        H.P.K == Piece::Kind::Builtin)
      hide(H.P);
}

void KernelBuilder::escape(ArrayId Array, const Expr *E) {
  AccessInfo A;
  A.K = AccessInfo::Kind::AddressTaken;
  A.Array = Array;
  A.Loops = Loops;
  A.Guards = Guards;
  A.Conditional = Conditional;
  if (std::optional<SourceRange> Range = C.parsedRange(E->getSourceRange()))
    A.Source = C.toUser(*Range);
  A.Order = nextOrder();
  K.Accesses.push_back(std::move(A));
}

void KernelBuilder::compared(const Expr *E) {
  const size_t Before = K.Accesses.size();
  expression(E, Mode::Read);
  if (E->getType()->isPointerType() && pointer(E) && K.Accesses.size() > Before)
    K.Accesses.back().OnlyCompared =
        K.Accesses.back().K == AccessInfo::Kind::AddressTaken;
}

UnknownPart KernelBuilder::whyOpaque(const Condition &When,
                                     const Expr *Test) const {
  return When.isOpaque() ? unknownPartOf(C, Test, Scope, Mutated)
                         : UnknownPart{};
}

void KernelBuilder::guarded(const Expr *Test, bool Negated, const Expr *E,
                            Mode M) {
  size_t Accesses = K.Accesses.size(), Guarded = K.Guards.size(),
         Tests = K.MustNotBeNegative.size();
  Condition When = Scope.condition(Test);
  bool Known = !When.isOpaque();
  bool Saved = std::exchange(Conditional, Conditional || !Known);
  UnknownPart Outer = std::exchange(
      ConditionalBy, Known ? ConditionalBy : whyOpaque(When, Test));
  unsigned Before =
      std::exchange(Waits, Known ? Waits : std::max(Waits, waitsBehind(Test)));
  if (Known) {
    Guards.push_back({{unsigned(Guarded)}, Negated});
    K.Guards.push_back({When, C.place(Test->getBeginLoc()), 0, {}});
  }
  expression(E, M);
  Conditional = Saved;
  ConditionalBy = std::move(Outer);
  Waits = Before;
  if (Known)
    Guards.pop_back();
  if (K.Accesses.size() > Accesses)
    return;
  K.Guards.resize(Guarded); // nobody needs them
  K.MustNotBeNegative.resize(Tests);
}

void KernelBuilder::cast(const CastExpr *E, Mode M) {
  const Expr *Of = E->getSubExpr();
  if (E->isPRValue()) {
    const bool Decays = E->getCastKind() == CK_ArrayToPointerDecay;
    if (Decays || E->getType()->isPointerType())
      if (std::optional<Pointer> P = pointer(E)) {
        // A pointer as a value: handed on to something we do not see.
        visitSubscripts(E);
        return escape(P->Array, E);
      }
    if (E->getCastKind() == CK_PointerToBoolean)
      return compared(Of);
    return expression(Of, Decays ? Mode::Address : Mode::Read);
  }
  const size_t Before = K.Accesses.size();
  std::optional<Bytes> Bytes = partOf(C.AST, E, Part);
  if (!Bytes) {
    // A call, or nothing of an array.
    llvm::SaveAndRestore Inside(Part, {});
    llvm::SaveAndRestore Sets(Overwrites, false);
    expression(Of, Mode::Address);
  } else if (Bytes->second == 0 && Part.second == 0) {
    expression(Of, M);
  } else { // the rest keeps its value
    llvm::SaveAndRestore Inside(Part, *Bytes);
    llvm::SaveAndRestore Sets(Overwrites, Bytes->second > 0 &&
                                              (Overwrites || M == Mode::Write));
    expression(Of, M == Mode::Write ? Mode::Update : M);
  }
  if (E->getType().isVolatileQualified())
    for (AccessInfo &A : llvm::drop_begin(K.Accesses, Before))
      K.Arrays[A.Array.Index].Volatile = true;
}

void KernelBuilder::unary(const UnaryOperator *E, Mode M) {
  switch (E->getOpcode()) {
  case UO_Deref:
    return access(E, M);
  case UO_AddrOf:
    return expression(E->getSubExpr(), Mode::Address);
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec: {
    size_t Before = K.Accesses.size();
    expression(E->getSubExpr(), Mode::Update);
    if (K.Accesses.size() > Before)
      K.Accesses.back().Value.Accumulates = true;
    return afterChange(E, Before, M);
  }
  case UO_Real:
  case UO_Imag: // of an lvalue: a part
    return expression(E->getSubExpr(),
                      E->isGLValue() && M == Mode::Write ? Mode::Update : M);
  case UO_Extension:
    return expression(E->getSubExpr(), M);
  case UO_Plus:
  case UO_Minus:
  case UO_Not:
  case UO_LNot:
    return expression(E->getSubExpr(), Mode::Read);
  case UO_Coawait:
    return unknown(E);
  }
}

/// What \p E, which has changed an element, names may be used once more: the
/// reads and writes behind it find what it has written. Not so its address.
void KernelBuilder::afterChange(const Expr *E, size_t Before, Mode M) {
  if (M == Mode::Address && K.Accesses.size() > Before)
    unsupported(E->getBeginLoc(), "it hands on what an assignment names");
}

void KernelBuilder::binary(const BinaryOperator *E, Mode M) {
  const Expr *Left = E->getLHS(), *Right = E->getRHS();
  if (E->isAssignmentOp()) {
    size_t Before = K.Accesses.size();
    expression(Left, E->getOpcode() == BO_Assign ? Mode::Write : Mode::Update);
    size_t After = K.Accesses.size();
    expression(Right, Mode::Read);
    if (After > Before)
      describeStored(E, K.Accesses[After - 1].Value);
    return afterChange(E, Before, M);
  }
  if (E->getOpcode() == BO_Comma) {
    expression(Left, Mode::Read);
    return expression(Right, M);
  }
  if (E->isPtrMemOp())
    return memberBy(E, M);
  if (E->isComparisonOp()) {
    compared(Left);
    return compared(Right);
  }
  expression(Left, Mode::Read);
  if (E->isLogicalOp())
    return guarded(Left, E->getOpcode() == BO_LOr, Right, Mode::Read);
  expression(Right, Mode::Read);
}

/// `x[i].*p` and `q->*p`: which member that is, nobody knows.
void KernelBuilder::memberBy(const BinaryOperator *E, Mode M) {
  if (E->isPRValue()) // a function to be called
    M = Mode::Address;
  if (M == Mode::Write)
    M = Mode::Update;
  expression(E->getRHS(), Mode::Read);
  llvm::SaveAndRestore Inside(Part, {});
  llvm::SaveAndRestore Sets(Overwrites, false);
  if (E->getOpcode() == BO_PtrMemD)
    return expression(E->getLHS(), M);
  if (!pointer(E->getLHS())) {
    unsupported(E->getBeginLoc(), "it uses a pointer that is not followed");
    return children(E);
  }
  access(E->getLHS(), M, E);
  K.Accesses.back().Replaceable = false;
}

/// Whether the pointer \p E is to a private object of the thread's.
bool KernelBuilder::pointsToPrivate(const Expr *E) const {
  E = E->IgnoreParenCasts();
  if (isa<CXXThisExpr>(E))
    return true; // what it is for is looked at where it is called
  if (const auto *Use = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Use->getDecl());
    return V && V->isLocalVarDecl() && V->getType()->isPointerType() &&
           V->getInit() && !Mutated.count(V) && pointsToPrivate(V->getInit());
  }
  const auto *Address = dyn_cast<UnaryOperator>(E);
  const auto *Use =
      Address && Address->getOpcode() == UO_AddrOf
          ? dyn_cast<DeclRefExpr>(Address->getSubExpr()->IgnoreParens())
          : nullptr;
  const auto *V = Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
  return V && !namesMemory(V) && !V->getType()->isReferenceType();
}

/// Whether \p E is a member of an element of an array that a reference or a
/// pointer stands for: an access, and not only text.
bool KernelBuilder::isOfElement(const MemberExpr *E) const {
  const Expr *Base = E;
  while (true) {
    Base = Base->IgnoreParenImpCasts();
    if (const auto *Member = dyn_cast<MemberExpr>(Base))
      Base = Member->getBase();
    else if (const auto *Unary = dyn_cast<UnaryOperator>(Base))
      Base = Unary->getSubExpr();
    else
      break;
  }
  const auto *Use = dyn_cast<DeclRefExpr>(Base);
  const auto *V = Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
  return V && (References.count(V) || Aliases.count(V));
}

void KernelBuilder::memberOf(const MemberExpr *E, Mode M) {
  if (!isOfElement(E) && fillIn(E))
    return;
  const Expr *Base = E->getBase();
  if (const auto *V = dyn_cast<VarDecl>(E->getMemberDecl())) { // static
    if (namesMemory(V))
      unsupported(E->getBeginLoc(), "it uses a static member of an object");
    return expression(Base, Mode::Read);
  }
  if (const auto *Field = dyn_cast<FieldDecl>(E->getMemberDecl());
      Field && Field->getType()->isReferenceType())
    unsupported(E->getBeginLoc(), "it uses a reference that is not followed");
  llvm::SaveAndRestore Inside(Part, partOf(C.AST, E, Part));
  llvm::SaveAndRestore Sets(Overwrites, Part.second > 0 &&
                                            (Overwrites || M == Mode::Write));
  // The other members keep their values.
  const Mode Whole = M == Mode::Write ? Mode::Update : M;
  if (!E->isArrow())
    return expression(Base, Whole);
  if (pointer(Base))
    return access(Base->IgnoreImpCasts(), Whole, E);
  if (!pointsToPrivate(Base))
    unsupported(E->getBeginLoc(), "it uses a pointer that is not followed");
  expression(Base, Mode::Read);
}

void KernelBuilder::construct(const CXXConstructExpr *E) {
  const CXXConstructorDecl *Made = E->getConstructor();
  const bool Copies = Made->isTrivial() && Made->isCopyOrMoveConstructor();
  if (isOfGroup(Made) && !Made->isTrivial())
    K.AsksGroups = true;
  else if (!Made->isTrivial() && !isPureFunction(C.SM, Made))
    refuse(DiagKind::OpaqueCall, E->getBeginLoc(), {Made->getNameAsString()});
  for (const Expr *Argument : E->arguments())
    expression(Argument, Copies ? Mode::Read : unseenUse(E, Argument));
}

/// An object of \p Type ends: its destructor runs.
void KernelBuilder::destroyed(QualType Type, clang::SourceLocation Loc) {
  const CXXRecordDecl *Class =
      Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition() || Class->hasTrivialDestructor())
    return;
  const CXXDestructorDecl *Ends = Class->getDestructor();
  if (!Ends || !isPureFunction(C.SM, Ends))
    refuse(DiagKind::OpaqueCall, Loc, {"~" + Class->getNameAsString()});
}

/// What is evaluated where the lambda \p E is made.
void KernelBuilder::captures(const LambdaExpr *E) {
  for (const LambdaCapture &Capture : E->captures())
    if (E->isInitCapture(&Capture)) {
      const auto *V = cast<VarDecl>(Capture.getCapturedVar());
      unwritten(V->getInit(),
                V->getType()->isReferenceType() ? Mode::Address : Mode::Read);
    }
}

void KernelBuilder::expression(const Expr *E, Mode M) {
  if (!E)
    return;
  noteSize(E);
  E = E->IgnoreParens();
  Counter.count(E, Loops, K.Work);
  if (std::optional<std::string> Symbol = builtinSymbol(E);
      Symbol && !isa<CastExpr>(E)) {
    addHole(E->getSourceRange(), {Piece::Kind::Builtin, *Symbol, 0, {}});
    return;
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return cast(Cast, M);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return call(Call, M);
  if (const auto *Make = dyn_cast<CXXConstructExpr>(E))
    return construct(Make);
  switch (E->getStmtClass()) {
  case Stmt::ArraySubscriptExprClass:
    return access(E, M);
  case Stmt::DeclRefExprClass:
    return use(cast<DeclRefExpr>(E), M);
  case Stmt::MemberExprClass:
    return memberOf(cast<MemberExpr>(E), M);
  case Stmt::UnaryOperatorClass:
    return unary(cast<UnaryOperator>(E), M);
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass:
    return binary(cast<BinaryOperator>(E), M);
  case Stmt::ConditionalOperatorClass: {
    const auto *Pick = cast<ConditionalOperator>(E);
    expression(Pick->getCond(), Mode::Read);
    guarded(Pick->getCond(), /*Negated=*/false, Pick->getTrueExpr(), M);
    return guarded(Pick->getCond(), /*Negated=*/true, Pick->getFalseExpr(), M);
  }
  case Stmt::BinaryConditionalOperatorClass: { // `a ?: b`
    const auto *Pick = cast<BinaryConditionalOperator>(E);
    expression(Pick->getCommon(), Mode::Read);
    if (M != Mode::Read)
      guarded(Pick->getCommon(), /*Negated=*/false, Pick->getCommon(), M);
    return guarded(Pick->getCommon(), /*Negated=*/true, Pick->getFalseExpr(),
                   M);
  }
  // What is evaluated elsewhere, or never.
  case Stmt::OpaqueValueExprClass:
  case Stmt::CXXThisExprClass:
  case Stmt::UnaryExprOrTypeTraitExprClass:
  case Stmt::OffsetOfExprClass:
  case Stmt::CXXNoexceptExprClass:
  case Stmt::RequiresExprClass:
  case Stmt::ConceptSpecializationExprClass:
  case Stmt::TypeTraitExprClass:
  case Stmt::ArrayTypeTraitExprClass:
  case Stmt::ExpressionTraitExprClass:
  case Stmt::SizeOfPackExprClass:
  // Constants.
  case Stmt::IntegerLiteralClass:
  case Stmt::FloatingLiteralClass:
  case Stmt::CharacterLiteralClass:
  case Stmt::StringLiteralClass:
  case Stmt::ImaginaryLiteralClass:
  case Stmt::FixedPointLiteralClass:
  case Stmt::PredefinedExprClass:
  case Stmt::SourceLocExprClass:
  case Stmt::CXXBoolLiteralExprClass:
  case Stmt::CXXNullPtrLiteralExprClass:
  case Stmt::GNUNullExprClass:
  case Stmt::CXXScalarValueInitExprClass:
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::NoInitExprClass:
    return;
  // What stands for another expression.
  case Stmt::ConstantExprClass:
  case Stmt::ExprWithCleanupsClass:
    return expression(cast<FullExpr>(E)->getSubExpr(), M);
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return expression(cast<SubstNonTypeTemplateParmExpr>(E)->getReplacement(),
                      M);
  case Stmt::PackIndexingExprClass:
    return expression(cast<PackIndexingExpr>(E)->getSelectedExpr(), M);
  case Stmt::CXXRewrittenBinaryOperatorClass:
    return expression(cast<CXXRewrittenBinaryOperator>(E)->getSemanticForm(),
                      M);
  case Stmt::CXXDefaultArgExprClass:
    return unwritten(cast<CXXDefaultArgExpr>(E)->getExpr(), M);
  case Stmt::CXXDefaultInitExprClass:
    return unwritten(cast<CXXDefaultInitExpr>(E)->getExpr(), M);
  case Stmt::MaterializeTemporaryExprClass:
    return expression(cast<MaterializeTemporaryExpr>(E)->getSubExpr(),
                      Mode::Read);
  case Stmt::CXXBindTemporaryExprClass:
    destroyed(E->getType(), E->getBeginLoc());
    return expression(cast<CXXBindTemporaryExpr>(E)->getSubExpr(), M);
  // Lists of values; a member that is a reference gets a place.
  case Stmt::InitListExprClass:
  case Stmt::CXXParenListInitExprClass:
  case Stmt::CompoundLiteralExprClass:
  case Stmt::CXXStdInitializerListExprClass:
    return children(E);
  default:
    return unknown(E);
  }
}

} // namespace tessera
