//===- HostConstants.cpp - Integers that host code computes ---------------===//
#include "HostConstants.h"
#include "effects/Changes.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace tessera {

HostConstants::HostConstants(const ASTContext &AST, const Stmt *Body)
    : AST(AST) {
  if (Body)
    Mutated = changedIn(Body);
}

HostConstants::HostConstants(const ASTContext &AST, const Stmt *Body,
                             const Stmt *Part)
    : HostConstants(AST, Body) {
  MutatedInPart = changedIn(Part, Body);
}

std::string HostConstants::symbolOf(const VarDecl *V) {
  return V->getNameAsString() + "@" +
         std::to_string(V->getLocation().getRawEncoding());
}

/// Which size of a `dim3` \p E is: the whole, and 0 for x. Nothing if it is
/// not.
static std::optional<std::pair<const Expr *, unsigned>>
sizeOfDim3(const Expr *E) {
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

std::optional<int64_t> HostConstants::integer(const Expr *E) const {
  E = E->IgnoreParenImpCasts();
  if (E->isValueDependent())
    return std::nullopt;
  Expr::EvalResult Known;
  if (E->EvaluateAsInt(Known, AST)) {
    llvm::APSInt Value = Known.Val.getInt();
    return Value.isRepresentableByInt64() ? std::optional(Value.getExtValue())
                                          : std::nullopt;
  }
  if (const VarDecl *V = unchangedVariable(E))
    return V->getType()->isIntegerType() ? integer(V->getInit()) : std::nullopt;
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
    return integer(Cast->getSubExpr());
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return binary(Binary);
  if (auto Size = sizeOfDim3(E))
    return sizes(Size->first)[Size->second];
  return std::nullopt;
}

template <typename T, typename Of>
std::array<std::optional<T>, 3> HostConstants::threeSizes(const Expr *E, T One,
                                                          Of Integer) const {
  E = E->IgnoreParenImpCasts();
  if (E->getType().isNull()) // `dim3 grid(n)` in a template, `n` dependent
    return {};
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return threeSizes(Temporary->getSubExpr(), One, Integer);
  if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(E))
    return threeSizes(Cleanups->getSubExpr(), One, Integer);
  if (const auto *Bind = dyn_cast<CXXBindTemporaryExpr>(E))
    return threeSizes(Bind->getSubExpr(), One, Integer);
  if (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(E))
    return threeSizes(Cast->getSubExpr(), One, Integer);
  if (E->getType()->isIntegerType())
    return {Integer(E), One, One};
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
  return {};
}

std::array<std::optional<int64_t>, 3>
HostConstants::sizes(const Expr *E) const {
  return threeSizes(E, int64_t(1),
                    [&](const Expr *Size) { return integer(Size); });
}

std::array<std::optional<HostValue>, 3>
HostConstants::sizeValues(const Expr *E) const {
  return threeSizes(E, HostValue{1},
                    [&](const Expr *Size) { return value(Size); });
}

/// The variable that \p E names, if it still has its initial value.
const VarDecl *HostConstants::unchangedVariable(const Expr *E) const {
  const auto *Use = dyn_cast<DeclRefExpr>(E);
  const auto *V = Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
  if (!V || !V->getInit() || Mutated.count(V) || isa<ParmVarDecl>(V))
    return nullptr;
  if (!V->isLocalVarDecl() && !V->getType().isConstQualified())
    return nullptr;
  return V->isStaticLocal() ? nullptr : V;
}

std::optional<int64_t> HostConstants::binary(const BinaryOperator *E) const {
  std::optional<int64_t> L = integer(E->getLHS()), R = integer(E->getRHS());
  if (!L || !R)
    return std::nullopt;
  int64_t Result;
  switch (E->getOpcode()) {
  case BO_Add:
    return __builtin_add_overflow(*L, *R, &Result) ? std::nullopt
                                                   : std::optional(Result);
  case BO_Sub:
    return __builtin_sub_overflow(*L, *R, &Result) ? std::nullopt
                                                   : std::optional(Result);
  case BO_Mul:
    return __builtin_mul_overflow(*L, *R, &Result) ? std::nullopt
                                                   : std::optional(Result);
  case BO_Div:
    return *R == 0 ? std::nullopt : std::optional(*L / *R);
  case BO_Rem:
    return *R == 0 ? std::nullopt : std::optional(*L % *R);
  default:
    return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// With variables
//===----------------------------------------------------------------------===//

/// \p E without casts that keep every value; null if one does not.
static const Expr *withoutCasts(const Expr *E, const ASTContext &AST) {
  E = E->IgnoreParens();
  while (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const Expr *From = Cast->getSubExpr();
    if (!From->getType()->isIntegerType() ||
        AST.getIntWidth(Cast->getType()) < AST.getIntWidth(From->getType()))
      return nullptr;
    E = From->IgnoreParens();
  }
  return E;
}

bool HostConstants::isSymbol(const VarDecl *V) const {
  if (!V->getType()->isIntegerType() || V->getType().isVolatileQualified())
    return false;
  if (MutatedInPart)
    return !MutatedInPart->count(V);
  return !Mutated.count(V) && V->isLocalVarDeclOrParm() &&
         !V->isStaticLocal() && (isa<ParmVarDecl>(V) || V->getInit());
}

/// The name of a member that keeps its value; empty if it may not.
std::string HostConstants::memberSymbol(const MemberExpr *E) const {
  const auto *Field = dyn_cast<FieldDecl>(E->getMemberDecl());
  const Expr *Base = E->getBase()->IgnoreParenImpCasts();
  const auto *Use = dyn_cast<DeclRefExpr>(Base);
  const auto *V = Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
  bool Named = isa<CXXThisExpr>(Base) ||
               (V && V->isLocalVarDeclOrParm() && !Mutated.count(V));
  if (!Field || !Named || !Members.count(Field) ||
      Field->getType().isVolatileQualified())
    return "";
  return (V ? symbolOf(V) : "this") + "." + Field->getNameAsString() + "@" +
         std::to_string(Field->getLocation().getRawEncoding());
}

std::optional<HostValue> HostConstants::value(const Expr *E) const {
  if (E->isValueDependent() || !E->getType()->isIntegerType())
    return std::nullopt;
  if (std::optional<int64_t> Known = integer(E))
    return HostValue{*Known};
  E = withoutCasts(E, AST);
  if (!E)
    return std::nullopt;
  if (const VarDecl *V = unchangedVariable(E))
    if (std::optional<HostValue> Init = value(V->getInit()))
      return Init;
  if (const auto *Use = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Use->getDecl());
    if (!V || !isSymbol(V))
      return std::nullopt;
    return HostValue{Polynomial::symbol(symbolOf(V))};
  }
  if (auto Size = sizeOfDim3(E))
    return sizeValues(Size->first)[Size->second];
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    if (std::string Symbol = memberSymbol(Member); !Symbol.empty())
      return HostValue{Polynomial::symbol(Symbol)};
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return binaryValue(Binary);
  return std::nullopt;
}

std::optional<HostValue>
HostConstants::binaryValue(const BinaryOperator *E) const {
  std::optional<HostValue> L = value(E->getLHS()), R = value(E->getRHS());
  if (!L || !R || R->Divisor != 1)
    return std::nullopt;
  switch (E->getOpcode()) {
  case BO_Add:
    return HostValue{L->Numerator + R->Numerator * L->Divisor, L->Divisor};
  case BO_Sub:
    return HostValue{L->Numerator - R->Numerator * L->Divisor, L->Divisor};
  case BO_Mul:
    if (L->Divisor != 1)
      return std::nullopt;
    return HostValue{L->Numerator * R->Numerator};
  case BO_Div: {
    std::optional<int64_t> By = R->Numerator.constant();
    if (!By || *By <= 0 || *By > INT32_MAX || L->Divisor > INT32_MAX)
      return std::nullopt;
    return HostValue{L->Numerator, L->Divisor * *By};
  }
  default:
    return std::nullopt;
  }
}

} // namespace tessera
