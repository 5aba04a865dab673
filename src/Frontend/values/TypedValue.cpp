//===- TypedValue.cpp - Values with the conversions of C ------------------===//
//
// Arithmetic of signed integers does not overflow. That of others wraps, and so
// do conversions to types that have not all values:
//
//   unsigned u = i - 64u;   (long long)u   i - 64 below zero, plus 2^32
//   i + 0xfffffffcu                        i - 4, modulo 2^32
//
// What is made of ids, counters and sizes, multiplied by small numbers, counts
// elements: it is taken to be less than 2^31 if it has 32 bits, as where a sign
// forbids to overflow. So is not a parameter of an unsigned type by itself,
// which may be a negative number, nor a sum or a multiple of parameters that no
// `int` had:
//
//   unsigned x;   a[x + (left + right)]   a[x + left + right]   to be tested
//
//===----------------------------------------------------------------------===//
#include "FrontendContext.h"
#include "values/IndexExpr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace tessera {

//===----------------------------------------------------------------------===//
// Wrapping
//===----------------------------------------------------------------------===//

Polynomial IndexScope::sumOfParameters(const Polynomial &P) const {
  Polynomial Sum;
  for (const auto &[M, Coefficient] : P.terms())
    if (M.size() == 1 && isParameter(M[0]))
      Sum += Polynomial::symbol(M[0]) * Coefficient;
  return Sum;
}

/// What must not be negative, and depends on parameters alone, so that \p P, a
/// number modulo 2^Bits, is between -2^(Bits-1) and 2^(Bits-1) or, if it is not
/// negative, 2^Bits. Nothing if that is not known.
std::optional<std::vector<Polynomial>>
IndexScope::needsOf(const Polynomial &P, unsigned Bits,
                    llvm::ArrayRef<Polynomial> OfInt) const {
  constexpr __int128 Half = __int128(1) << 31;
  std::vector<Polynomial> Needs;
  const Range All = rangeOf(P);
  if (Bits < 32)
    return std::nullopt;
  if (All.Least >= -Half && (All.Most < Half || All.Least >= 0) &&
      All.Most < 2 * Half)
    return Needs;
  auto Within = [&](const Polynomial &Part) {
    const Range R = rangeOf(Part);
    if (R.Most >= Half)
      Needs.push_back(Polynomial(INT32_MAX) - Part);
    if (R.Least < -Half)
      Needs.push_back(Part - INT32_MIN);
  };
  // Those that no `int` has.
  auto IsWide = [&](llvm::StringRef Symbol) {
    const Range R = rangeOf(Symbol);
    return isParameter(Symbol) && (R.Most >= Half || R.Least < -Half);
  };
  std::map<std::string, int64_t> Rows; // how many of them, at least
  for (const auto &[M, Coefficient] : P.terms()) {
    const int64_t Size = std::abs(Coefficient);
    const int64_t Largest = int64_t(1) << (M.empty()    ? Bits - 2
                                           : Bits == 32 ? 16
                                                        : 32);
    if (Size > Largest)
      return std::nullopt;
    if (M.size() > 1)
      for (const std::string &Symbol : M)
        if (isParameter(Symbol))
          Rows[Symbol] =
              std::min(Size, Rows.try_emplace(Symbol, Size).first->second);
  }
  if (Bits != 32)
    return Needs;
  auto HadSo = [&](const std::string &Symbol, int64_t Size) {
    return llvm::any_of(OfInt, [&](const Polynomial &Had) {
      return llvm::any_of(Had.terms(), [&](const auto &Term) {
        return llvm::is_contained(Term.first, Symbol) &&
               std::abs(Term.second) >= Size;
      });
    });
  };
  // What has so many rows as ids count has them all.
  const Polynomial Sum = sumOfParameters(P);
  Polynomial Rest = Sum;
  for (auto [Symbol, Size] : Rows) {
    const Polynomial Row = Polynomial::symbol(Symbol);
    const int64_t Apart = std::abs(Sum.coefficient({Symbol}));
    Rest -= Row * Sum.coefficient({Symbol});
    if (Apart != 0)
      Size = std::min(Size, Apart);
    if (IsWide(Symbol) || (Size > 1 && !HadSo(Symbol, Size)))
      Within(Row * Size);
  }
  const bool HadSum = llvm::any_of(OfInt, [&](const Polynomial &Had) {
    const Polynomial Of = sumOfParameters(Had);
    return Of == Sum || Of == Rest || Polynomial(0) - Of == Rest;
  });
  if (llvm::any_of(Sum.symbols(), IsWide) || (!Rest.isZero() && !HadSum))
    Within(Sum);
  return Needs;
}

bool IndexScope::isNoMoreThan(const TypedValue &V, int64_t Most) const {
  const Polynomial &P = V.P;
  const Range R = rangeOf(P);
  if (R.Most <= Most)
    return true;
  // A number without a sign may have 32 bits all the same.
  if (R.Least >= 0 && R.Most <= UINT32_MAX) {
    if (!isOfParameters(P) || P.constant())
      return false;
    Resolve.need(Polynomial(Most) - P);
    return true;
  }
  std::optional<std::vector<Polynomial>> Needs = needsOf(P, 32, V.OfInt);
  if (!Needs)
    return false;
  for (Polynomial &Each : *Needs)
    Resolve.need(std::move(Each));
  return true;
}

/// \p P modulo 2^Bits, with the least numbers.
static Polynomial smallest(const Polynomial &P, unsigned Bits) {
  if (Bits >= 64)
    return P;
  Polynomial Result;
  const int64_t All = int64_t(1) << Bits;
  for (const auto &[M, Coefficient] : P.terms()) {
    int64_t Rest = Coefficient % All;
    if (Rest >= All / 2)
      Rest -= All;
    if (Rest < -All / 2)
      Rest += All;
    Polynomial Term = Rest;
    for (const std::string &Symbol : M)
      Term = Term * Polynomial::symbol(Symbol);
    Result += Term;
  }
  return Result;
}

TypedValue IndexScope::reduced(Polynomial P, unsigned Bits, bool Signed,
                               std::vector<Polynomial> OfInt) const {
  const __int128 All = __int128(1) << Bits, Least = Signed ? -All / 2 : 0;
  auto Fits = [&] {
    const Range R = rangeOf(P);
    return R.Least >= Least && R.Most < Least + All;
  };
  bool IsExact = Fits();
  if (!IsExact) {
    P = smallest(P, Bits);
    std::optional<std::vector<Polynomial>> Needs = needsOf(P, Bits, OfInt);
    IsExact =
        Fits() || (Needs && Needs->empty() && (Signed || isNonNegative(P)));
  }
  TypedValue Result(std::move(P), IsExact ? 0 : Bits, !IsExact && Signed);
  Result.OfInt = std::move(OfInt);
  return Result;
}

std::optional<Polynomial> IndexScope::settled(const TypedValue &V) const {
  if (V.isExact())
    return V.P;
  if (V.Assumed)
    return std::nullopt;
  // Products are sizes, which the type has.
  const bool IsSum = llvm::all_of(
      V.P.terms(), [](const auto &Term) { return Term.first.size() < 2; });
  if (V.Bits < 32 || (V.Bits == 32 && IsSum && isOfParameters(V.P))) {
    const int64_t All = int64_t(1) << V.Bits, Least = V.Signed ? -All / 2 : 0;
    return isWithin(V.P, Least, Least + All - 1) ? std::optional(V.P)
                                                 : std::nullopt;
  }
  std::optional<std::vector<Polynomial>> Needs = needsOf(V.P, V.Bits, V.OfInt);
  if (!Needs)
    return std::nullopt;
  if (!V.Signed && !isNonNegative(V.P)) {
    if (!isOfParameters(V.P))
      return std::nullopt;
    Needs->push_back(V.P);
  }
  for (Polynomial &P : *Needs)
    Resolve.need(std::move(P));
  return V.P;
}

//===----------------------------------------------------------------------===//
// Conversions and operations
//===----------------------------------------------------------------------===//

static bool isUnsigned(QualType Type) {
  return Type->isUnsignedIntegerOrEnumerationType();
}

std::optional<TypedValue> IndexScope::converted(TypedValue V, QualType From,
                                                QualType To) const {
  const unsigned Bits = AST.getIntWidth(To), Had = AST.getIntWidth(From);
  const bool Signed = !isUnsigned(To), Has = isUnsigned(From);
  if (V.isExact() && !Has && Had <= 32)
    V.OfInt = {V.P};
  // All values of the one type are values of the other.
  if (V.isExact() && ((Signed != Has && Bits >= Had) || (Has && Bits > Had)))
    return V;
  if (V.Assumed)
    return Bits >= 32 ? std::optional(V) : std::nullopt;
  if (V.Bits == 0 || Bits <= V.Bits)
    return reduced(V.P, Bits, Signed, std::move(V.OfInt));
  // More bits keep the value, but for a negative one without a sign.
  if (Signed || !V.Signed)
    return V;
  // One that is not negative stays as it is.
  if (!isNonNegative(V.P))
    return std::nullopt;
  std::optional<Polynomial> P = settled(V);
  return P ? std::optional(TypedValue(std::move(*P))) : std::nullopt;
}

/// Whether products of coefficients of both may have more than 63 bits.
static bool areLarge(const Polynomial &A, const Polynomial &B) {
  auto Largest = [](const Polynomial &P) {
    uint64_t Most = 0;
    for (const auto &[M, Coefficient] : P.terms())
      Most = std::max(Most, Coefficient < 0 ? 0 - uint64_t(Coefficient)
                                            : uint64_t(Coefficient));
    return Most;
  };
  return __int128(Largest(A)) * Largest(B) >= __int128(1) << 60;
}

/// \p P, computed in \p Type of values that \p Of says.
std::optional<TypedValue>
IndexScope::ofOperation(Polynomial P, QualType Type,
                        llvm::ArrayRef<TypedValue> Of) const {
  const unsigned Bits = AST.getIntWidth(Type);
  const bool Signed = !isUnsigned(Type);
  bool Exact = true, Assumed = false;
  std::vector<Polynomial> OfInt;
  for (const TypedValue &V : Of) {
    llvm::append_range(OfInt, V.OfInt);
    Exact &= V.isExact();
    Assumed |= V.Assumed;
    if (V.Bits == 0 || V.Bits >= Bits)
      continue;
    // What had fewer bits may have wrapped before.
    std::optional<std::vector<Polynomial>> Needs =
        needsOf(V.P, V.Bits, V.OfInt);
    if (!Needs)
      return std::nullopt;
    for (Polynomial &Each : *Needs)
      Resolve.need(std::move(Each));
    Assumed = true;
  }
  if (Assumed || (Signed && Exact)) { // what has a sign does not overflow
    TypedValue Result(std::move(P));
    Result.Assumed = Assumed;
    Result.OfInt = std::move(OfInt);
    return Result;
  }
  return reduced(std::move(P), Bits, Signed, std::move(OfInt));
}

std::optional<TypedValue> IndexScope::combined(const BinaryOperator *E) const {
  std::optional<TypedValue> Left = typed(E->getLHS()),
                            Right = typed(E->getRHS());
  if (!Left || !Right)
    return std::nullopt;
  switch (E->getOpcode()) {
  case BO_Add:
    return ofOperation(Left->P + Right->P, E->getType(), {*Left, *Right});
  case BO_Sub:
    return ofOperation(Left->P - Right->P, E->getType(), {*Left, *Right});
  case BO_Mul:
    if (areLarge(Left->P, Right->P))
      return std::nullopt;
    return ofOperation(Left->P * Right->P, E->getType(), {*Left, *Right});
  case BO_Shl: {
    std::optional<int64_t> By = Right->P.constant();
    if (!Right->isExact() || !By || *By < 0 || *By >= 31 ||
        areLarge(Left->P, int64_t(1) << *By))
      return std::nullopt;
    return ofOperation(Left->P * Polynomial(int64_t(1) << *By), E->getType(),
                       {*Left});
  }
  default:
    return std::nullopt;
  }
}

std::optional<TypedValue> IndexScope::typed(const Expr *E) const {
  E = E->IgnoreParens();
  if (!E->getType()->isIntegralOrEnumerationType() || E->isValueDependent())
    return std::nullopt;
  if (Expr::EvalResult Known;
      E->EvaluateAsInt(Known, AST, Expr::SE_NoSideEffects))
    return constantValue(Known.Val.getInt());
  if (std::optional<std::string> Symbol = builtinSymbol(E))
    return TypedValue(Polynomial::symbol(*Symbol));
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const Expr *Of = Cast->getSubExpr();
    switch (Cast->getCastKind()) {
    case CK_LValueToRValue:
    case CK_NoOp:
      return typed(Of);
    case CK_IntegralCast:
      if (std::optional<TypedValue> Value = typed(Of))
        return converted(std::move(*Value), Of->getType(), E->getType());
      return std::nullopt;
    default:
      return std::nullopt;
    }
  }
  if (const auto *Use = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Use->getDecl());
    auto Found = V ? Values.find(V) : Values.end();
    return Found == Values.end() ? std::nullopt : std::optional(Found->second);
  }
  if (const auto *Init = dyn_cast<InitListExpr>(E))
    return Init->getNumInits() == 1 ? typed(Init->getInit(0)) : std::nullopt;
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    std::optional<TypedValue> Of = typed(Unary->getSubExpr());
    if (!Of)
      return std::nullopt;
    switch (Unary->getOpcode()) {
    case UO_Plus:
      return Of;
    case UO_Minus:
      return ofOperation(Polynomial(0) - Of->P, E->getType(), {*Of});
    case UO_Not: // `~x`
      return ofOperation(Polynomial(-1) - Of->P, E->getType(), {*Of});
    default:
      return std::nullopt;
    }
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return combined(Binary);
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Resolve.value(Member);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return Resolve.value(Call);
  return std::nullopt;
}

std::optional<Polynomial> IndexScope::polynomial(const Expr *E) const {
  std::optional<TypedValue> Value = typed(E);
  return Value ? settled(*Value) : std::nullopt;
}

std::optional<Polynomial> IndexScope::subscript(const Expr *E) const {
  std::optional<TypedValue> Value = typed(E);
  if (!Value || Value->isExact() || Value->Assumed)
    return Value ? std::optional(Value->P) : std::nullopt;
  if (std::optional<Polynomial> Exact = settled(*Value))
    return Exact;
  std::optional<std::vector<Polynomial>> Needs =
      needsOf(Value->P, Value->Bits, Value->OfInt);
  if (!Needs)
    return std::nullopt;
  for (Polynomial &P : *Needs)
    Resolve.need(std::move(P));
  return Value->P;
}

std::optional<Polynomial> IndexScope::value(const VarDecl *V) const {
  auto It = Values.find(V);
  return It == Values.end() ? std::nullopt : std::optional(It->second.P);
}

std::optional<Polynomial> IndexScope::exactValue(const VarDecl *V) const {
  auto It = Values.find(V);
  return It == Values.end() || !It->second.isExact()
             ? std::nullopt
             : std::optional(It->second.P);
}

} // namespace tessera
