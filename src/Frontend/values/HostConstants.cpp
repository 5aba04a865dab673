//===- HostConstants.cpp - Integers that host code computes ---------------===//
#include "values/HostConstants.h"
#include "effects/Changes.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace tessera {

/// Adds the variables that \p S declares.
static void addDeclared(const Stmt *S, std::set<const VarDecl *> &To) {
  if (!S || isa<LambdaExpr>(S))
    return;
  if (const auto *Group = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Group->decls())
      if (const auto *V = dyn_cast<VarDecl>(D))
        To.insert(V);
  for (const Stmt *Child : S->children())
    addDeclared(Child, To);
}

HostConstants::HostConstants(const ASTContext &AST, const Stmt *Body)
    : AST(AST), Reaching(Body) {
  if (Body)
    Mutated = changedIn(Body);
}

HostConstants::HostConstants(const ASTContext &AST, const Stmt *Body,
                             const Stmt *Part)
    : HostConstants(AST, Body) {
  MutatedInPart = changedIn(Part, Body);
  addDeclared(Part, InPart);
}

std::string HostConstants::symbolOf(const VarDecl *V) {
  return V->getNameAsString() + "@" +
         std::to_string(V->getLocation().getRawEncoding());
}

std::optional<std::pair<const Expr *, unsigned>> sizeOfDim3(const Expr *E) {
  const auto *Member = dyn_cast<MemberExpr>(E);
  if (!Member || Member->isArrow() ||
      Member->getBase()
              ->getType()
              .getCanonicalType()
              .getUnqualifiedType()
              .getAsString() != "struct dim3")
    return std::nullopt;
  size_t Axis = llvm::StringRef("xyz").find(Member->getMemberDecl()->getName());
  if (Axis == llvm::StringRef::npos)
    return std::nullopt;
  return std::pair(Member->getBase(), unsigned(Axis));
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

template <typename T, typename Of>
std::array<std::optional<T>, 3> HostConstants::threeSizes(const Expr *E, T One,
                                                          Of Integer) const {
  E = E->IgnoreParens();
  if (E->getType().isNull()) // `dim3 grid(n)` in a template, `n` dependent
    return {};
  if (E->getType()->isIntegerType())
    return {Integer(E), One, One};
  E = E->IgnoreParenImpCasts();
  if (E->getType()->isIntegerType())
    return {}; // a class makes it one
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return threeSizes(Temporary->getSubExpr(), One, Integer);
  if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(E))
    return threeSizes(Cleanups->getSubExpr(), One, Integer);
  if (const auto *Bind = dyn_cast<CXXBindTemporaryExpr>(E))
    return threeSizes(Bind->getSubExpr(), One, Integer);
  if (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(E))
    return threeSizes(Cast->getSubExpr(), One, Integer);
  if (const auto *Make = dyn_cast<CXXConstructExpr>(E)) {
    if (Make->getNumArgs() >= 1 && Make->getArg(0)->getType()->isRecordType())
      return threeSizes(Make->getArg(0), One, Integer); // a copy
    std::array<std::optional<T>, 3> Sizes = {One, One, One};
    for (unsigned I = 0; I < Make->getNumArgs() && I < 3; ++I)
      Sizes[I] = isa<CXXDefaultArgExpr>(Make->getArg(I))
                     ? std::optional<T>(One)
                     : Integer(Make->getArg(I));
    return Sizes;
  }
  if (const VarDecl *V = unchangedVariable(E))
    return threeSizes(V->getInit(), One, Integer);
  std::array<std::optional<T>, 3> Sizes;
  if (const auto *Use = dyn_cast<DeclRefExpr>(E))
    for (unsigned Axis = 0; Axis != 3; ++Axis)
      if (const Expr *Is = Reaching.size(Use, Axis))
        Sizes[Axis] = isInteger(Is->getType())
                          ? Integer(Is)
                          : threeSizes(Is, One, Integer)[Axis];
  return Sizes;
}

std::array<std::optional<int64_t>, 3>
HostConstants::sizes(const Expr *E) const {
  return threeSizes(E, int64_t(1),
                    [&](const Expr *Size) { return integer(Size); });
}

std::array<std::optional<HostValue>, 3>
HostConstants::sizeValues(const Expr *E) const {
  return threeSizes(E, HostValue{1},
                    [&](const Expr *Size) { return size(Size); });
}

std::array<std::optional<HostConstants::Term>, 3>
HostConstants::sizeTerms(const Expr *E, Scope Names) const {
  return threeSizes(E, Term{{1}, {1, 1}}, [&](const Expr *Size) {
    return Size->isValueDependent() ? std::nullopt : term(Size, Names);
  });
}

/// The variable that \p E names, if it still has its initial value.
const VarDecl *HostConstants::unchangedVariable(const Expr *E) const {
  const auto *Use = dyn_cast<DeclRefExpr>(E);
  const auto *V = Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
  if (!V || !V->getInit() || Mutated.count(V) || isa<ParmVarDecl>(V) ||
      V->getType().isVolatileQualified())
    return nullptr;
  if (!V->isLocalVarDecl() && !V->getType().isConstQualified())
    return nullptr;
  return V->isStaticLocal() ? nullptr : V;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

bool isInteger(QualType Type) {
  return !Type.isNull() && !Type->isDependentType() &&
         Type->isIntegralOrEnumerationType();
}

const Expr *spelled(const Expr *E) {
  while (true) {
    E = E->IgnoreParens();
    if (const auto *Full = dyn_cast<FullExpr>(E))
      E = Full->getSubExpr();
    else if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
      E = Default->getExpr();
    else if (const auto *Argument = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
      E = Argument->getReplacement();
    else if (const auto *List = dyn_cast<InitListExpr>(E);
             List && List->getNumInits() == 1 && isInteger(List->getType()))
      E = List->getInit(0);
    else
      return E;
  }
}

std::optional<int64_t> HostConstants::integer(const Expr *E) const {
  std::optional<llvm::APSInt> Value = constant(E);
  return Value && Value->isRepresentableByInt64()
             ? std::optional(Value->getExtValue())
             : std::nullopt;
}

std::optional<llvm::APSInt> HostConstants::converted(llvm::APSInt Value,
                                                     QualType To) const {
  if (!isInteger(To))
    return std::nullopt;
  if (To->isBooleanType())
    return llvm::APSInt(llvm::APInt(1, Value != 0), /*isUnsigned=*/true);
  Value = Value.extOrTrunc(AST.getIntWidth(To));
  Value.setIsUnsigned(To->isUnsignedIntegerOrEnumerationType());
  return Value;
}

std::optional<llvm::APSInt> HostConstants::constant(const Expr *E) const {
  E = spelled(E);
  if (E->isValueDependent() || !isInteger(E->getType()))
    return std::nullopt;
  Expr::EvalResult Known;
  if (E->EvaluateAsInt(Known, AST) && !Known.HasUndefinedBehavior)
    return converted(Known.Val.getInt(), E->getType());
  if (const auto *Use = dyn_cast<DeclRefExpr>(E)) {
    const VarDecl *V = unchangedVariable(E);
    const Expr *Is = V ? V->getInit() : Reaching.number(Use);
    std::optional<llvm::APSInt> Value =
        Is && isInteger(Use->getType()) ? constant(Is) : std::nullopt;
    return Value ? converted(*Value, Use->getType()) : std::nullopt;
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    CastKind K = Cast->getCastKind();
    if (K != CK_LValueToRValue && K != CK_NoOp && K != CK_IntegralCast &&
        K != CK_IntegralToBoolean)
      return std::nullopt;
    std::optional<llvm::APSInt> From = constant(Cast->getSubExpr());
    return From ? converted(*From, E->getType()) : std::nullopt;
  }
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    std::optional<llvm::APSInt> Which = constant(Choice->getCond());
    return Which ? constant(*Which != 0 ? Choice->getTrueExpr()
                                        : Choice->getFalseExpr())
                 : std::nullopt;
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    std::optional<llvm::APSInt> Of = constant(Unary->getSubExpr());
    if (!Of)
      return std::nullopt;
    switch (Unary->getOpcode()) {
    case UO_Plus:
      return Of;
    case UO_Not:
      return ~*Of;
    case UO_Minus:
      return Of->isSigned() && Of->isMinSignedValue() ? std::nullopt
                                                      : std::optional(-*Of);
    default:
      return std::nullopt;
    }
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return binaryConstant(Binary);
  if (auto Size = sizeOfDim3(E))
    if (std::optional<int64_t> Of = sizes(Size->first)[Size->second])
      return converted(llvm::APSInt::get(*Of), E->getType());
  return std::nullopt;
}

std::optional<llvm::APSInt>
HostConstants::binaryConstant(const BinaryOperator *E) const {
  std::optional<llvm::APSInt> L = constant(E->getLHS()),
                              R = constant(E->getRHS());
  if (!L || !R)
    return std::nullopt;
  const bool Signed = L->isSigned();
  const BinaryOperatorKind Operator = E->getOpcode();
  if (Operator == BO_Shl || Operator == BO_Shr) {
    if (R->isNegative() || R->uge(L->getBitWidth()))
      return std::nullopt;
    unsigned By = unsigned(R->getZExtValue());
    return Operator == BO_Shl ? llvm::APSInt(L->shl(By), !Signed) : *L >> By;
  }
  if (L->getBitWidth() != R->getBitWidth() || L->isSigned() != R->isSigned())
    return std::nullopt;
  bool Overflow = false;
  llvm::APInt Result;
  switch (Operator) {
  case BO_Add:
    Result = Signed ? L->sadd_ov(*R, Overflow) : *L + *R;
    break;
  case BO_Sub:
    Result = Signed ? L->ssub_ov(*R, Overflow) : *L - *R;
    break;
  case BO_Mul:
    Result = Signed ? L->smul_ov(*R, Overflow) : *L * *R;
    break;
  case BO_Div:
  case BO_Rem:
    if (R->isZero() || (Signed && L->isMinSignedValue() && R->isAllOnes()))
      return std::nullopt;
    return Operator == BO_Div ? *L / *R : *L % *R;
  case BO_And:
    Result = *L & *R;
    break;
  case BO_Or:
    Result = *L | *R;
    break;
  case BO_Xor:
    Result = *L ^ *R;
    break;
  default:
    if (!E->isComparisonOp() || Operator == BO_Cmp)
      return std::nullopt;
    return converted(llvm::APSInt::get(Operator == BO_LT   ? *L < *R
                                       : Operator == BO_GT ? *L > *R
                                       : Operator == BO_LE ? *L <= *R
                                       : Operator == BO_GE ? *L >= *R
                                       : Operator == BO_EQ ? *L == *R
                                                           : *L != *R),
                     E->getType());
  }
  return Overflow ? std::nullopt
                  : std::optional(llvm::APSInt(std::move(Result), !Signed));
}

} // namespace tessera
