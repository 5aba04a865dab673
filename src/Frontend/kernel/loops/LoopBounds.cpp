//===- LoopBounds.cpp - Where a loop starts and ends ----------------------===//
//
//   for (int k = max(0, i - 3); k < min(n, i + 4); ++k)
//   for (int k = 0; k < n && k < m; ++k)
//
//===----------------------------------------------------------------------===//
#include "effects/StatementFacts.h"
#include "kernel/KernelBuilder.h"
#include "kernel/UnknownParts.h"

using namespace clang;

namespace tessera {

static bool isSigned(const Expr *E) {
  return E->IgnoreParenImpCasts()->getType()->isSignedIntegerType();
}

/// The one of the bounds \p Of, the greatest or least of which counts, by which
/// a block finds its way: it makes the length known, or is about where the
/// block's elements are. It comes first.
static std::vector<Polynomial> byUse(std::vector<Polynomial> Of,
                                     const Polynomial &Other) {
  auto Rank = [&](const Polynomial &P) {
    bool HasIds = llvm::any_of(P.symbols(), [](llvm::StringRef Symbol) {
      return Symbol.size() == 2 && llvm::StringRef("tb").contains(Symbol[0]);
    });
    return (P - Other).constant() && !Other.constant() ? 0
           : HasIds                                    ? 1
           : !P.constant()                             ? 2
                                                       : 3;
  };
  auto Least = std::min_element(Of.begin(), Of.end(), [&](auto &A, auto &B) {
    return Rank(A) < Rank(B);
  });
  if (!Of.empty())
    std::iter_swap(Of.begin(), Least);
  return Of;
}

bool KernelBuilder::describeStart(const LoopParts &S, LoopInfo &L) {
  if (!S.Init) {
    L.StartsBefore = true;
    if (!S.Start || !Starts.count(S.Counter))
      return false;
    L.Lower = *S.Start;
    L.LowerText = Starts[S.Counter];
    return true;
  }
  std::vector<Polynomial> Of = byUse(Scope.extreme(S.From, L.Step > 0), 0);
  std::optional<SourceRange> FromRange =
      C.parsedRange(S.From->getSourceRange());
  L.StartsApart = Of.size() > 1;
  if (!FromRange || Of.empty() ||
      (L.StartsApart && (std::abs(L.Step) != 1 || L.Stride)))
    return false;
  L.Lower = Of.front();
  L.LowerText = text(*FromRange);
  if (L.StartsApart && isa<ConditionalOperator>(S.From->IgnoreImpCasts())) {
    L.LowerText.insert(L.LowerText.begin(), Piece::verbatim("("));
    L.LowerText.push_back(Piece::verbatim(")"));
  }
  L.SignedBounds = isSigned(S.From);
  L.StartsAsCounter = C.AST.hasSameUnqualifiedType(
      S.From->IgnoreParenImpCasts()->getType(), S.Counter->getType());
  return true;
}

/// Whether something outside of \p Except may see the value of \p V that its
/// last round leaves, or, of \p Changes, changes it; other loops that set it do
/// not.
static bool usesOutside(const Stmt *S, const VarDecl *V, const Stmt *Except,
                        bool Changes) {
  if (!S || S == Except)
    return false;
  if (const auto *Use = dyn_cast<DeclRefExpr>(S); Use && Use->getDecl() == V)
    return !Changes;
  if (const auto *Unary = dyn_cast<UnaryOperator>(S))
    if (Changes && Unary->isIncrementDecrementOp() &&
        isUse(Unary->getSubExpr(), V))
      return true;
  if (const auto *Binary = dyn_cast<BinaryOperator>(S))
    if (Changes && Binary->isAssignmentOp() && isUse(Binary->getLHS(), V))
      return true;
  if (const auto *For = dyn_cast<ForStmt>(S))
    if (const auto *Sets = dyn_cast_or_null<BinaryOperator>(For->getInit());
        Sets && Sets->getOpcode() == BO_Assign && isUse(Sets->getLHS(), V))
      return usesOutside(Sets->getRHS(), V, Except, Changes) ||
             (Changes && usesOutside(For->getBody(), V, Except, Changes));
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return usesOutside(Child, V, Except, Changes);
  });
}

/// Whether the counter of \p L is behind all but the first of \p Firsts, and
/// before all but the first of \p Ends.
static Condition isInside(const LoopInfo &L, llvm::ArrayRef<Polynomial> Firsts,
                          llvm::ArrayRef<Polynomial> Ends) {
  const Polynomial Sign = L.Step > 0 ? 1 : -1;
  const Polynomial Counter = Polynomial::symbol(L.Symbol);
  Condition Result{Condition::Kind::And, {}, {}};
  for (const Polynomial &First : Firsts.drop_front())
    Result.Operands.push_back(
        {Condition::Kind::NonNegative, (Counter - First) * Sign, {}});
  for (const Polynomial &End : Ends.drop_front())
    Result.Operands.push_back(
        {Condition::Kind::NonNegative, (End - Counter) * Sign - 1, {}});
  return Result;
}

/// Whether the counter of \p L, of a type with so many bits, keeps within it,
/// from \p First to where it ends: behind the round before \p End.
bool KernelBuilder::keepsWithin(const LoopInfo &L, unsigned Bits,
                                const Polynomial &First,
                                const Polynomial &End) {
  const int64_t All = int64_t(1) << Bits, Least = L.Unsigned ? 0 : -All / 2;
  const int64_t Over = std::abs(L.Step) - 1;
  const int64_t Most = Least + All - 1;
  return Scope.isWithin(First, Least, Most) &&
         (L.Step > 0 ? Scope.isWithin(End, INT64_MIN / 2, Most - Over)
                     : Scope.isWithin(End, Least + Over, INT64_MAX / 2));
}

/// Where the comparison \p Test lets \p Counter end; empty if that is not
/// known.
static std::optional<Polynomial> endOf(const IndexScope &Scope,
                                       const Expr *Test, const VarDecl *Counter,
                                       bool Up) {
  const auto *Compare = dyn_cast<BinaryOperator>(Test->IgnoreParenImpCasts());
  if (!Compare || !Compare->isRelationalOp() ||
      !isUse(Compare->getLHS(), Counter))
    return std::nullopt;
  std::optional<Polynomial> End = Scope.polynomial(Compare->getRHS());
  const BinaryOperatorKind Op = Compare->getOpcode();
  if (!End || (Op != BO_LT && Op != BO_LE) == Up)
    return std::nullopt;
  if (Op == BO_LE || Op == BO_GE)
    *End += Up ? 1 : -1;
  return End;
}

bool KernelBuilder::describeBounds(const LoopParts &S, LoopInfo &L,
                                   const VarDecl *Counter) {
  const unsigned Bits = C.AST.getIntWidth(Counter->getType());
  auto Wraps = [&](const Expr *E) {
    L.Unknown = partAt(C, UnknownPart::Kind::Wraps, E);
    return false;
  };
  if (S.Steps == S.InTest) {
    // The body sees the counter already decreased.
    if (Scope.mayWrap(L.Lower))
      return Wraps(S.Next);
    Scope.declare(L.Symbol, /*MayBeNegative=*/false, /*IsParameter=*/false,
                  Bits);
    Scope.bind(Counter, Polynomial::symbol(L.Symbol));
    L.Lower -= 1;
    L.Upper = -1;
    L.UpperText = {Piece::verbatim("0")};
    L.UpperOp = ">";
    return true;
  }
  std::vector<const Expr *> More;
  const auto *Test = dyn_cast_or_null<BinaryOperator>(
      S.Test ? S.Test->IgnoreParenImpCasts() : nullptr);
  while (Test && Test->getOpcode() == BO_LAnd) {
    More.insert(More.begin(), Test->getRHS());
    Test = dyn_cast<BinaryOperator>(Test->getLHS()->IgnoreParenImpCasts());
  }
  if (!Test || !Test->isComparisonOp())
    return false;
  const Expr *Left = Test->getLHS(), *Right = Test->getRHS();
  BinaryOperatorKind Op = Test->getOpcode();
  if (!isUse(Left, Counter)) {
    std::swap(Left, Right);
    Op = BinaryOperator::reverseComparisonOp(Op);
  }
  if (!isUse(Left, Counter))
    return false;
  Scope.declare(L.Symbol, /*MayBeNegative=*/!L.Unsigned,
                /*IsParameter=*/false, Bits);
  Scope.bind(Counter, Polynomial::symbol(L.Symbol));
  const bool Up = L.Step > 0;
  std::vector<Polynomial> Ends = byUse(Scope.extreme(Right, !Up), L.Lower);
  std::optional<SourceRange> BoundRange =
      C.parsedRange(Right->getSourceRange());
  L.EndsApart = Ends.size() > 1;
  if (Ends.empty() || !BoundRange ||
      llvm::any_of(Ends, [&](auto &End) { return End.mentions(L.Symbol); }))
    return false;
  if (Op == BO_NE && (std::abs(L.Step) != 1 || L.Stride || L.EndsApart))
    return false;
  if (Op == (Up ? BO_LE : BO_GE))
    for (Polynomial &End : Ends)
      End += Up ? 1 : -1;
  else if (Op != (Up ? BO_LT : BO_GT) && Op != BO_NE)
    return false;
  // An unsigned counter that counts down must not pass 0: it would wrap.
  if (!Up && L.Unsigned &&
      (L.Step != -1 ||
       !llvm::any_of(
           Ends, [&](auto &End) { return Scope.isPlainlyNonNegative(End); }) ||
       (Op == BO_NE && !Ends.front().isZero()) || Scope.mayWrap(L.Lower)))
    return Wraps(Left);
  std::vector<Polynomial> Firsts = {L.Lower};
  if (L.StartsApart)
    Firsts = byUse(Scope.extreme(S.From, Up), 0);
  if (Up && llvm::any_of(Firsts, [&](auto &First) {
        return Scope.isPlainlyNonNegative(First);
      }))
    Scope.setNonNegative(L.Symbol);
  // An unsigned comparison is exact where neither side wraps.
  if (Test->getLHS()->getType()->isUnsignedIntegerType()) {
    if (Scope.mayWrap(Polynomial::symbol(L.Symbol)))
      return Wraps(Left);
    if (llvm::any_of(Ends, [&](auto &End) { return Scope.mayWrap(End); }))
      return Wraps(Right);
  }
  // It ends at the first of its bounds.
  if (L.Narrow) {
    std::vector<Polynomial> All = Ends;
    for (const Expr *Other : More)
      if (std::optional<Polynomial> End = endOf(Scope, Other, Counter, Up))
        All.push_back(std::move(*End));
    if (llvm::none_of(All, [&](const Polynomial &End) {
          return keepsWithin(L, Bits, L.Lower, End);
        }))
      return Wraps(Left);
  }
  // A counter that begins behind its end would have to wrap.
  if (Op == BO_NE && (L.Unsigned || L.Narrow) &&
      Scope.mayWrap((Ends.front() - L.Lower) * Polynomial(Up ? 1 : -1)))
    return Wraps(Left);
  const bool Apart = L.StartsApart || L.EndsApart;
  if (!More.empty() && !describeMoreBounds(More, L))
    return false;
  if (Up)
    Scope.setBounds(L.Symbol, L.Lower, Ends.front());
  L.Upper = Ends.front();
  L.UpperText = text(*BoundRange);
  L.UpperOp = BinaryOperator::getOpcodeStr(Op).str();
  L.SignedBounds &= isSigned(Right);
  if (Apart) {
    L.Inside = GuardId{unsigned(K.Guards.size())};
    K.Guards.push_back(
        {isInside(L, Firsts, Ends), C.place(S.Test->getBeginLoc()), 0, {}});
    Guards.push_back({*L.Inside, false});
  }
  L.SeenOutside =
      !L.Declares &&
      (!Frames.empty() || usesOutside(F->getBody(), Counter, S.Whole, false));
  L.ChangedOutside =
      !L.Declares &&
      (!Frames.empty() || usesOutside(F->getBody(), Counter, S.Whole, true));
  if (L.Stride && More.empty() && !Apart)
    splitStart(S, L, Counter);
  return true;
}

static bool isOfThread(const Monomial &M) {
  return llvm::any_of(M, [](llvm::StringRef Symbol) {
    return Symbol == "tx" || Symbol == "ty" || Symbol == "tz";
  });
}

void KernelBuilder::splitStart(const LoopParts &S, LoopInfo &L,
                               const VarDecl *Counter) {
  Polynomial Ahead;
  for (const auto &[M, Coefficient] : L.Lower.terms()) {
    Polynomial Term(Coefficient);
    for (const std::string &Symbol : M)
      Term = Term * Polynomial::symbol(Symbol);
    if (isOfThread(M))
      Ahead += Term;
  }
  bool Uniform = llvm::none_of(
      L.Upper.terms(), [](const auto &Term) { return isOfThread(Term.first); });
  // A counter that ends at another value must not be seen behind the loop.
  if (Ahead.isZero() || !Uniform || !Scope.isPlainlyNonNegative(Ahead) ||
      L.SeenOutside)
    return;
  unsigned Number = 0;
  do
    L.Base = L.Name + std::to_string(Number++);
  while (K.Identifiers.count(L.Base) || Symbols.count(L.Base));
  K.Identifiers.insert(L.Base);
  L.Symbol = freshSymbol(L.Base);
  L.Ahead = Ahead;
  L.Lower -= Ahead;
  Polynomial Base = Polynomial::symbol(L.Symbol);
  Scope.declare(L.Symbol, !Scope.isPlainlyNonNegative(L.Lower),
                /*IsParameter=*/false, L.Wide ? 64 : 32);
  Scope.bind(Counter, Base + Ahead);
  L.Inside = GuardId{unsigned(K.Guards.size())};
  K.Guards.push_back(
      {{Condition::Kind::NonNegative, L.Upper - Base - Ahead - 1, {}},
       C.place(S.Test->getBeginLoc()),
       0,
       {}});
  Guards.push_back({*L.Inside, false});
}

bool KernelBuilder::describeMoreBounds(llvm::ArrayRef<const Expr *> Of,
                                       LoopInfo &L) {
  std::vector<Condition> All;
  std::vector<Polynomial> Bounds;
  Text Spelled;
  for (const Expr *Bound : Of) {
    All.push_back(Scope.condition(Bound));
    std::optional<SourceRange> Range = C.parsedRange(Bound->getSourceRange());
    if (!Range || !addBounds(All.back(), /*Negated=*/false, Bounds))
      return false;
    if (!Spelled.empty())
      Spelled.push_back(Piece::verbatim(" && "));
    llvm::append_range(Spelled, text(*Range));
  }
  // Once it fails it must fail for all further iterations.
  for (const Polynomial &P : Bounds) {
    std::optional<LinearForm> Form = linearIn(P, L.Symbol);
    std::optional<int64_t> Factor =
        Form ? Form->Coefficient.constant() : std::nullopt;
    if (!Factor || *Factor * L.Step >= 0)
      return false;
  }
  L.SecondBound = std::move(Spelled);
  L.SecondInside = GuardId{unsigned(K.Guards.size())};
  Guards.push_back({*L.SecondInside, false});
  K.Guards.push_back({All.size() == 1
                          ? All.front()
                          : Condition{Condition::Kind::And, {}, std::move(All)},
                      C.place(Of.front()->getBeginLoc()),
                      0,
                      {}});
  return true;
}

} // namespace tessera
