//===- ReadExpr.cpp - Expressions of Clang's as ours ----------------------===//
#include "kernel/calls/CalleeFacts.h"
#include "kernel/calls/GroupCalls.h"
#include "reading/Reader.h"
#include "source/TypeText.h"

using namespace clang;

namespace tessera {

using ir::ExprPtr;
using ir::Precedence;
using Op = ir::Expr::Op;

ir::TypePtr KernelReader::type(QualType T) {
  using Kind = ir::Type::Kind;
  T = T.getCanonicalType().getUnqualifiedType();
  if (T->isDependentType() || T->isIncompleteType())
    return K.Of->get({T->isVoidType() ? Kind::Void : Kind::Unknown});
  const uint64_t Bytes = C.AST.getTypeSizeInChars(T).getQuantity();
  if (T->isBooleanType())
    return K.Of->get({Kind::Bool, Bytes});
  if (T->isIntegralOrEnumerationType())
    return K.Of->get({Kind::Int, Bytes, T->isSignedIntegerOrEnumerationType()});
  if (T->isRealFloatingType())
    return K.Of->get({Kind::Float, Bytes, true});
  if (T->isPointerType()) {
    const QualType To = T->getPointeeType();
    return K.Of->get({Kind::Pointer, Bytes, false, To.isConstQualified(),
                      To.isVolatileQualified(), type(To)});
  }
  return K.Of->get(T->isRecordType() ? record(T)
                                     : ir::Type{Kind::Unknown, Bytes});
}

std::shared_ptr<ir::Expr> KernelReader::node(Op O, const Expr *E) {
  auto Result = std::make_shared<ir::Expr>();
  Result->O = O;
  Result->Ty = type(E->getType());
  return Result;
}

//===----------------------------------------------------------------------===//
// The user's bytes
//===----------------------------------------------------------------------===//

/// How the text of \p E, without parentheses around, holds together.
static Precedence bindingOf(const Expr *E) {
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return ir::precedenceOf(Binary->getOpcodeStr());
  if (isa<AbstractConditionalOperator>(E))
    return Precedence::Conditional;
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->isPostfix() ? Precedence::Postfix : Precedence::Unary;
  if (isa<CStyleCastExpr, UnaryExprOrTypeTraitExpr>(E))
    return Precedence::Unary;
  if (builtinSymbol(E))
    return Precedence::Postfix;
  if (isa<DeclRefExpr, IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr,
          CharacterLiteral>(E))
    return Precedence::Primary;
  if (isa<CallExpr, MemberExpr, ArraySubscriptExpr, CXXNamedCastExpr,
          CXXFunctionalCastExpr>(E) &&
      !isa<CXXOperatorCallExpr>(E))
    return Precedence::Postfix;
  return Precedence::Comma;
}

/// What may stand in the place of the operand \p I of \p E as it is.
static Precedence roomFor(const Expr *E, unsigned I) {
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    const Precedence Own = ir::precedenceOf(Binary->getOpcodeStr());
    if (Own == Precedence::Assign)
      return I == 0 ? Precedence::Unary : Own;
    return I == 0 ? Own : above(Own);
  }
  if (isa<ConditionalOperator>(E))
    return I == 0   ? above(Precedence::Conditional)
           : I == 1 ? Precedence::Assign
                    : Precedence::Conditional;
  if (isa<UnaryOperator, CStyleCastExpr>(E))
    return Precedence::Unary;
  if (isa<ArraySubscriptExpr>(E))
    return I == 1 ? Precedence::Comma : Precedence::Postfix;
  if (isa<CXXNamedCastExpr>(E))
    return Precedence::Comma;
  if (isa<CXXFunctionalCastExpr, InitListExpr, CXXConstructExpr>(E) ||
      (isa<CallExpr>(E) && !isa<CXXOperatorCallExpr>(E)))
    return Precedence::Assign;
  return Precedence::Primary;
}

/// The bytes of \p E, not inside of a macro's body.
static std::optional<SourceRange> bytesOf(const FrontendContext &C,
                                          const Expr *E) {
  const clang::SourceRange Range = E->getSourceRange();
  std::optional<SourceRange> Exact = C.exactRange(Range);
  return Exact && Exact->size() > 0 ? Exact : std::nullopt;
}

/// \p E in Clang's words, where no bytes of the file are its own.
static std::string printed(const FrontendContext &C, const Expr *E) {
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  E->printPretty(OS, nullptr, C.AST.getPrintingPolicy());
  return Result;
}

void KernelReader::spell(ir::Expr &Into, const Expr *E) {
  std::optional<SourceRange> Range = bytesOf(C, E);
  if (!Range)
    return;
  const bool InMacro = E->getBeginLoc().isMacroID() &&
                       E->getEndLoc().isMacroID() &&
                       C.SM.getExpansionRange(E->getBeginLoc()).getAsRange() ==
                           C.SM.getExpansionRange(E->getEndLoc()).getAsRange();
  std::vector<std::pair<SourceRange, unsigned>> Holes;
  for (unsigned I = 0; I != Into.Args.size() && !InMacro; ++I)
    if (const ir::Expr &Arg = shown(*Into.Args[I]); !Arg.Text.empty())
      Holes.push_back({Arg.Text.range(), I});
  llvm::sort(Holes);
  unsigned At = Range->Begin;
  for (const auto &[Hole, I] : Holes) {
    if (Hole.Begin < At || Hole.End > Range->End)
      continue; // a default argument, say
    if (Hole.Begin > At)
      Into.Text.Parts.push_back({{At, Hole.Begin}});
    Into.Text.Parts.push_back({Hole, int(I), roomFor(E, I)});
    At = Hole.End;
  }
  if (At < Range->End)
    Into.Text.Parts.push_back({{At, Range->End}});
  Into.Binding = InMacro ? Precedence::Comma : bindingOf(E);
}

void KernelReader::close(ir::Expr &Into, const ParenExpr *E) {
  std::optional<SourceRange> Range = bytesOf(C, E);
  if (Into.is(Op::Cast) && Into.Implicit) {
    // The parentheses are around what it converts.
    auto Inner = std::make_shared<ir::Expr>(*Into.Args[0]);
    close(*Inner, E);
    Into.Args[0] = Inner;
    return;
  }
  if (Into.Text.empty() || !Range || E->getBeginLoc().isMacroID()) {
    Into.Text = {};
    return;
  }
  const SourceRange Inner = Into.Text.range();
  std::vector<ir::Spelling::Part> &Parts = Into.Text.Parts;
  Parts.insert(Parts.begin(), ir::Spelling::Part{{Range->Begin, Inner.Begin}});
  Parts.push_back({{Inner.End, Range->End}});
  Into.Inside = Into.Binding;
  Into.Binding = Precedence::Primary;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

void KernelReader::escape(const Stmt *S) {
  if (!S)
    return;
  if (const auto *Use = dyn_cast<DeclRefExpr>(S)) {
    const auto *Part = dyn_cast<BindingDecl>(Use->getDecl());
    const ValueDecl *Of = Part ? Part->getDecomposedDecl() : Use->getDecl();
    if (std::optional<ir::VarId> V = scalarOf(Of))
      K.Scalars[*V].Escapes = true;
    if (std::optional<ir::VarId> V = otherOf(Of))
      K.Others[*V].Escapes = true;
    return;
  }
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S)) {
    for (const LambdaCapture &Capture : Lambda->captures())
      if (Capture.capturesVariable()) {
        const ValueDecl *Of = Capture.getCapturedVar();
        if (std::optional<ir::VarId> V = scalarOf(Of))
          K.Scalars[*V].Escapes = true;
        if (std::optional<ir::VarId> V = otherOf(Of))
          K.Others[*V].Escapes = true;
      }
    escape(Lambda->getBody());
  }
  for (const Stmt *Child : S->children())
    escape(Child);
}

std::shared_ptr<ir::Expr> KernelReader::opaque(const Expr *E) {
  auto Result = node(Op::Opaque, E);
  if (isa<InitListExpr, CXXConstructExpr, MaterializeTemporaryExpr,
          ExprWithCleanups, CXXBindTemporaryExpr>(E) ||
      isa<CXXOperatorCallExpr>(E)) {
    for (const Stmt *Child : E->children())
      if (const auto *Each = dyn_cast_or_null<Expr>(Child))
        Result->Args.push_back(operand(Each));
  } else {
    escape(E);
  }
  return Result;
}

/// An operand that is evaluated, or a place that is handed on.
ExprPtr KernelReader::operand(const Expr *E) {
  if (E->isGLValue())
    escape(E);
  return expr(E);
}

/// What is assigned to, read, or has an element taken of it.
std::shared_ptr<ir::Expr> KernelReader::name(const DeclRefExpr *E) {
  if (std::optional<ir::VarId> V = scalarOf(E->getDecl())) {
    auto Result = node(Op::Scalar, E);
    Result->Scalar = *V;
    return Result;
  }
  if (const auto *Part = dyn_cast<BindingDecl>(E->getDecl()))
    return binding(E, Part);
  auto Result = node(Op::Name, E);
  Result->Word = printed(C, E);
  if (std::optional<ir::VarId> Other = otherOf(E->getDecl())) {
    Result->Scalar = *Other;
    Result->IsLocal = true;
  }
  nameFar(E->getDecl(), *Result);
  const auto *V = dyn_cast<VarDecl>(E->getDecl());
  Result->Pure = !V || V->getType()->isArrayType() ||
                 (V->isUsableInConstantExpressions(C.AST) &&
                  !V->getType()->isReferenceType());
  return Result;
}

/// \p Read, the value of \p E: a number by its name, if it always is that.
std::shared_ptr<ir::Expr>
KernelReader::constant(const Expr *E, std::shared_ptr<ir::Expr> Read) const {
  if (Read->O != Op::Name || !E->getType()->isIntegralOrEnumerationType() ||
      E->isValueDependent())
    return Read;
  std::optional<llvm::APSInt> Value = E->getIntegerConstantExpr(C.AST);
  if (!Value || !Value->isRepresentableByInt64())
    return Read;
  Read->O = Op::Number;
  Read->Value = Value->getExtValue();
  Read->Word.clear();
  Read->Pure = true;
  return Read;
}

std::shared_ptr<ir::Expr> KernelReader::cast(const CastExpr *E) {
  const Expr *Of = E->getSubExpr();
  switch (E->getCastKind()) {
  case CK_LValueToRValue:
    if (Of->getType().isVolatileQualified())
      return opaque(E);
    return constant(E, std::make_shared<ir::Expr>(*expr(Of)));
  case CK_LValueBitCast:
    return reinterpreted(E);
  case CK_NoOp:
    if (E->isGLValue() && isa<ImplicitCastExpr>(E)) // it may be const now
      return std::make_shared<ir::Expr>(*expr(Of));
    [[fallthrough]];
  case CK_ArrayToPointerDecay:
  case CK_IntegralCast:
  case CK_IntegralToBoolean:
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
  case CK_FloatingCast:
  case CK_BooleanToSignedIntegral:
  case CK_PointerToBoolean:
  case CK_NullToPointer:
  case CK_BitCast:
  case CK_ToVoid: {
    if (E->isGLValue())
      return opaque(E);
    auto Result = node(Op::Cast, E);
    Result->Implicit = isa<ImplicitCastExpr>(E);
    Result->Args = {expr(Of)};
    if (!Result->Implicit)
      Result->Word = typeText(E->getType(), C.AST);
    return Result;
  }
  default:
    return opaque(E);
  }
}

std::shared_ptr<ir::Expr> KernelReader::unary(const UnaryOperator *E) {
  const Expr *Of = E->getSubExpr();
  switch (E->getOpcode()) {
  case UO_Deref: {
    if (E->getType().isVolatileQualified())
      return opaque(E);
    auto Result = node(Op::Element, E);
    Result->Args = {expr(Of)};
    return Result;
  }
  case UO_AddrOf: {
    ExprPtr Inner = expr(Of);
    if (Inner->O != Op::Element)
      return opaque(E);
    auto Result = node(Op::Address, E);
    Result->Args = {Inner};
    return Result;
  }
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec: {
    if (Of->getType().isVolatileQualified())
      return opaque(E);
    auto Result = node(Op::Assign, E);
    Result->Word = E->isIncrementOp() ? "++" : "--";
    Result->Postfix = E->isPostfix();
    Result->Args = {expr(Of)};
    return Result;
  }
  case UO_Plus:
  case UO_Minus:
  case UO_Not:
  case UO_LNot: {
    auto Result = node(Op::Unary, E);
    Result->Word = UnaryOperator::getOpcodeStr(E->getOpcode()).str();
    Result->Args = {expr(Of)};
    return Result;
  }
  default:
    return opaque(E);
  }
}

std::shared_ptr<ir::Expr> KernelReader::binaryOf(const BinaryOperator *E) {
  if (E->isPtrMemOp() || E->getLHS()->getType().isVolatileQualified())
    return opaque(E);
  auto Result = node(E->isAssignmentOp() ? Op::Assign : Op::Binary, E);
  Result->Word = E->getOpcodeStr().str();
  Result->Args = {expr(E->getLHS()), expr(E->getRHS())};
  return Result;
}

std::shared_ptr<ir::Expr> KernelReader::called(const CallExpr *E) {
  const FunctionDecl *Callee = E->getDirectCallee();
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
  const bool IsFree = Operator && Callee && !isa<CXXMethodDecl>(Callee);
  // Of numbers with a fraction, operators say it shorter.
  auto Counts = [&](const Expr *Of) { return type(Of->getType())->counts(); };
  if (IsFree && !((Counts(E) || llvm::any_of(E->arguments(), Counts)) &&
                  function(Callee)))
    return opaque(E);
  if (Operator && !IsFree)
    switch (Operator->getOperator()) {
    case OO_Equal:
      return assigned(Operator);
    case OO_Call:
      if (Callee && isLambdaCallOperator(Callee))
        return calledLambda(Operator);
      [[fallthrough]];
    default:
      return calledMember(Operator);
    }
  if (isa<CXXMemberCallExpr>(E))
    return calledMember(E);
  if (!Callee || (!Callee->getIdentifier() && !IsFree))
    return opaque(E);
  auto Result = node(Op::Call, E);
  if (!IsFree)
    Result->Word = printed(C, E->getCallee()->IgnoreImpCasts());
  Result->Pure = isPureFunction(C.SM, Callee);
  nameFar(Callee, *Result);
  Result->Function = function(Callee);
  if (Result->Function) {
    const ir::Function Of = K.Functions[*Result->Function];
    for (auto [Arg, P] : llvm::zip(E->arguments(), Callee->parameters()))
      Result->Args.push_back(argument(Arg, P, Of));
    return Result;
  }
  for (const Expr *Arg : E->arguments())
    Result->Args.push_back(operand(Arg));
  return Result;
}

std::shared_ptr<ir::Expr> KernelReader::bare(const Expr *E) {
  if (std::optional<std::string> Symbol = builtinSymbol(E);
      Symbol && !isa<CastExpr>(E)) {
    auto Result = node(Op::Builtin, E);
    Result->Word = *Symbol;
    return Result;
  }
  if (const auto *Call = dyn_cast<CallExpr>(E);
      Call && Call->getDirectCallee() && isOfGroup(Call->getDirectCallee())) {
    if (std::shared_ptr<ir::Expr> Asked = ofGroup(Call))
      return Asked; // also constants, which the text names a group for
    K.AsksGroups = true;
  }
  if (std::shared_ptr<ir::Expr> Made = made(E))
    return Made;
  if (E->getType()->isIntegralOrEnumerationType() && !E->isValueDependent() &&
      !E->isGLValue() && !isa<CastExpr>(E))
    if (std::optional<llvm::APSInt> Value = E->getIntegerConstantExpr(C.AST);
        Value && Value->isRepresentableByInt64()) {
      auto Result = node(Op::Number, E);
      Result->Value = Value->getExtValue();
      Result->Pure = true;
      return Result;
    }
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const auto *Made = dyn_cast<CXXConstructExpr>(Cast->getSubExpr());
    return Made && groupMadeFor(Made) ? std::make_shared<ir::Expr>(*expr(Made))
                                      : cast(Cast);
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return called(Call);
  switch (E->getStmtClass()) {
  case Stmt::DeclRefExprClass:
    return name(llvm::cast<DeclRefExpr>(E));
  case Stmt::FloatingLiteralClass:
  case Stmt::IntegerLiteralClass: {
    auto Result = node(Op::Name, E);
    Result->Word = Result->Far = printed(C, E);
    Result->Pure = true;
    return Result;
  }
  case Stmt::CXXDefaultInitExprClass:
  case Stmt::CXXDefaultArgExprClass: { // it has no text of its own here
    const auto *Arg = dyn_cast<CXXDefaultArgExpr>(E);
    auto Result = std::make_shared<ir::Expr>(*expr(
        Arg ? Arg->getExpr() : llvm::cast<CXXDefaultInitExpr>(E)->getExpr()));
    const ir::Expr &Value = ir::shown(*Result);
    if (Value.O != Op::Number && (Value.O != Op::Name || Value.Far.empty()))
      return opaque(E);
    return std::make_shared<ir::Expr>(*ir::unwritten(Result));
  }
  case Stmt::UnaryOperatorClass:
    return unary(llvm::cast<UnaryOperator>(E));
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass:
    return binaryOf(llvm::cast<BinaryOperator>(E));
  case Stmt::ConditionalOperatorClass: {
    const auto *Pick = llvm::cast<ConditionalOperator>(E);
    if (E->isGLValue())
      return opaque(E);
    auto Result = node(Op::Select, E);
    Result->Args = {expr(Pick->getCond()), expr(Pick->getTrueExpr()),
                    expr(Pick->getFalseExpr())};
    return Result;
  }
  case Stmt::ArraySubscriptExprClass: {
    const auto *Subscript = llvm::cast<ArraySubscriptExpr>(E);
    if (E->getType().isVolatileQualified() ||
        Subscript->getLHS() != Subscript->getBase())
      return opaque(E);
    auto Result = node(Op::Element, E);
    Result->Args = {expr(Subscript->getBase()), expr(Subscript->getIdx())};
    return Result;
  }
  case Stmt::MemberExprClass:
    return member(llvm::cast<MemberExpr>(E));
  case Stmt::CXXConstructExprClass:
    return copied(llvm::cast<CXXConstructExpr>(E));
  case Stmt::SubstNonTypeTemplateParmExprClass: {
    auto Result = std::make_shared<ir::Expr>(
        *expr(llvm::cast<SubstNonTypeTemplateParmExpr>(E)->getReplacement()));
    Result->Text = {};
    return Result;
  }
  case Stmt::ExprWithCleanupsClass: // what has to be ended is Opaque itself
    return std::make_shared<ir::Expr>(
        *expr(llvm::cast<ExprWithCleanups>(E)->getSubExpr()));
  case Stmt::ConstantExprClass:
    return std::make_shared<ir::Expr>(
        *expr(llvm::cast<ConstantExpr>(E)->getSubExpr()));
  default:
    return opaque(E);
  }
}

ExprPtr KernelReader::expr(const Expr *E) {
  if (const auto *Paren = dyn_cast<ParenExpr>(E)) {
    auto Result = std::make_shared<ir::Expr>(*expr(Paren->getSubExpr()));
    close(*Result, Paren);
    return Result;
  }
  auto Result = bare(E);
  const bool Converts =
      isa<ImplicitCastExpr>(E) || (Result->is(Op::Cast) && Result->Implicit);
  if (!Converts && Result->Text.empty())
    spell(*Result, E);
  return Result;
}

} // namespace tessera
