//===- IndexExpr.cpp - Clang expressions as polynomials and conditions ----===//
#include "IndexExpr.h"
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

//===----------------------------------------------------------------------===//
// Polynomials
//===----------------------------------------------------------------------===//

std::optional<Polynomial> IndexScope::value(const VarDecl *V) const {
  auto It = Values.find(V);
  return It == Values.end() ? std::nullopt : std::optional(It->second);
}

std::optional<Polynomial> IndexScope::polynomial(const Expr *E) const {
  E = E->IgnoreParens();
  if (!E->getType()->isIntegralOrEnumerationType() || E->isValueDependent())
    return std::nullopt;
  Expr::EvalResult Known;
  if (E->EvaluateAsInt(Known, AST, Expr::SE_NoSideEffects)) {
    llvm::APSInt Value = Known.Val.getInt();
    if (Value.isRepresentableByInt64())
      return Polynomial(Value.getExtValue());
    return std::nullopt;
  }
  if (std::optional<std::string> Symbol = builtinSymbol(E))
    return Polynomial::symbol(*Symbol);
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    switch (Cast->getCastKind()) {
    case CK_LValueToRValue:
    case CK_NoOp:
      return polynomial(Cast->getSubExpr());
    case CK_IntegralCast:
      // A narrower type would wrap; `int` of an index is what people write.
      if (AST.getTypeSize(E->getType()) < 32)
        return std::nullopt;
      return polynomial(Cast->getSubExpr());
    default:
      return std::nullopt;
    }
  }
  if (const auto *Use = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Use->getDecl());
    return V ? value(V) : std::nullopt;
  }
  if (const auto *Init = dyn_cast<InitListExpr>(E))
    return Init->getNumInits() == 1 ? polynomial(Init->getInit(0))
                                    : std::nullopt;
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    std::optional<Polynomial> Operand = polynomial(Unary->getSubExpr());
    if (!Operand)
      return std::nullopt;
    if (Unary->getOpcode() == UO_Minus)
      return Polynomial(0) - *Operand;
    if (Unary->getOpcode() == UO_Plus)
      return Operand;
    return std::nullopt;
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    std::optional<Polynomial> Left = polynomial(Binary->getLHS());
    std::optional<Polynomial> Right = polynomial(Binary->getRHS());
    if (!Left || !Right)
      return std::nullopt;
    switch (Binary->getOpcode()) {
    case BO_Add:
      return *Left + *Right;
    case BO_Sub:
      return *Left - *Right;
    case BO_Mul:
      return *Left * *Right;
    case BO_Shl:
      if (std::optional<int64_t> By = Right->constant();
          By && *By >= 0 && *By < 31)
        return *Left * Polynomial(int64_t(1) << *By);
      return std::nullopt;
    default:
      return std::nullopt;
    }
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Resolve.value(Member);
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return Resolve.value(Call);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

bool IndexScope::isPlainlyNonNegative(const Polynomial &P) const {
  auto MayBeNegative = [&](llvm::StringRef Symbol) {
    return Symbols.lookup(Symbol).MayBeNegative;
  };
  return llvm::all_of(P.terms(), [&](const auto &Term) {
    return Term.second >= 0 && llvm::none_of(Term.first, MayBeNegative);
  });
}

bool IndexScope::mayWrap(const Polynomial &P,
                         std::vector<Polynomial> &MustNotBeNegative) const {
  if (isPlainlyNonNegative(P))
    return false;
  auto IsParameter = [&](llvm::StringRef Symbol) {
    return Symbols.lookup(Symbol).IsParameter;
  };
  if (!llvm::all_of(P.symbols(), IsParameter))
    return true;
  MustNotBeNegative.push_back(P);
  return false;
}

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

Condition
IndexScope::condition(const Expr *E,
                      std::vector<Polynomial> &MustNotBeNegative) const {
  E = E->IgnoreParenImpCasts();
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && Unary->getOpcode() == UO_LNot)
    return negate(condition(Unary->getSubExpr(), MustNotBeNegative));
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (Binary->isLogicalOp())
      return combine(Binary->getOpcode() == BO_LAnd ? Condition::Kind::And
                                                    : Condition::Kind::Or,
                     {condition(Binary->getLHS(), MustNotBeNegative),
                      condition(Binary->getRHS(), MustNotBeNegative)});
    if (Binary->isComparisonOp())
      return comparison(Binary, MustNotBeNegative);
  }
  // `if (n)` and constants.
  if (std::optional<Polynomial> Value = polynomial(E)) {
    if (std::optional<int64_t> Known = Value->constant())
      return *Known ? Condition{} : negate(Condition{});
    return negate({Condition::Kind::Zero, *Value, {}});
  }
  return opaque();
}

/// `Left < Right` for integers.
static Condition less(const Polynomial &Left, const Polynomial &Right) {
  return nonNegative(Right - Left - 1);
}

/// `k < max(a, b)` where \p k, or the other side, is a polynomial.
Condition IndexScope::comparisonWithExtreme(
    const BinaryOperator *E, std::vector<Polynomial> &MustNotBeNegative) const {
  const bool OnLeft = !polynomial(E->getLHS());
  const Expr *Of = OnLeft ? E->getLHS() : E->getRHS();
  const Polynomial Other = *polynomial(OnLeft ? E->getRHS() : E->getLHS());
  const BinaryOperatorKind Op = E->getOpcode();
  const bool Less = Op == BO_LT || Op == BO_LE;
  const int64_t Distance = Op == BO_LT || Op == BO_GT ? 1 : 0;
  if (E->getLHS()->getType()->isUnsignedIntegerType() &&
      mayWrap(Other, MustNotBeNegative))
    return opaque();
  for (bool Greatest : {false, true}) {
    std::vector<Condition> Each;
    for (const Polynomial &P : extreme(Of, Greatest))
      Each.push_back(nonNegative((Less == OnLeft ? Other - P : P - Other) -
                                 Polynomial(Distance)));
    // What is above the least is above one of them.
    if (!Each.empty())
      return combine(Greatest == (Less == OnLeft) ? Condition::Kind::And
                                                  : Condition::Kind::Or,
                     std::move(Each));
  }
  return opaque();
}

Condition
IndexScope::comparison(const BinaryOperator *E,
                       std::vector<Polynomial> &MustNotBeNegative) const {
  std::optional<Polynomial> Left = polynomial(E->getLHS());
  std::optional<Polynomial> Right = polynomial(E->getRHS());
  if (Left.has_value() != Right.has_value() && E->isRelationalOp())
    return comparisonWithExtreme(E, MustNotBeNegative);
  if (!Left || !Right)
    return opaque();
  BinaryOperatorKind Op = E->getOpcode();
  if (Op == BO_EQ)
    return {Condition::Kind::Zero, *Left - *Right, {}};
  if (Op == BO_NE)
    return negate({Condition::Kind::Zero, *Left - *Right, {}});
  // Only `Left < Right`, possibly negated, from here on.
  bool Negated = Op == BO_GE || Op == BO_LE;
  if (Op == BO_GT || Op == BO_LE)
    std::swap(Left, Right);
  Condition Less = less(*Left, *Right);

  if (E->getLHS()->getType()->isUnsignedIntegerType()) {
    bool LeftWraps = mayWrap(*Left, MustNotBeNegative);
    bool RightWraps = mayWrap(*Right, MustNotBeNegative);
    if (LeftWraps && RightWraps)
      return opaque();
    // A negative value wraps to a very large one.
    if (LeftWraps)
      Less = combine(Condition::Kind::And, {nonNegative(*Left), Less});
    if (RightWraps)
      Less = combine(Condition::Kind::Or, {negate(nonNegative(*Right)), Less});
  }
  return Negated ? negate(Less) : Less;
}

} // namespace tessera
