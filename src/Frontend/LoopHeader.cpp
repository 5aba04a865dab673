//===- LoopHeader.cpp - What a loop counts --------------------------------===//
//
//   for (int k = 0; k < n; ++k)                       k = 0; while (k < n)
//   for (unsigned k = n; k-- > 0;)
//   for (int i = bx * Bx + tx; i < n; i += Gx * Bx)   threads begin apart
//
//===----------------------------------------------------------------------===//
#include "KernelBuilder.h"
#include "MutationFinder.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace tessera {

static bool isUse(const Expr *E, const VarDecl *V) {
  const auto *Use = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  return Use && Use->getDecl() == V;
}

/// The variable that `k++` or `k += ..` changes; null if \p E is another
/// expression.
static const VarDecl *counterOf(const Expr *E) {
  const Expr *Target = nullptr;
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    Target = Unary->isIncrementDecrementOp() ? Unary->getSubExpr() : nullptr;
  else if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    Target = Binary->isAssignmentOp() ? Binary->getLHS() : nullptr;
  const auto *Use =
      Target ? dyn_cast<DeclRefExpr>(Target->IgnoreParens()) : nullptr;
  return Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
}

/// `k--`, if \p Test is `k-- > 0`, `k-- != 0` or `k--`.
static const UnaryOperator *countsInTest(const Expr *Test,
                                         const ASTContext &AST) {
  const Expr *Left = Test->IgnoreParenImpCasts();
  if (const auto *Binary = dyn_cast<BinaryOperator>(Left)) {
    std::optional<llvm::APSInt> Zero =
        Binary->getRHS()->isValueDependent()
            ? std::nullopt
            : Binary->getRHS()->getIntegerConstantExpr(AST);
    if (!Zero || !Zero->isZero() ||
        (Binary->getOpcode() != BO_GT && Binary->getOpcode() != BO_NE))
      return nullptr;
    Left = Binary->getLHS()->IgnoreParenImpCasts();
  }
  const auto *Unary = dyn_cast<UnaryOperator>(Left);
  return Unary && Unary->getOpcode() == UO_PostDec ? Unary : nullptr;
}

KernelParts::LoopParts partsOf(const Stmt *S, const ASTContext &AST) {
  KernelParts::LoopParts Parts;
  Parts.Whole = S;
  if (const auto *For = dyn_cast<ForStmt>(S)) {
    Parts.Init = For->getInit();
    Parts.Test = For->getCond();
    Parts.Next = For->getInc();
    Parts.Body = For->getBody();
    Parts.Close = For->getRParenLoc();
  } else {
    const auto *While = cast<WhileStmt>(S);
    Parts.Test = While->getCond();
    Parts.Body = While->getBody();
    Parts.Close = While->getRParenLoc();
  }
  if (!Parts.Next && Parts.Test) {
    if ((Parts.Next = countsInTest(Parts.Test, AST)))
      Parts.Steps = Parts.InTest;
    else if (const auto *Block = dyn_cast<CompoundStmt>(Parts.Body);
             Block && !Block->body_empty())
      if (const auto *Last = dyn_cast<Expr>(Block->body_back());
          Last && counterOf(Last)) {
        Parts.Next = Last;
        Parts.Steps = Parts.InBody;
      }
  }
  if (!Parts.Init && Parts.Next)
    Parts.Counter = counterOf(Parts.Next->IgnoreParenImpCasts());
  return Parts;
}

namespace {

/// Variables that count in one loop, and are changed nowhere else.
class CounterFinder : public RecursiveASTVisitor<CounterFinder> {
public:
  CounterFinder(const Stmt *Body, const ASTContext &AST)
      : Body(Body), AST(AST) {}

  std::set<const VarDecl *> run() {
    TraverseStmt(const_cast<Stmt *>(Body));
    return std::move(Found);
  }

  bool TraverseStmt(Stmt *S) {
    if (!S || !isa<ForStmt, WhileStmt, DoStmt>(S))
      return RecursiveASTVisitor::TraverseStmt(S);
    if (!isa<DoStmt>(S))
      look(S);
    const Stmt *Saved = std::exchange(Around, S);
    bool Result = RecursiveASTVisitor::TraverseStmt(S);
    Around = Saved;
    return Result;
  }
  bool VisitVarDecl(VarDecl *V) {
    DeclaredIn[V] = Around;
    return true;
  }

private:
  void look(const Stmt *Loop) {
    KernelParts::LoopParts Parts = partsOf(Loop, AST);
    const VarDecl *V = Parts.Counter;
    // In the same rounds of the loops around.
    auto At = DeclaredIn.find(V);
    if (!V || At == DeclaredIn.end() || At->second != Around || !V->getInit())
      return;
    std::set<const VarDecl *> Others;
    findMutations(Body, Others, /*Captures=*/true, Parts.Next);
    if (!Others.count(V))
      Found.insert(V);
  }

  const Stmt *Body;
  const ASTContext &AST;
  const Stmt *Around = nullptr;
  std::map<const VarDecl *, const Stmt *> DeclaredIn;
  std::set<const VarDecl *> Found;
};

} // namespace

std::set<const VarDecl *> findCounters(const Stmt *Body,
                                       const ASTContext &AST) {
  return CounterFinder(Body, AST).run();
}

bool KernelBuilder::describeStart(const LoopParts &S, LoopInfo &L,
                                  const VarDecl *&Counter) {
  if (!S.Init) {
    Counter = S.Counter;
    if (!S.Start || !Starts.count(Counter))
      return false;
    L.Declares = false;
    L.StartsBefore = true;
    L.Lower = *S.Start;
    L.LowerText = Starts[Counter];
    return true;
  }
  const Expr *From = nullptr;
  if (const auto *Declares = dyn_cast<DeclStmt>(S.Init)) {
    if (!Declares->isSingleDecl())
      return false;
    Counter = dyn_cast<VarDecl>(Declares->getSingleDecl());
    From = Counter ? Counter->getInit() : nullptr;
  } else if (const auto *Assigns = dyn_cast<BinaryOperator>(S.Init);
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
  return true;
}

/// What \p Next adds to \p Counter; Negative: takes from it. Null for `k++`.
static const Expr *addendOf(const Expr *Next, const VarDecl *Counter,
                            bool &Negative) {
  const auto *Binary = dyn_cast<BinaryOperator>(Next);
  if (!Binary || !isUse(Binary->getLHS(), Counter))
    return nullptr;
  const Expr *Right = Binary->getRHS()->IgnoreParenImpCasts();
  Negative = Binary->getOpcode() == BO_SubAssign;
  if (Negative || Binary->getOpcode() == BO_AddAssign)
    return Right;
  const auto *Sum = dyn_cast<BinaryOperator>(Right);
  if (Binary->getOpcode() != BO_Assign || !Sum || Sum->getOpcode() != BO_Add)
    return nullptr;
  if (isUse(Sum->getLHS(), Counter))
    return Sum->getRHS();
  return isUse(Sum->getRHS(), Counter) ? Sum->getLHS() : nullptr;
}

/// The size of block or grid.
static bool isUniformSize(llvm::StringRef Symbol) {
  return Symbol.size() == 2 && llvm::StringRef("BG").contains(Symbol[0]) &&
         llvm::StringRef("xyz").contains(Symbol[1]);
}

/// Whether \p P is positive whatever the sizes in it are.
static bool isSumOfSizes(const Polynomial &P) {
  return !P.isZero() && llvm::all_of(P.terms(), [](const auto &Term) {
    return Term.second > 0 && llvm::all_of(Term.first, isUniformSize);
  });
}

bool KernelBuilder::describeCounter(const LoopParts &S, LoopInfo &L,
                                    const VarDecl *&Counter) {
  if (!describeStart(S, L, Counter) || !S.Next)
    return false;
  L.Name = Counter->getNameAsString();
  L.Type = textType(Counter).getUnqualifiedType().getAsString(
      C.AST.getPrintingPolicy());
  L.Unsigned = Counter->getType()->isUnsignedIntegerType();
  L.Wide = C.AST.getIntWidth(Counter->getType()) > 32;
  L.StepsInBody = S.Steps == LoopParts::InBody;

  const Expr *Next = S.Next->IgnoreParenImpCasts();
  if (std::optional<SourceRange> Range = C.parsedRange(Next->getSourceRange()))
    L.StepText = C.text(*Range).str();
  if (const auto *Unary = dyn_cast<UnaryOperator>(Next)) {
    L.Step = Unary->isIncrementOp() ? 1 : -1;
    return Unary->isIncrementDecrementOp() && counterOf(Next) == Counter;
  }
  bool Negative = false;
  const Expr *Addend = addendOf(Next, Counter, Negative);
  std::optional<Polynomial> By =
      Addend ? Scope.polynomial(Addend) : std::nullopt;
  if (!By)
    return false;
  if (std::optional<int64_t> Known = By->constant()) {
    L.Step = Negative ? -*Known : *Known;
    return L.Step != 0;
  }
  std::optional<SourceRange> Range = C.parsedRange(Addend->getSourceRange());
  auto IsUniform = [&](llvm::StringRef Symbol) {
    return isUniformSize(Symbol) || Scope.isParameter(Symbol);
  };
  if (Negative || !Range || !llvm::all_of(By->symbols(), IsUniform) ||
      (!isSumOfSizes(*By) && Scope.mayWrap(*By - 1, K.MustNotBeNegative)))
    return false;
  L.Stride = By;
  std::vector<Hole> Saved;
  if (L.StepsInBody) { // the header has no holes for it
    Saved = std::exchange(Holes, {});
    expression(Addend, Mode::Read);
    placeExpansions(std::nullopt);
  }
  L.StrideText = text(*Range);
  if (L.StepsInBody)
    Holes = std::move(Saved);
  return true;
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

/// Whether the body changes \p Counter, or leaves a round, in a way that the
/// header does not tell.
static bool isDisturbed(const KernelParts::LoopParts &S,
                        const VarDecl *Counter) {
  std::set<const VarDecl *> Changed;
  findMutations(S.Body, Changed, /*Captures=*/true, S.Next);
  // `continue` would leave the step out.
  bool Jumps =
      S.Steps == S.InBody ? containsJump(S.Body) : hasOtherJump(S.Body);
  return Jumps || Changed.count(Counter);
}

LoopInfo KernelBuilder::describeLoop(const LoopParts &S,
                                     const VarDecl *&Counter) {
  LoopInfo L;
  bool Usual = describeCounter(S, L, Counter);
  bool While = isa<WhileStmt>(S.Whole);
  if (!Usual && While)
    L.Name.clear();
  L.Symbol = freshSymbol(!L.Name.empty() ? L.Name : While ? "while" : "for");
  L.Opaque =
      !Usual || isDisturbed(S, Counter) || !describeBounds(S, L, Counter);
  return L;
}

bool KernelBuilder::describeBounds(const LoopParts &S, LoopInfo &L,
                                   const VarDecl *Counter) {
  if (S.Steps == S.InTest) {
    // The body sees the counter already decreased.
    if (Scope.mayWrap(L.Lower, K.MustNotBeNegative))
      return false;
    Scope.declare(L.Symbol, /*MayBeNegative=*/false, /*IsParameter=*/false);
    Scope.bind(Counter, Polynomial::symbol(L.Symbol));
    L.Lower -= 1;
    L.Upper = -1;
    L.UpperText = {Piece::verbatim("0")};
    L.UpperOp = ">";
    return true;
  }
  const auto *Test = dyn_cast_or_null<BinaryOperator>(
      S.Test ? S.Test->IgnoreParenImpCasts() : nullptr);
  const Expr *Second = nullptr;
  if (Test && Test->getOpcode() == BO_LAnd) {
    Second = Test->getRHS();
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
                /*IsParameter=*/false);
  Scope.bind(Counter, Polynomial::symbol(L.Symbol));
  std::optional<Polynomial> Bound = Scope.polynomial(Right);
  if (Bound && Bound->mentions(L.Symbol))
    return false;
  std::optional<SourceRange> BoundRange =
      C.parsedRange(Right->getSourceRange());
  if (!Bound || !BoundRange)
    return false;
  bool Up = L.Step > 0;
  if (Op == BO_LE && Up)
    *Bound += 1;
  else if (Op == BO_GE && !Up)
    *Bound -= 1;
  else if (Op == BO_NE && (std::abs(L.Step) != 1 || L.Stride))
    return false;
  else if (!(Op == BO_LT && Up) && !(Op == BO_GT && !Up) && Op != BO_NE)
    return false;
  // An unsigned counter that counts down must not pass 0: it would wrap.
  if (!Up && L.Unsigned &&
      (L.Step != -1 || !Scope.isPlainlyNonNegative(*Bound) ||
       (Op == BO_NE && !Bound->isZero()) ||
       Scope.mayWrap(L.Lower, K.MustNotBeNegative)))
    return false;
  if (Up && Scope.isPlainlyNonNegative(L.Lower))
    Scope.setNonNegative(L.Symbol);
  // An unsigned comparison is exact where neither side wraps.
  if (Test->getLHS()->getType()->isUnsignedIntegerType() &&
      (Scope.mayWrap(Polynomial::symbol(L.Symbol), K.MustNotBeNegative) ||
       Scope.mayWrap(*Bound, K.MustNotBeNegative)))
    return false;
  if (Second && !describeSecondBound(Second, L))
    return false;
  L.Upper = *Bound;
  L.UpperText = text(*BoundRange);
  L.UpperOp = BinaryOperator::getOpcodeStr(Op).str();
  if (L.Stride && !Second)
    splitStart(S, L, Counter);
  return true;
}

static bool isOfThread(const Monomial &M) {
  return llvm::any_of(M, [](llvm::StringRef Symbol) {
    return Symbol == "tx" || Symbol == "ty" || Symbol == "tz";
  });
}

/// Whether \p S uses \p V outside of \p Except.
static bool usesOutside(const Stmt *S, const VarDecl *V, const Stmt *Except) {
  if (!S || S == Except)
    return false;
  if (const auto *Use = dyn_cast<DeclRefExpr>(S); Use && Use->getDecl() == V)
    return true;
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return usesOutside(Child, V, Except);
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
      (!L.Declares && usesOutside(F->getBody(), Counter, S.Whole)))
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
                /*IsParameter=*/false);
  Scope.bind(Counter, Base + Ahead);
  L.Inside = GuardId{unsigned(K.Guards.size())};
  K.Guards.push_back(
      {{Condition::Kind::NonNegative, L.Upper - Base - Ahead - 1, {}},
       C.place(S.Test->getBeginLoc())});
  Guards.push_back({*L.Inside, false});
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

} // namespace tessera
