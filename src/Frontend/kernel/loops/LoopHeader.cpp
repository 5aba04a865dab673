//===- LoopHeader.cpp - What a loop counts --------------------------------===//
//
//   for (int k = 0; k < n; ++k)                       k = 0; while (k < n)
//   for (unsigned k = n; k-- > 0;)
//   for (int i = bx * Bx + tx; i < n; i += Gx * Bx)   threads begin apart
//
//===----------------------------------------------------------------------===//
#include "effects/Changes.h"
#include "effects/StatementFacts.h"
#include "kernel/KernelBuilder.h"
#include "kernel/KernelVariables.h"
#include "kernel/UnknownParts.h"
#include "source/TypeText.h"
#include "tessera/Model/TypePieces.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace tessera {

/// What `k++` or `k += ..` changes; null if \p E is another expression.
static const Expr *targetOf(const Expr *E) {
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->isIncrementDecrementOp() ? Unary->getSubExpr() : nullptr;
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return Binary->isAssignmentOp() ? Binary->getLHS() : nullptr;
  return nullptr;
}

static const VarDecl *counterOf(const Expr *E) {
  const Expr *Target = targetOf(E);
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

const Expr *withoutBraces(const Expr *Init) {
  while (const auto *List = dyn_cast_or_null<InitListExpr>(Init)) {
    if (List->getType()->isRecordType() || List->getType()->isArrayType())
      return Init;
    Init = List->getNumInits() == 1 ? List->getInit(0) : nullptr;
  }
  return Init;
}

/// What \p Init sets \p Counter to; null if that is not clear.
static const Expr *startOf(const Stmt *Init, const VarDecl *&Counter) {
  if (const auto *Declaration = dyn_cast<DeclStmt>(Init)) {
    Counter = Declaration->isSingleDecl()
                  ? dyn_cast<VarDecl>(Declaration->getSingleDecl())
                  : nullptr;
    return Counter ? withoutBraces(Counter->getInit()) : nullptr;
  }
  const auto *Assigns = dyn_cast<BinaryOperator>(Init);
  if (!Assigns || Assigns->getOpcode() != BO_Assign)
    return nullptr;
  if (const auto *Use =
          dyn_cast<DeclRefExpr>(Assigns->getLHS()->IgnoreParens()))
    Counter = dyn_cast<VarDecl>(Use->getDecl());
  return withoutBraces(Assigns->getRHS());
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
  if (Parts.Init)
    Parts.From = startOf(Parts.Init, Parts.Counter);
  else if (Parts.Next)
    Parts.Counter = counterOf(Parts.Next->IgnoreParenImpCasts());
  return Parts;
}

namespace {

/// Variables that count in one loop, and are changed nowhere else.
class CounterFinder : public DynamicRecursiveASTVisitor {
public:
  CounterFinder(const Stmt *Body, const ASTContext &AST)
      : Body(Body), AST(AST) {}

  std::set<const VarDecl *> run() {
    TraverseStmt(const_cast<Stmt *>(Body));
    return std::move(Found);
  }

  bool TraverseStmt(Stmt *S) override {
    if (!S || !isa<ForStmt, WhileStmt, DoStmt>(S))
      return DynamicRecursiveASTVisitor::TraverseStmt(S);
    if (!isa<DoStmt>(S))
      look(S);
    const Stmt *Saved = std::exchange(Around, S);
    bool Result = DynamicRecursiveASTVisitor::TraverseStmt(S);
    Around = Saved;
    return Result;
  }
  bool VisitVarDecl(VarDecl *V) override {
    DeclaredIn[V] = Around;
    return true;
  }

private:
  void look(const Stmt *Loop) {
    KernelParts::LoopParts Parts = partsOf(Loop, AST);
    const VarDecl *V = Parts.Init ? nullptr : Parts.Counter;
    // In the same rounds of the loops around.
    auto At = DeclaredIn.find(V);
    if (!V || At == DeclaredIn.end() || At->second != Around || !V->getInit())
      return;
    if (!changedIn(Body, nullptr, Parts.Next).count(V))
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

/// The loop's counter and step; false if it has no usual form.
bool KernelBuilder::describeCounter(const LoopParts &S, LoopInfo &L,
                                    const VarDecl *&Counter) {
  Counter = S.Counter;
  L.Declares = isa_and_nonnull<DeclStmt>(S.Init);
  if (!S.Next || !Counter || (S.Init && !S.From) ||
      !Counter->getType()->isIntegerType())
    return false;
  L.Name = Counter->getNameAsString();
  L.Type = typeText(textType(Counter).getUnqualifiedType(), C.AST);
  L.Unsigned = Counter->getType()->isUnsignedIntegerType();
  const unsigned Bits = C.AST.getIntWidth(Counter->getType());
  L.Wide = Bits > 32;
  L.Narrow = Bits < 32;
  L.StepsInBody = S.Steps == LoopParts::InBody;

  const Expr *Next = S.Next->IgnoreParenImpCasts();
  if (std::optional<SourceRange> Range = C.parsedRange(Next->getSourceRange()))
    L.StepText = spell(withPlainTypes(text(*Range)));
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
    // `k += 0xffffffff` is `k -= 1`.
    if (const int64_t All = int64_t(1) << std::min(Bits, 62u);
        std::abs(L.Step) >= All / 2)
      L.Step -= L.Step > 0 ? All : -All;
    return L.Step != 0 && std::abs(L.Step) < INT32_MAX / 2;
  }
  if (L.Narrow) // it may step over the end of its type
    return false;
  std::optional<SourceRange> Range = C.parsedRange(Addend->getSourceRange());
  auto IsUniform = [&](llvm::StringRef Symbol) {
    return isUniformSize(Symbol) || Scope.isParameter(Symbol);
  };
  if (Negative || !Range || !llvm::all_of(By->symbols(), IsUniform) ||
      (!isSumOfSizes(*By) && Scope.mayWrap(*By - 1)))
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

/// Where the loop's body \p S jumps other than by `if (c) continue;` right
/// below it.
static const Stmt *otherJump(const Stmt *S) {
  const auto *Block = dyn_cast<CompoundStmt>(S);
  if (!Block)
    return jumpIn(S);
  for (const Stmt *Child : Block->body())
    if (const Stmt *Jump = isPlainContinue(Child) ? nullptr : jumpIn(Child))
      return Jump;
  return nullptr;
}

/// How the body changes \p Counter, or leaves a round, in a way that the header
/// does not tell.
static UnknownPart disturbance(const FrontendContext &C,
                               const KernelParts::LoopParts &S,
                               const VarDecl *Counter, const Stmt *Kernel) {
  // `continue` would leave the step out.
  if (const Stmt *Jump =
          S.Steps == S.InBody ? jumpIn(S.Body) : otherJump(S.Body))
    return partAt(C, UnknownPart::Kind::Exit, Jump);
  if (!changedIn(S.Body, Kernel, S.Next).count(Counter))
    return {};
  const Expr *Target = targetOf(S.Next->IgnoreParenImpCasts());
  return partAt(C, UnknownPart::Kind::Changes, Target ? Target : S.Next);
}

LoopInfo KernelBuilder::describeLoop(const LoopParts &S,
                                     const VarDecl *&Counter) {
  LoopInfo L;
  using Kind = UnknownPart::Kind;
  const bool Counts = describeCounter(S, L, Counter);
  const bool Usual = Counts && describeStart(S, L);
  if (!Counts && S.Next && Counter && Counter->getType()->isIntegerType())
    L.Unknown = S.Init && !S.From ? partAt(C, Kind::Other, S.Init)
                                  : partAt(C, Kind::Step, S.Next);
  if (Usual)
    L.Unknown = disturbance(C, S, Counter, F->getBody());
  bool While = isa<WhileStmt>(S.Whole);
  if (!Usual && While)
    L.Name.clear();
  L.Symbol = freshSymbol(!L.Name.empty() ? L.Name : While ? "while" : "for");
  L.Opaque =
      !Usual || L.Unknown.K != Kind::None || !describeBounds(S, L, Counter);
  return L;
}

} // namespace tessera
