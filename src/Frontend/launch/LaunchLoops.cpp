//===- LaunchLoops.cpp - Host loops that only launch ----------------------===//
#include "launch/LaunchLoops.h"
#include "effects/Changes.h"
#include "effects/Repeatable.h"
#include "source/Semicolons.h"
#include "values/HostConstants.h"
#include "variables/PointerDistance.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"

using namespace clang;

namespace tessera {

static const VarDecl *variableOf(const Expr *E) {
  const auto *Use = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  return Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
}

std::pair<const VarDecl *, const Expr *> counterOf(const ForStmt *S) {
  if (const auto *Declares = dyn_cast_or_null<DeclStmt>(S->getInit())) {
    const auto *V = Declares->isSingleDecl()
                        ? dyn_cast<VarDecl>(Declares->getSingleDecl())
                        : nullptr;
    return {V, V ? V->getInit() : nullptr};
  }
  const auto *Assigns = dyn_cast_or_null<BinaryOperator>(S->getInit());
  if (!Assigns || Assigns->getOpcode() != BO_Assign)
    return {nullptr, nullptr};
  return {variableOf(Assigns->getLHS()), Assigns->getRHS()};
}

namespace {

/// The loop that has \p Launch in each round; null if there is none.
/// \param Alone whether its body is nothing else.
const ForStmt *loopAround(ASTContext &AST, const Expr *Launch, bool &Alone) {
  const Stmt *Inner = Launch;
  Alone = true;
  while (true) {
    DynTypedNodeList Parents = AST.getParents(*Inner);
    const Stmt *Parent = Parents.size() == 1 ? Parents[0].get<Stmt>() : nullptr;
    if (!Parent)
      return nullptr;
    if (const auto *For = dyn_cast<ForStmt>(Parent))
      return For->getBody() == Inner ? For : nullptr;
    const auto *Block = dyn_cast<CompoundStmt>(Parent);
    if (!Block && !isa<ExprWithCleanups, ParenExpr, ImplicitCastExpr>(Parent))
      return nullptr;
    Alone &= !Block || Block->size() == 1;
    Inner = Parent;
  }
}

bool mentions(const Stmt *S, const VarDecl *V) {
  if (!S)
    return false;
  if (const auto *Use = dyn_cast<DeclRefExpr>(S))
    return Use->getDecl() == V;
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return mentions(Child, V); });
}

/// Whether \p V is used outside of \p Loop other than in loops that set it
/// first.
class LaterUses : public DynamicRecursiveASTVisitor {
public:
  LaterUses(const VarDecl *V, const ForStmt *Loop) : V(V), Loop(Loop) {}
  bool TraverseForStmt(ForStmt *S) override {
    if (S == Loop || counterOf(S).first == V)
      return true;
    return DynamicRecursiveASTVisitor::TraverseForStmt(S);
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    Found |= E->getDecl() == V;
    return true;
  }
  bool Found = false;

private:
  const VarDecl *V;
  const ForStmt *Loop;
};

/// Spells expressions of a loop as they are in its first round.
///
/// `a + (i * N)`, `b[i]`, `&c[i + 1]`, `i`: `a`, `b[0]`, `&c[1]`, `0`
class FirstRound {
public:
  FirstRound(const FrontendContext &C, const VarDecl *Counter, const Expr *From,
             const Polynomial &First, const HostConstants &Values)
      : C(C), Counter(Counter), From(From), First(First), Values(Values) {}

  /// \returns nothing if a macro hides the counter.
  std::optional<std::string> text(const Expr *E) const {
    const std::optional<SourceRange> Range = C.exactRange(E->getSourceRange());
    if (!Range)
      return std::nullopt;
    if (!mentions(E, Counter))
      return C.text(*Range).str();
    if (std::optional<int64_t> Known = constant(E))
      return std::to_string(*Known);
    if (variableOf(E) == Counter)
      return start();
    const Expr *Inner = E->IgnoreImpCasts();
    if (const auto *Parens = dyn_cast<ParenExpr>(Inner)) {
      std::optional<std::string> Text = text(Parens->getSubExpr());
      return !Text || isWord(*Text) ? Text : "(" + *Text + ")";
    }
    if (const auto *Sum = dyn_cast<BinaryOperator>(Inner);
        Sum && Sum->isAdditiveOp())
      for (bool Left : {false, true})
        if (constant(Left ? Sum->getLHS() : Sum->getRHS()) == 0 &&
            (!Left || Sum->getOpcode() == BO_Add))
          return text(Left ? Sum->getRHS() : Sum->getLHS());
    return replaced(Inner, *Range);
  }

private:
  static bool isWord(llvm::StringRef Text) {
    return llvm::all_of(Text,
                        [](char Ch) { return llvm::isAlnum(Ch) || Ch == '_'; });
  }

  /// The value of the integer \p E, if it is constant in the first round.
  std::optional<int64_t> constant(const Expr *E) const {
    if (!E->getType()->isIntegerType())
      return std::nullopt;
    std::optional<Polynomial> Value = polynomialOf(Values, E);
    const std::string Symbol = HostConstants::symbolOf(Counter);
    return Value
               ? Value
                     ->substitute([&](llvm::StringRef S) {
                       return S == Symbol ? std::optional(First) : std::nullopt;
                     })
                     .constant()
               : std::nullopt;
  }

  std::optional<std::string> start() const {
    const std::optional<SourceRange> Range =
        C.exactRange(From->getSourceRange());
    if (!Range || !isRepeatable(From, C.AST))
      return std::nullopt;
    std::string Text = C.text(*Range).str();
    return isWord(Text) ? Text : "(" + Text + ")";
  }

  /// The text of \p E, which is at \p Range, with those of its operands.
  std::optional<std::string> replaced(const Expr *E, SourceRange Range) const {
    std::string Text = C.text(Range).str();
    llvm::SmallVector<const Expr *> Operands;
    for (const Stmt *Child : E->children())
      if (mentions(Child, Counter))
        Operands.push_back(dyn_cast<Expr>(Child));
    unsigned End = Range.End;
    for (const Expr *Operand : llvm::reverse(Operands)) {
      const std::optional<SourceRange> At =
          Operand ? C.exactRange(Operand->getSourceRange()) : std::nullopt;
      const std::optional<std::string> New = At ? text(Operand) : std::nullopt;
      if (!New || !Range.contains(*At) || At->End > End)
        return std::nullopt;
      Text.replace(At->Begin - Range.Begin, At->size(), *New);
      End = At->Begin;
    }
    return Operands.empty() ? std::nullopt : std::optional(Text);
  }

  const FrontendContext &C;
  const VarDecl *Counter;
  const Expr *From;
  const Polynomial &First;
  const HostConstants &Values;
};

class LaunchDescriber {
public:
  LaunchDescriber(FrontendContext &C, const ForStmt *Loop, const Stmt *Function)
      : C(C), Loop(Loop), Function(Function),
        Values(C.AST, Function, Loop->getBody()) {}

  std::optional<LaunchLoop> run(const CUDAKernelCallExpr *Launch) {
    const Expr *From;
    std::tie(Counter, From) = counterOf(Loop);
    if (!Counter || !From || changedIn(Loop->getBody()).count(Counter) ||
        !describeHeader(From))
      return std::nullopt;
    for (const Expr *Part : Launch->getConfig()->arguments())
      L.ConfigurationVaries |= mentions(Part, Counter);
    const FirstRound First(C, Counter, From, L.First, Values);
    for (const Expr *Argument : Launch->arguments())
      L.Arguments.push_back({mentions(Argument, Counter), position(Argument),
                             First.text(Argument).value_or("")});
    return std::move(L);
  }

private:
  bool describeHeader(const Expr *From) {
    std::optional<Polynomial> First = polynomial(From);
    std::optional<SourceRange> Range = C.parsedRange(Loop->getSourceRange());
    std::optional<SourceRange> Increment =
        Loop->getInc() ? C.exactRange(Loop->getInc()->getSourceRange())
                       : std::nullopt;
    if (First)
      L.First = *First;
    if (!First || !Range || !Increment || Loop->getBeginLoc().isMacroID() ||
        Loop->getConditionVariable() || !describeStep() || !describeEnd())
      return false;
    if (!C.text(*Range).ends_with("}")) {
      std::optional<unsigned> End = behindSemicolon(C, Range->End);
      if (!End)
        return false;
      Range->End = *End;
    }
    L.Source = C.toUser(*Range);
    L.Increment = C.toUser(*Increment);
    L.Counter = Counter->getNameAsString();
    L.Symbol = HostConstants::symbolOf(Counter);
    if (!Counter->getType()->isIntegerType() ||
        C.AST.getIntWidth(Counter->getType()) < 32 ||
        Counter->getType().isVolatileQualified())
      return false;
    if (!isa<DeclStmt>(Loop->getInit())) {
      LaterUses Later(Counter, Loop);
      Later.TraverseStmt(const_cast<Stmt *>(Function));
      L.CounterLivesOn =
          Later.Found || !Counter->isLocalVarDecl() || Counter->isStaticLocal();
    }
    return true;
  }

  bool describeStep() {
    const Expr *Next = Loop->getInc()->IgnoreParenImpCasts();
    if (const auto *Unary = dyn_cast<UnaryOperator>(Next))
      return Unary->isIncrementOp() &&
             variableOf(Unary->getSubExpr()) == Counter;
    const auto *Binary = dyn_cast<BinaryOperator>(Next);
    if (!Binary || Binary->getOpcode() != BO_AddAssign ||
        variableOf(Binary->getLHS()) != Counter)
      return false;
    std::optional<int64_t> By = Values.integer(Binary->getRHS());
    L.Step = By.value_or(0);
    return L.Step > 0;
  }

  bool describeEnd() {
    const auto *Test = dyn_cast_or_null<BinaryOperator>(
        Loop->getCond() ? Loop->getCond()->IgnoreParenImpCasts() : nullptr);
    if (!Test || variableOf(Test->getLHS()) != Counter ||
        mentions(Test->getRHS(), Counter))
      return false;
    const QualType Compared = Test->getLHS()->getType();
    const bool Negative = llvm::any_of(
        L.First.terms(), [](const auto &Term) { return Term.second < 0; });
    if (!Compared->isIntegerType() ||
        (Negative && Compared->isUnsignedIntegerType()))
      return false; // a floating number, or a large one
    L.Inclusive = Test->getOpcode() == BO_LE;
    L.NotEqual = Test->getOpcode() == BO_NE;
    L.EndRepeatable = isRepeatable(Test->getRHS(), C.AST);
    bool Ends = Test->getOpcode() == BO_LT || L.Inclusive ||
                (Test->getOpcode() == BO_NE && L.Step == 1);
    std::optional<SourceRange> Text =
        C.exactRange(Test->getRHS()->getSourceRange());
    if (!Ends || !Text)
      return false;
    L.EndText = C.text(*Text);
    L.End = Values.value(Test->getRHS());
    if (L.End && L.Inclusive)
      L.End->Numerator += Polynomial(L.End->Divisor);
    return true;
  }

  std::optional<Polynomial> polynomial(const Expr *E) const {
    return polynomialOf(Values, E);
  }

  std::optional<Polynomial> position(const Expr *E) const {
    return E->getType()->isPointerType() ? elementsFromBase(C.AST, Values, E)
                                         : polynomial(E);
  }

  FrontendContext &C;
  const ForStmt *Loop;
  const Stmt *Function;
  HostConstants Values;
  const VarDecl *Counter = nullptr;
  LaunchLoop L;
};

} // namespace

void describeLaunchLoops(FrontendContext &C, const CUDAKernelCallExpr *Launch,
                         const Stmt *Function, LaunchModel &Into) {
  bool Alone = false;
  const ForStmt *Loop = loopAround(C.AST, Launch, Alone);
  if (!Loop || !Function)
    return;
  Into.Around = LaunchDescriber(C, Loop, Function).run(Launch);
  if (Alone)
    Into.Loop = Into.Around;
}

} // namespace tessera
