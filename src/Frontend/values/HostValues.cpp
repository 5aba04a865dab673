//===- HostValues.cpp - Integers that host code computes from variables ---===//
#include "values/HostConstants.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace clang;

namespace tessera {

using Number = ValueRange::Number;

/// No size is larger.
static constexpr Number MostBytes = Number(1) << 62;

/// All values of \p Type.
ValueRange HostConstants::typeRange(QualType Type) const {
  const unsigned Bits = AST.getIntWidth(Type);
  if (Type->isBooleanType() || Type->isUnsignedIntegerOrEnumerationType())
    return {0, (Number(1) << Bits) - 1};
  return {-(Number(1) << (Bits - 1)), (Number(1) << (Bits - 1)) - 1};
}

/// The values of a size of \p Type.
ValueRange HostConstants::sizeRange(QualType Type) const {
  ValueRange All = typeRange(Type);
  if (AST.getIntWidth(Type) < 32)
    return All;
  return {0, AST.getIntWidth(Type) == 32 ? Number(INT32_MAX) : MostBytes};
}

/// Whether operators or floating values may make \p E negative, or wrap it
/// around, where all that it is made from are sizes.
static bool mayLeaveSizes(const Expr *E, const ASTContext &AST) {
  E = E->IgnoreParens();
  if (!isInteger(E->getType()))
    return true;
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return mayLeaveSizes(Full->getSubExpr(), AST);
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const Expr *From = Cast->getSubExpr();
    const bool Narrows =
        isInteger(From->getType()) &&
        AST.getIntWidth(From->getType()) > AST.getIntWidth(E->getType());
    return (Narrows && isa<BinaryOperator>(From->IgnoreParenCasts())) ||
           mayLeaveSizes(From, AST);
  }
  if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(E))
    return mayLeaveSizes(Choice->getTrueExpr(), AST) ||
           mayLeaveSizes(Choice->getFalseExpr(), AST);
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    const bool Wraps = E->getType()->isUnsignedIntegerOrEnumerationType() &&
                       AST.getIntWidth(E->getType()) < 64;
    switch (Binary->getOpcode()) {
    case BO_Add:
    case BO_Mul:
    case BO_Shl:
      if (Wraps)
        return true;
      [[fallthrough]];
    case BO_Div:
    case BO_Rem:
    case BO_Shr:
    case BO_And:
      return mayLeaveSizes(Binary->getLHS(), AST) ||
             mayLeaveSizes(Binary->getRHS(), AST);
    default:
      return true;
    }
  }
  return isa<UnaryOperator>(E);
}

ValueRange HostConstants::symbolRange(const VarDecl *V) const {
  const Expr *Init = isa<ParmVarDecl>(V) ? nullptr : V->getInit();
  if (!Init || Mutated.count(V) || Init->isValueDependent() ||
      !mayLeaveSizes(Init, AST))
    return sizeRange(V->getType());
  return rangeOf(Init, AST, Mutated).isWithin(typeRange(V->getType()))
             ? rangeOf(Init, AST, Mutated)
             : typeRange(V->getType());
}

bool HostConstants::isExact(const Term &T, QualType Type) const {
  return T.Range.isWithin(typeRange(Type));
}

bool HostConstants::isSymbol(const VarDecl *V, Scope Names) const {
  if (!V->getType()->isIntegerType() || V->getType().isVolatileQualified())
    return false;
  if (MutatedInPart && Names == Scope::Part)
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
  std::optional<Term> Known = term(E, Scope::Part);
  return Known && isExact(*Known, E->getType()) ? std::optional(Known->Value)
                                                : std::nullopt;
}

std::optional<HostValue> HostConstants::size(const Expr *E) const {
  if (E->isValueDependent() || !E->getType()->isIntegerType())
    return std::nullopt;
  std::optional<Term> Known = term(E, Scope::Part);
  return Known && Known->Range.Last <= typeRange(E->getType()).Last
             ? std::optional(Known->Value)
             : std::nullopt;
}

std::optional<HostConstants::Term> HostConstants::term(const Expr *E,
                                                       Scope Names) const {
  E = spelled(E);
  if (E->isValueDependent() || !isInteger(E->getType()) ||
      AST.getIntWidth(E->getType()) > 64)
    return std::nullopt;
  if (std::optional<int64_t> Known = integer(E))
    return Term{{*Known}, {*Known, *Known}};
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return castTerm(Cast, Names);
  if (const auto *Use = dyn_cast<DeclRefExpr>(E))
    return variableTerm(Use, Names);
  if (auto Size = sizeOfDim3(E)) {
    std::optional<Term> Of = sizeTerms(Size->first, Names)[Size->second];
    return Of && isExact(*Of, E->getType()) ? Of : std::nullopt;
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    if (std::string Symbol = memberSymbol(Member); !Symbol.empty())
      return Term{{Polynomial::symbol(Symbol)}, sizeRange(E->getType())};
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return binaryTerm(Binary, Names);
  return std::nullopt;
}

/// Whether \p P is not negative for sizes.
static bool isNatural(const Polynomial &P) {
  return llvm::all_of(P.terms(),
                      [](const auto &Term) { return Term.second >= 0; });
}

std::optional<HostConstants::Term>
HostConstants::variableTerm(const DeclRefExpr *E, Scope Names) const {
  const auto *V = dyn_cast<VarDecl>(E->getDecl());
  if (!V || !isInteger(V->getType()))
    return std::nullopt;
  if (GivenValues)
    if (auto Known = GivenValues->find(V); Known != GivenValues->end())
      return Term{Known->second, isNatural(Known->second.Numerator)
                                     ? sizeRange(V->getType())
                                     : typeRange(V->getType())};
  // What has changed since it was read has another value now.
  if (unchangedVariable(E)) {
    std::optional<Term> Init =
        term(V->getInit(), InPart.count(V) ? Names : Scope::Function);
    if (Init && isExact(*Init, V->getType()))
      return Init;
  }
  if (!isSymbol(V, Names)) {
    const Expr *Is = Reaching.number(E);
    std::optional<Term> Known = Is ? term(Is, Scope::Function) : std::nullopt;
    return Known && isExact(*Known, V->getType()) ? Known : std::nullopt;
  }
  return Term{{Polynomial::symbol(symbolOf(V))}, symbolRange(V)};
}

std::optional<HostConstants::Term> HostConstants::castTerm(const CastExpr *E,
                                                           Scope Names) const {
  const Expr *From = E->getSubExpr();
  const CastKind K = E->getCastKind();
  if ((K != CK_LValueToRValue && K != CK_NoOp && K != CK_IntegralCast) ||
      !isInteger(From->getType()))
    return std::nullopt;
  std::optional<Term> Of = term(From, Names);
  if (!Of || AST.hasSameUnqualifiedType(From->getType(), E->getType()))
    return Of;
  // Fewer bits leave what is left of them as it is.
  const bool Narrows =
      AST.getIntWidth(E->getType()) <= AST.getIntWidth(From->getType()) &&
      Of->Value.Divisor == 1 && !E->getType()->isBooleanType();
  return Narrows || isExact(*Of, From->getType()) ? Of : std::nullopt;
}

static ValueRange product(const ValueRange &A, const ValueRange &B) {
  auto Limited = [](Number N) { return std::clamp(N, -MostBytes, MostBytes); };
  Number Corners[] = {
      Limited(A.First) * Limited(B.First), Limited(A.First) * Limited(B.Last),
      Limited(A.Last) * Limited(B.First), Limited(A.Last) * Limited(B.Last)};
  return {*std::min_element(std::begin(Corners), std::end(Corners)),
          *std::max_element(std::begin(Corners), std::end(Corners))};
}

std::optional<HostConstants::Term>
HostConstants::binaryTerm(const BinaryOperator *E, Scope Names) const {
  const QualType Type = E->getType();
  if (!isInteger(E->getLHS()->getType()) || !isInteger(E->getRHS()->getType()))
    return std::nullopt;
  std::optional<Term> L = term(E->getLHS(), Names),
                      R = term(E->getRHS(), Names);
  if (!L || !R || R->Value.Divisor != 1)
    return std::nullopt;
  const bool Exact = isExact(*L, E->getLHS()->getType()) &&
                     isExact(*R, E->getRHS()->getType());
  const int64_t Divisor = L->Value.Divisor;
  Term Result;
  switch (E->getOpcode()) {
  case BO_Add:
    Result = {{L->Value.Numerator + R->Value.Numerator * Divisor, Divisor},
              L->Range + R->Range};
    break;
  case BO_Sub:
    Result = {{L->Value.Numerator - R->Value.Numerator * Divisor, Divisor},
              L->Range + -R->Range};
    break;
  case BO_Mul:
    if (Divisor != 1)
      return std::nullopt;
    Result = {{L->Value.Numerator * R->Value.Numerator},
              product(L->Range, R->Range)};
    break;
  case BO_Div: {
    std::optional<int64_t> By = R->Value.Numerator.constant();
    if (!Exact || L->Range.First < 0 || !By || *By <= 0 || *By > INT32_MAX ||
        Divisor > INT32_MAX)
      return std::nullopt;
    return Term{{L->Value.Numerator, Divisor * *By},
                {L->Range.First / *By, L->Range.Last / *By}};
  }
  default:
    return std::nullopt;
  }
  const ValueRange All = typeRange(Type);
  const bool Signed = Type->isSignedIntegerOrEnumerationType();
  if (Exact && Signed) { // it does not overflow
    Result.Range.First = std::max(Result.Range.First, All.First);
    Result.Range.Last = std::min(Result.Range.Last, All.Last);
  } else if (Exact && AST.getIntWidth(Type) == 64) {
    Result.Range.Last = std::min(Result.Range.Last, MostBytes);
  }
  if (Result.Range.First > Result.Range.Last ||
      (Divisor != 1 && !isExact(Result, Type)))
    return std::nullopt;
  return Result;
}

bool countsTo(QualType Type, QualType Compared, const Polynomial &From,
              const Polynomial &To, int64_t By, const ASTContext &AST) {
  const bool Unsigned = Type->isUnsignedIntegerOrEnumerationType();
  const bool Negative = llvm::any_of(
      From.terms(), [](const auto &Term) { return Term.second < 0; });
  if (Negative && Compared->isUnsignedIntegerOrEnumerationType())
    return false;
  if (By < -1 && Unsigned)
    return false;
  const unsigned Bits = AST.getIntWidth(Type) - !Unsigned;
  if (Bits >= 31)
    return true;
  std::optional<int64_t> First = From.constant(), Last = To.constant();
  const int64_t Most = (int64_t(1) << Bits) - 1, Step = By < 0 ? -By : By;
  return First && Last && *First >= 0 &&
         *Last >= (By < 0 && Unsigned ? 1 : 0) && *First <= Most &&
         *Last <= Most - Step;
}

} // namespace tessera
