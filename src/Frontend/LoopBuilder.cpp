//===- LoopBuilder.cpp - Loops of a KernelTree ----------------------------===//
#include "KernelBuilder.h"

using namespace clang;

namespace tessera {

bool containsJump(const Stmt *S, bool InLoop) {
  if (!S)
    return false;
  if (isa<ReturnStmt, GotoStmt, LabelStmt>(S))
    return true;
  if (isa<BreakStmt, ContinueStmt>(S))
    return !InLoop;
  bool Inner = InLoop || isa<ForStmt, WhileStmt, DoStmt, SwitchStmt>(S);
  for (const Stmt *Child : S->children())
    if (containsJump(Child, Inner))
      return true;
  return false;
}

NodePtr KernelBuilder::otherLoop(const Stmt *Header, const Stmt *Body, Node N,
                                 unsigned &Cursor) {
  N.K = Node::Kind::Loop;
  Holes.clear();
  LoopInfo L;
  L.Symbol = freshSymbol("while");
  L.Opaque = true;
  L.Where = C.toUser(Cursor);
  LoopId Id{unsigned(K.Loops.size())};
  K.Loops.push_back(L);
  N.Loop = Id;
  enterLoop(Id);
  bool Saved = std::exchange(Conditional, true);
  children(Header->children().empty() ? nullptr : Header);
  if (const auto *E = dyn_cast<Expr>(Header))
    expression(E, Mode::Read);
  Conditional = Saved;
  placeExpansions(std::nullopt);
  std::optional<SourceRange> BodyRange = C.parsedRange(Body->getSourceRange());
  std::optional<SourceRange> Condition =
      C.parsedRange(Header->getSourceRange());
  size_t Close =
      Condition ? C.buffer().find(')', Condition->End) : std::string::npos;
  if (!BodyRange || Close == std::string::npos) {
    unsupported(Header->getBeginLoc(), "a loop comes from a macro");
    return std::make_shared<Node>(std::move(N));
  }
  N.Head = text({Cursor, unsigned(Close) + 1});
  Cursor = Close + 1;
  ++Nesting;
  N.Children.push_back(statement(Body, Cursor));
  --Nesting;
  Loops.pop_back();
  return std::make_shared<Node>(std::move(N));
}

bool KernelBuilder::describeCounter(const ForStmt *S, LoopInfo &L,
                                    const VarDecl *&Counter) {
  const Expr *From = nullptr;
  if (const auto *Declares = dyn_cast_or_null<DeclStmt>(S->getInit())) {
    if (!Declares->isSingleDecl())
      return false;
    Counter = dyn_cast<VarDecl>(Declares->getSingleDecl());
    From = Counter ? Counter->getInit() : nullptr;
  } else if (const auto *Assigns =
                 dyn_cast_or_null<BinaryOperator>(S->getInit());
             Assigns && Assigns->getOpcode() == BO_Assign) {
    L.Declares = false;
    if (const auto *Use =
            dyn_cast<DeclRefExpr>(Assigns->getLHS()->IgnoreParens()))
      Counter = dyn_cast<VarDecl>(Use->getDecl());
    From = Assigns->getRHS();
  }
  if (!Counter || !From || !Counter->getType()->isIntegerType())
    return false;
  std::optional<Polynomial> Lower = Scope.polynomial(From);
  std::optional<SourceRange> FromRange = C.parsedRange(From->getSourceRange());
  if (!Lower || !FromRange)
    return false;
  L.Lower = *Lower;
  L.LowerText = text(*FromRange);
  L.Name = Counter->getNameAsString();
  L.Type = Counter->getType().getUnqualifiedType().getAsString(
      C.AST.getPrintingPolicy());
  L.Unsigned = Counter->getType()->isUnsignedIntegerType();

  const Expr *Next = S->getInc();
  if (!Next)
    return false;
  auto IsCounter = [&](const Expr *E) {
    const auto *Use = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Use && Use->getDecl() == Counter;
  };
  Next = Next->IgnoreParenImpCasts();
  std::optional<Polynomial> By;
  if (const auto *Unary = dyn_cast<UnaryOperator>(Next);
      Unary && Unary->isIncrementDecrementOp() &&
      IsCounter(Unary->getSubExpr())) {
    By = Polynomial(Unary->isIncrementOp() ? 1 : -1);
  } else if (const auto *Binary = dyn_cast<BinaryOperator>(Next);
             Binary && IsCounter(Binary->getLHS())) {
    const Expr *Right = Binary->getRHS()->IgnoreParenImpCasts();
    if (Binary->getOpcode() == BO_AddAssign)
      By = Scope.polynomial(Right);
    else if (Binary->getOpcode() == BO_SubAssign) {
      if (std::optional<Polynomial> P = Scope.polynomial(Right))
        By = Polynomial(0) - *P;
    } else if (const auto *Sum = dyn_cast<BinaryOperator>(Right);
               Binary->getOpcode() == BO_Assign && Sum &&
               Sum->getOpcode() == BO_Add) {
      if (IsCounter(Sum->getLHS()))
        By = Scope.polynomial(Sum->getRHS());
      else if (IsCounter(Sum->getRHS()))
        By = Scope.polynomial(Sum->getLHS());
    }
  }
  if (!By || !By->constant() || *By->constant() == 0)
    return false;
  L.Step = *By->constant();
  if (std::optional<SourceRange> Range = C.parsedRange(Next->getSourceRange()))
    L.StepText = C.text(*Range).str();
  return true;
}

/// Whether \p V is changed anywhere in \p S.
static bool changes(const Stmt *S, const VarDecl *V) {
  if (!S)
    return false;
  const Expr *Target = nullptr;
  if (const auto *Binary = dyn_cast<BinaryOperator>(S);
      Binary && Binary->isAssignmentOp())
    Target = Binary->getLHS();
  if (const auto *Unary = dyn_cast<UnaryOperator>(S);
      Unary &&
      (Unary->isIncrementDecrementOp() || Unary->getOpcode() == UO_AddrOf))
    Target = Unary->getSubExpr();
  if (Target)
    if (const auto *Use = dyn_cast<DeclRefExpr>(Target->IgnoreParenImpCasts()))
      if (Use->getDecl() == V)
        return true;
  for (const Stmt *Child : S->children())
    if (changes(Child, V))
      return true;
  return false;
}

bool isPlainContinue(const Stmt *S) {
  const auto *Branch = dyn_cast<IfStmt>(S);
  if (!Branch || Branch->getElse())
    return false;
  const Stmt *Then = Branch->getThen();
  while (const auto *Block = dyn_cast<CompoundStmt>(Then)) {
    if (Block->size() != 1)
      return false;
    Then = Block->body_front();
  }
  return isa<ContinueStmt>(Then);
}

/// Whether the loop's body \p S jumps other than by `if (c) continue;` right
/// below it.
static bool hasOtherJump(const Stmt *S) {
  const auto *Block = dyn_cast<CompoundStmt>(S);
  if (!Block)
    return containsJump(S);
  return llvm::any_of(Block->body(), [](const Stmt *Child) {
    return !isPlainContinue(Child) && containsJump(Child);
  });
}

LoopInfo KernelBuilder::describeLoop(const ForStmt *S,
                                     const VarDecl *&Counter) {
  LoopInfo L;
  L.Opaque = true;
  bool Usual = describeCounter(S, L, Counter);
  L.Symbol = freshSymbol(L.Name.empty() ? "for" : L.Name);
  if (!Usual || hasOtherJump(S->getBody()) || changes(S->getBody(), Counter))
    return L;
  const auto *Test = dyn_cast_or_null<BinaryOperator>(
      S->getCond() ? S->getCond()->IgnoreParenImpCasts() : nullptr);
  const Expr *Second = nullptr;
  if (Test && Test->getOpcode() == BO_LAnd) {
    Second = Test->getRHS();
    Test = dyn_cast<BinaryOperator>(Test->getLHS()->IgnoreParenImpCasts());
  }
  if (!Test || !Test->isComparisonOp())
    return L;
  const Expr *Left = Test->getLHS(), *Right = Test->getRHS();
  BinaryOperatorKind Op = Test->getOpcode();
  auto IsCounter = [&](const Expr *E) {
    const auto *Use = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Use && Use->getDecl() == Counter;
  };
  if (!IsCounter(Left)) {
    std::swap(Left, Right);
    Op = BinaryOperator::reverseComparisonOp(Op);
  }
  if (!IsCounter(Left))
    return L;
  Scope.declare(L.Symbol, /*MayBeNegative=*/!L.Unsigned,
                /*IsParameter=*/false);
  Scope.bind(Counter, Polynomial::symbol(L.Symbol));
  std::optional<Polynomial> Bound = Scope.polynomial(Right);
  if (Bound && Bound->mentions(L.Symbol))
    return L;
  std::optional<SourceRange> BoundRange =
      C.parsedRange(Right->getSourceRange());
  if (!Bound || !BoundRange)
    return L;
  bool Up = L.Step > 0;
  if (Op == BO_LE && Up)
    *Bound += 1;
  else if (Op == BO_GE && !Up)
    *Bound -= 1;
  else if (Op == BO_NE && std::abs(L.Step) != 1)
    return L;
  else if (!(Op == BO_LT && Up) && !(Op == BO_GT && !Up) && Op != BO_NE)
    return L;
  // An unsigned counter that counts down ends by wrapping or never.
  if (!Up && Counter->getType()->isUnsignedIntegerType())
    return L;
  if (Up && Scope.isPlainlyNonNegative(L.Lower))
    Scope.setNonNegative(L.Symbol);
  // An unsigned comparison is exact where neither side wraps.
  if (Test->getLHS()->getType()->isUnsignedIntegerType() &&
      (Scope.mayWrap(Polynomial::symbol(L.Symbol), K.MustNotBeNegative) ||
       Scope.mayWrap(*Bound, K.MustNotBeNegative)))
    return L;
  if (Second && !describeSecondBound(Second, L))
    return L;
  L.Upper = *Bound;
  L.UpperText = text(*BoundRange);
  L.UpperOp = BinaryOperator::getOpcodeStr(Op).str();
  L.Opaque = false;
  return L;
}

bool KernelBuilder::describeSecondBound(const Expr *Bound, LoopInfo &L) {
  Condition When = Scope.condition(Bound, K.MustNotBeNegative);
  // `k <= m` arrives as the negation of `m < k`.
  if (When.K == Condition::Kind::Not &&
      When.Operands.front().K == Condition::Kind::NonNegative)
    When = {Condition::Kind::NonNegative,
            Polynomial(-1) - When.Operands.front().Value,
            {}};
  std::optional<SourceRange> Range = C.parsedRange(Bound->getSourceRange());
  // Once it fails it must fail for all further iterations.
  bool EndsTheLoop = When.K == Condition::Kind::NonNegative &&
                     When.Value.coefficient({L.Symbol}) * L.Step < 0;
  if (!EndsTheLoop || !Range)
    return false;
  for (const auto &[M, Coefficient] : When.Value.terms())
    if (M.size() > 1 && llvm::is_contained(M, L.Symbol))
      return false;
  L.SecondBound = text(*Range);
  Guards.push_back({{unsigned(K.Guards.size())}, false});
  K.Guards.push_back({When, C.place(Bound->getBeginLoc())});
  return true;
}

NodePtr KernelBuilder::forLoop(const ForStmt *S, Node N, unsigned &Cursor) {
  N.K = Node::Kind::Loop;
  Holes.clear();
  LoopId Id{unsigned(K.Loops.size())};
  size_t Before = Guards.size();
  K.Loops.emplace_back();
  K.Loops[Id.Index].Opaque = true;

  // The header runs once more than the body: its accesses are not modelled
  // exactly.
  bool Saved = std::exchange(Conditional, true);
  if (S->getInit())
    children(S->getInit());
  if (const auto *Init = dyn_cast_or_null<Expr>(S->getInit()))
    expression(Init, Mode::Read);
  enterLoop(Id);
  if (S->getCond())
    expression(S->getCond(), Mode::Read);
  if (S->getInc())
    expression(S->getInc(), Mode::Read);
  Conditional = Saved;
  placeExpansions(std::nullopt);

  const VarDecl *Counter = nullptr;
  LoopInfo L = describeLoop(S, Counter);
  L.Where = C.toUser(Cursor);
  if (L.Opaque && Counter)
    Scope.unbind(Counter);
  if (L.Opaque && K.HasShared)
    if (const VarDecl *Scaled = describeScaling(S, L))
      Counter = Scaled;
  K.Loops[Id.Index] = L;
  N.Loop = Id;
  unsigned HeadEnd = C.offset(S->getRParenLoc()).value_or(Cursor) + 1;
  N.Head = text({Cursor, HeadEnd});
  Cursor = HeadEnd;
  ++Nesting;
  N.Children.push_back(statement(S->getBody(), Cursor));
  --Nesting;
  Loops.pop_back();
  Guards.resize(Before);
  if (Counter)
    Scope.unbind(Counter);
  return std::make_shared<Node>(std::move(N));
}

} // namespace tessera
