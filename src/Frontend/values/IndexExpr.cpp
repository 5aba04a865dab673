//===- IndexExpr.cpp - Clang expressions as polynomials and conditions ----===//
#include "values/IndexExpr.h"
#include "FrontendContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace tessera {

//===----------------------------------------------------------------------===//
// Built-in variables
//===----------------------------------------------------------------------===//

/// `threadIdx.x` is a member of a variable in our declarations, and a property
/// of one in Clang's wrapper of the toolkit's.
static const DeclRefExpr *memberBase(const Expr *E, llvm::StringRef &Member) {
  auto Variable = [](const Expr *Base) {
    Base = Base->IgnoreParenImpCasts();
    if (const auto *Opaque = dyn_cast<OpaqueValueExpr>(Base))
      Base = Opaque->getSourceExpr()->IgnoreParenImpCasts();
    return dyn_cast<DeclRefExpr>(Base);
  };
  E = E->IgnoreParenImpCasts();
  if (const auto *Pseudo = dyn_cast<PseudoObjectExpr>(E))
    E = Pseudo->getSyntacticForm()->IgnoreParenImpCasts();
  if (const auto *Property = dyn_cast<MSPropertyRefExpr>(E)) {
    Member = Property->getPropertyDecl()->getName();
    return Variable(Property->getBaseExpr());
  }
  if (const auto *M = dyn_cast<MemberExpr>(E)) {
    if (!M->getMemberDecl()->getIdentifier())
      return nullptr;
    Member = M->getMemberDecl()->getName();
    return Variable(M->getBase());
  }
  return nullptr;
}

std::optional<std::string> builtinSymbol(const Expr *E) {
  llvm::StringRef Member;
  const DeclRefExpr *Base = memberBase(E, Member);
  if (!Base || Member.size() != 1 ||
      !Base->getDecl()->getDeclContext()->isTranslationUnit())
    return std::nullopt;
  llvm::StringRef Variable = Base->getDecl()->getName();
  const char *Letter = llvm::StringSwitch<const char *>(Variable)
                           .Case("threadIdx", "t")
                           .Case("blockIdx", "b")
                           .Case("blockDim", "B")
                           .Case("gridDim", "G")
                           .Default(nullptr);
  if (!Letter)
    return std::nullopt;
  return Letter + Member.str();
}

std::optional<TypedValue> constantValue(const llvm::APSInt &Value) {
  constexpr uint64_t Largest = uint64_t(1) << 60;
  const bool Wraps = !Value.isRepresentableByInt64();
  const int64_t Number = int64_t(Value.extOrTrunc(64).getZExtValue());
  if (Value.getBitWidth() > 64 || uint64_t(Number) + Largest > 2 * Largest)
    return std::nullopt;
  return TypedValue(Number, Wraps ? 64 : 0, /*Signed=*/false);
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

static Condition opaque() { return {Condition::Kind::Opaque, {}, {}}; }

static Condition nonNegative(Polynomial P) {
  return {Condition::Kind::NonNegative, std::move(P), {}};
}

static Condition combine(Condition::Kind K, std::vector<Condition> Operands) {
  return {K, {}, std::move(Operands)};
}

static Condition negate(Condition C) {
  return combine(Condition::Kind::Not, {std::move(C)});
}

/// Whether \p P is a sum of ids and of sizes of blocks and grids, which are
/// never negative.
static bool isOfIds(const Polynomial &P) {
  auto IsId = [](llvm::StringRef Symbol) {
    return Symbol.size() == 2 && llvm::StringRef("tbBG").contains(Symbol[0]) &&
           llvm::StringRef("xyz").contains(Symbol[1]);
  };
  return llvm::all_of(P.terms(), [&](const auto &Term) {
    return Term.second > 0 && llvm::all_of(Term.first, IsId);
  });
}

// `k <= m` arrives as the negation of `m < k`.
bool addBounds(const Condition &When, bool Negated,
               std::vector<Polynomial> &Into) {
  switch (When.K) {
  case Condition::Kind::NonNegative:
    Into.push_back(Negated ? Polynomial(-1) - When.Value : When.Value);
    return true;
  case Condition::Kind::Zero: { // `x != 0`
    const Polynomial Least =
        isOfIds(When.Value) ? When.Value : Polynomial(0) - When.Value;
    if (!Negated || !isOfIds(Least))
      return false;
    Into.push_back(Least - Polynomial(1));
    return true;
  }
  case Condition::Kind::Not:
    return addBounds(When.Operands.front(), !Negated, Into);
  case Condition::Kind::And:
  case Condition::Kind::Or: {
    if (Negated != (When.K == Condition::Kind::Or))
      return false;
    bool All = true;
    for (const Condition &C : When.Operands)
      All &= addBounds(C, Negated, Into);
    return All;
  }
  default:
    return false;
  }
}

Condition IndexScope::condition(const Expr *E) const {
  E = E->IgnoreParenImpCasts();
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && Unary->getOpcode() == UO_LNot)
    return negate(condition(Unary->getSubExpr()));
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (Binary->isLogicalOp())
      return combine(
          Binary->getOpcode() == BO_LAnd ? Condition::Kind::And
                                         : Condition::Kind::Or,
          {condition(Binary->getLHS()), condition(Binary->getRHS())});
    if (Binary->isComparisonOp())
      return comparison(Binary);
  }
  // `if (n)` and constants.
  std::optional<TypedValue> Value = typed(E);
  if (!Value)
    return opaque();
  if (std::optional<int64_t> Known = Value->P.constant();
      Known && Value->isExact())
    return *Known ? Condition{} : negate(Condition{});
  Condition IsZero = equality(*Value, TypedValue(), Value->Bits);
  return IsZero.isOpaque() ? IsZero : negate(IsZero);
}

/// `Left < Right` for integers.
static Condition less(const Polynomial &Left, const Polynomial &Right) {
  return nonNegative(Right - Left - 1);
}

/// `k < max(a, b)` where \p k, or the other side, is a polynomial.
Condition IndexScope::comparisonWithExtreme(const BinaryOperator *E) const {
  const std::optional<Polynomial> Left = polynomial(E->getLHS());
  const bool OnLeft = !Left;
  const Expr *Of = OnLeft ? E->getLHS() : E->getRHS();
  const std::optional<Polynomial> Other =
      OnLeft ? polynomial(E->getRHS()) : Left;
  const BinaryOperatorKind Op = E->getOpcode();
  const bool Less = Op == BO_LT || Op == BO_LE;
  const int64_t Distance = Op == BO_LT || Op == BO_GT ? 1 : 0;
  if (!Other ||
      (E->getLHS()->getType()->isUnsignedIntegerType() && mayWrap(*Other)))
    return opaque();
  for (bool Greatest : {false, true}) {
    std::vector<Condition> Each;
    for (const Polynomial &P : extreme(Of, Greatest))
      Each.push_back(nonNegative((Less == OnLeft ? *Other - P : P - *Other) -
                                 Polynomial(Distance)));
    // What is above the least is above one of them.
    if (!Each.empty())
      return combine(Greatest == (Less == OnLeft) ? Condition::Kind::And
                                                  : Condition::Kind::Or,
                     std::move(Each));
  }
  return opaque();
}

/// Whether the two are equal, of a type with so many bits; 0: as they are.
Condition IndexScope::equality(const TypedValue &Left, const TypedValue &Right,
                               unsigned Bits) const {
  Polynomial Distance = Left.P - Right.P;
  if (Left.Assumed || Right.Assumed)
    return opaque();
  std::vector<Polynomial> OfInt = Left.OfInt;
  llvm::append_range(OfInt, Right.OfInt);
  for (const TypedValue *V : {&Left, &Right}) {
    if (V->Bits == 0)
      continue;
    if (V->Bits != Bits) // it was converted to more bits
      return opaque();
    Distance = reduced(std::move(Distance), Bits, /*Signed=*/true, OfInt).P;
    std::optional<std::vector<Polynomial>> Needs =
        needsOf(Distance, Bits, OfInt);
    if (!Needs)
      return opaque();
    for (Polynomial &P : *Needs)
      Resolve.need(std::move(P));
  }
  return {Condition::Kind::Zero, std::move(Distance), {}};
}

Condition IndexScope::comparison(const BinaryOperator *E) const {
  std::optional<TypedValue> Left = typed(E->getLHS()),
                            Right = typed(E->getRHS());
  const unsigned Bits = E->getLHS()->getType()->isIntegralOrEnumerationType()
                            ? AST.getIntWidth(E->getLHS()->getType())
                            : 0;
  if (Left.has_value() != Right.has_value() && E->isRelationalOp())
    return comparisonWithExtreme(E);
  if (!Left || !Right)
    return opaque();
  BinaryOperatorKind Op = E->getOpcode();
  if (Op == BO_EQ || Op == BO_NE) {
    Condition Equal = equality(*Left, *Right, Bits);
    return Op == BO_EQ || Equal.isOpaque() ? Equal : negate(Equal);
  }
  // Only `Left < Right`, possibly negated, from here on.
  bool Negated = Op == BO_GE || Op == BO_LE;
  if (Op == BO_GT || Op == BO_LE)
    std::swap(Left, Right);
  for (std::optional<TypedValue> *Side : {&Left, &Right})
    if (std::optional<Polynomial> Exact = settled(**Side))
      (*Side)->P = std::move(*Exact), (*Side)->Bits = 0;
  const bool LeftWraps = !Left->isExact(), RightWraps = !Right->isExact();
  Condition Less = less(Left->P, Right->P);
  if (LeftWraps || RightWraps) {
    // A negative value wraps to a very large one. What it is compared with is
    // not that large.
    const TypedValue &Wraps = LeftWraps ? *Left : *Right;
    const TypedValue &Other = LeftWraps ? *Right : *Left;
    std::optional<std::vector<Polynomial>> Needs =
        Wraps.Bits < 32 ? std::nullopt
                        : needsOf(Wraps.P, Wraps.Bits, Wraps.OfInt);
    if ((LeftWraps && RightWraps) || Wraps.Signed || Wraps.Assumed || !Needs)
      return opaque();
    if (Wraps.Bits == 32 && !isNoMoreThan(Other, INT32_MAX))
      return opaque();
    for (Polynomial &P : *Needs)
      Resolve.need(std::move(P));
    Less = LeftWraps
               ? combine(Condition::Kind::And,
                         {nonNegative(Left->P), std::move(Less)})
               : combine(Condition::Kind::Or,
                         {negate(nonNegative(Right->P)), std::move(Less)});
  }
  return Negated ? negate(Less) : Less;
}

} // namespace tessera
