//===- ResultChecks.cpp - What is done with the result of a call ----------===//
#include "effects/ResultChecks.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace tessera {
namespace {

const Expr *plain(const Expr *E) {
  while (true) {
    const Expr *Inner = E->IgnoreParenCasts();
    if (const auto *Full = dyn_cast<FullExpr>(Inner))
      Inner = Full->getSubExpr();
    else if (const auto *Made = dyn_cast<MaterializeTemporaryExpr>(Inner))
      Inner = Made->getSubExpr();
    if (Inner == E)
      return E;
    E = Inner;
  }
}

/// The variable that \p S gives a value, and the value: `V = ..` or `T V = ..`.
std::pair<const VarDecl *, const Expr *> stored(const Stmt *S) {
  if (const auto *Declares = dyn_cast<DeclStmt>(S)) {
    const auto *V = Declares->isSingleDecl()
                        ? dyn_cast<VarDecl>(Declares->getSingleDecl())
                        : nullptr;
    return V && V->getInit() ? std::pair(V, V->getInit())
                             : std::pair<const VarDecl *, const Expr *>();
  }
  const auto *E = dyn_cast<Expr>(S);
  const auto *Assigns = E ? dyn_cast<BinaryOperator>(plain(E)) : nullptr;
  if (!Assigns || Assigns->getOpcode() != BO_Assign)
    return {};
  const auto *Use =
      dyn_cast<DeclRefExpr>(Assigns->getLHS()->IgnoreParenCasts());
  const auto *V = Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
  return V ? std::pair(V, Assigns->getRHS())
           : std::pair<const VarDecl *, const Expr *>();
}

/// What the condition of \p S, an `if`, gives \p V; null if nothing.
const Expr *storedBy(const Stmt *S, const VarDecl *V) {
  const auto *If = dyn_cast<IfStmt>(S);
  if (!If)
    return nullptr;
  const Expr *Condition = plain(If->getCond());
  const auto *Compares = dyn_cast<BinaryOperator>(Condition);
  for (const Expr *Side :
       {Condition, Compares ? plain(Compares->getLHS()) : Condition,
        Compares ? plain(Compares->getRHS()) : Condition})
    if (auto [Variable, Value] = stored(Side); Variable == V)
      return Value;
  return nullptr;
}

/// Whether control never reaches what follows \p S.
bool endsFlow(const Stmt *S) {
  if (isa<ReturnStmt>(S))
    return true;
  if (const auto *Body = dyn_cast<CompoundStmt>(S))
    return !Body->body_empty() && endsFlow(Body->body_back());
  const auto *E = dyn_cast<Expr>(S);
  if (!E)
    return false;
  E = plain(E);
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return isa<CXXThrowExpr>(E) || (Callee && Callee->isNoReturn());
}

/// The same, or it goes on at another place.
bool goesElsewhere(const Stmt *S) {
  if (const auto *Body = dyn_cast<CompoundStmt>(S))
    return !Body->body_empty() && goesElsewhere(Body->body_back());
  return isa<GotoStmt, BreakStmt, ContinueStmt>(S) || endsFlow(S);
}

/// Whether some part of \p S ends the program, or is left for a handler.
bool mayEnd(const Stmt *S) {
  return S &&
         ((endsFlow(S) && isa<Expr>(S)) || llvm::any_of(S->children(), mayEnd));
}

/// Looks for what statements do with the result of one call.
class ResultChecker {
public:
  ResultChecker(ASTContext &AST, const Expr *Result, const VarDecl *Holder)
      : AST(AST), Result(Result), Holder(Holder) {}

  /// Whether \p S evaluates the result, and does more only if that is an error.
  bool onlyChecks(const Stmt *S) {
    if (const auto *E = dyn_cast<Expr>(S))
      return stores(S) || handsOn(E);
    if (const auto *Once = dyn_cast<DoStmt>(S)) {
      bool Again = true;
      return Once->getCond()->EvaluateAsBooleanCondition(Again, AST) &&
             !Again && onlyChecks(Once->getBody());
    }
    if (const auto *If = dyn_cast<IfStmt>(S))
      return isFailure(If);
    const auto *Body = dyn_cast<CompoundStmt>(S);
    if (!Body || !sequence({Body->body_begin(), Body->body_end()}))
      return false;
    for (const Stmt *Inner : Body->body())
      if (const VarDecl *V = stored(Inner).first; V && isa<DeclStmt>(Inner))
        Kept = Kept == V ? nullptr : Kept;
    return true;
  }

  bool sequence(llvm::ArrayRef<const Stmt *> Body) {
    bool Evaluated = !Result;
    for (const Stmt *S : Body) {
      if (isa<NullStmt>(S))
        continue;
      if (!Evaluated && stores(S)) {
        // what follows may check it
      } else if (const auto *If = dyn_cast<IfStmt>(S)) {
        bool Before = Evaluated;
        const Expr *Saved = Before ? std::exchange(Result, nullptr) : Result;
        bool Checks = isFailure(If);
        Result = Saved;
        if (!Checks)
          return false;
      } else if (const auto *Returns = dyn_cast<ReturnStmt>(S)) {
        return Evaluated && (!Returns->getRetValue() ||
                             !Returns->getRetValue()->HasSideEffects(AST));
      } else if (Evaluated || !onlyChecks(S)) {
        return false;
      }
      Evaluated = true;
    }
    return Evaluated;
  }

  /// Whether \p If does something only if the result, or the variable that has
  /// it, is an error.
  bool isFailure(const IfStmt *If) {
    if (If->getElse() || (If->getInit() && !stores(If->getInit())))
      return false;
    if (If->getInit())
      Kept = nullptr; // only in the statement
    if (const VarDecl *V = If->getConditionVariable()) {
      if (!Result || !V->getInit() || plain(V->getInit()) != Result)
        return false;
    } else if (!fails(If->getCond(), /*If=*/true)) {
      return false;
    }
    NeverLeaves |= !endsFlow(If->getThen());
    GoesOn |= !goesElsewhere(If->getThen());
    Failures = true;
    return true;
  }

  const VarDecl *Kept = nullptr; ///< a variable from outside that has it
  bool leaves() const { return Failures && !NeverLeaves; }
  bool goesOn() const { return GoesOn; }

private:
  bool stores(const Stmt *S) {
    auto [V, Value] = stored(S);
    if (!V || !Result || plain(Value) != Result)
      return false;
    Holder = Kept = V;
    return true;
  }

  /// Whether \p E is the result, or has it.
  bool isValue(const Expr *E) {
    E = plain(E);
    const auto *Use = dyn_cast<DeclRefExpr>(E);
    return (Result && E == Result) ||
           (Holder && Use && Use->getDecl() == Holder) || stores(E);
  }

  /// Whether \p Condition is \p When exactly if the result is an error.
  bool fails(const Expr *Condition, bool When) {
    Condition = plain(Condition);
    if (const auto *Not = dyn_cast<UnaryOperator>(Condition);
        Not && Not->getOpcode() == UO_LNot)
      return fails(Not->getSubExpr(), !When);
    const auto *Compares = dyn_cast<BinaryOperator>(Condition);
    if (!Compares || !Compares->isEqualityOp())
      return When && isValue(Condition);
    auto IsSuccess = [&](const Expr *E) {
      Expr::EvalResult Known;
      return E->EvaluateAsInt(Known, AST) && Known.Val.getInt() == 0;
    };
    if (When != (Compares->getOpcode() == BO_NE))
      return false;
    const Expr *L = Compares->getLHS(), *R = Compares->getRHS();
    return (IsSuccess(R) && isValue(L)) || (IsSuccess(L) && isValue(R));
  }

  /// Whether \p E is the result, a call of a function that only checks it, or
  /// an assertion.
  bool handsOn(const Expr *E) {
    E = plain(E);
    if (E == Result)
      return true;
    if (const auto *Pick = dyn_cast<ConditionalOperator>(E)) {
      Failures = true;
      NeverLeaves |= !endsFlow(Pick->getFalseExpr());
      GoesOn |= !endsFlow(Pick->getFalseExpr());
      return fails(Pick->getCond(), /*If=*/false) &&
             !Pick->getTrueExpr()->HasSideEffects(AST);
    }
    const auto *Call = dyn_cast<CallExpr>(E);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    const FunctionDecl *Definition = nullptr;
    if (!Callee || !Callee->hasBody(Definition) || isa<CXXMethodDecl>(Callee))
      return false;
    const ParmVarDecl *Parameter = nullptr;
    for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
      bool Here = plain(Call->getArg(I)) == Result;
      if ((Here && Parameter) || I >= Definition->getNumParams() ||
          (!Here && Call->getArg(I)->HasSideEffects(AST)))
        return false;
      if (Here)
        Parameter = Definition->getParamDecl(I);
    }
    const auto *Body = dyn_cast_or_null<CompoundStmt>(Definition->getBody());
    NeverLeaves = true; // it may come back
    GoesOn |= !Body || !mayEnd(Body);
    return Parameter && Body &&
           ResultChecker(AST, nullptr, Parameter)
               .sequence({Body->body_begin(), Body->body_end()});
  }

  ASTContext &AST;
  const Expr *Result; ///< null: it has been evaluated
  const VarDecl *Holder;
  bool Failures = false, NeverLeaves = false, GoesOn = false;
};

} // namespace

ResultUse useOfResult(ASTContext &AST, llvm::ArrayRef<const Stmt *> Statements,
                      const Expr *Call) {
  ResultChecker Check(AST, Call, nullptr);
  ResultUse Use;
  Use.OnlyChecked = Check.sequence(Statements);
  Use.Leaves = Check.leaves();
  Use.GoesOn = Check.goesOn();
  Use.Kept = Check.Kept;
  Use.Declares = isa<DeclStmt>(Statements.front());
  return Use;
}

bool isResultUsed(ASTContext &AST, const Expr *Call) {
  const Stmt *Inner = Call;
  while (true) {
    DynTypedNodeList Parents = AST.getParents(*Inner);
    const Stmt *Parent = Parents.empty() ? nullptr : Parents[0].get<Stmt>();
    const auto *Cast = dyn_cast_or_null<CastExpr>(Parent);
    if (!Parent)
      return true; // a variable's initial value
    if (isa<ParenExpr, ExprWithCleanups>(Parent) ||
        (Cast && Cast->getCastKind() != CK_LValueToRValue)) {
      Inner = Parent;
      continue;
    }
    const auto *Comma = dyn_cast<BinaryOperator>(Parent);
    if (Comma && Comma->isCommaOp() && Comma->getLHS() == Inner)
      return false;
    const auto *If = dyn_cast<IfStmt>(Parent);
    return !(isa<CompoundStmt, ForStmt, SwitchCase, LabelStmt>(Parent) ||
             (If && If->getCond() != Inner));
  }
}

/// The statement of a block that \p E is in, with those behind it; the function
/// around them.
static std::pair<std::vector<const Stmt *>, const FunctionDecl *>
statementsFrom(ASTContext &AST, const Expr *E) {
  std::vector<const Stmt *> Statements;
  DynTypedNode Node = DynTypedNode::create(*E);
  while (true) {
    DynTypedNodeList Parents = AST.getParents(Node);
    if (Parents.size() != 1)
      return {Statements, nullptr};
    if (const auto *F = Parents[0].get<FunctionDecl>())
      return {Statements, F};
    if (const auto *Block = Parents[0].get<CompoundStmt>();
        Block && Statements.empty())
      Statements.assign(llvm::find(Block->body(), Node.get<Stmt>()),
                        Block->body_end());
    Node = Parents[0];
  }
}

bool copesWithFailure(ASTContext &AST, const Expr *Call) {
  if (!isResultUsed(AST, Call))
    return false;
  auto [Statements, Function] = statementsFrom(AST, Call);
  if (Statements.empty() || !Function || !Function->getBody())
    return true;
  const llvm::ArrayRef<const Stmt *> All = Statements;
  if (All.size() > 1)
    if (ResultUse Use = useOfResult(AST, All.take_front(2), Call);
        Use.OnlyChecked && (!Use.Kept || isCheckedBy(AST, All[0], All[1])))
      return Use.GoesOn;
  const ResultUse Use = useOfResult(AST, All.take_front(1), Call);
  return !Use.OnlyChecked || Use.GoesOn ||
         (Use.Kept && isUsedElsewhere(AST, Function->getBody(), Use.Kept));
}

bool isCheckedBy(ASTContext &AST, const Stmt *S, const Stmt *Next) {
  const auto *If = dyn_cast<IfStmt>(Next);
  const VarDecl *V = stored(S).first;
  return If && V && !If->getInit() &&
         ResultChecker(AST, nullptr, V).isFailure(If);
}

bool isUsedElsewhere(ASTContext &AST, const Stmt *Body, const VarDecl *V) {
  struct Counter : DynamicRecursiveASTVisitor {
    const VarDecl *V;
    unsigned Uses = 0;
    explicit Counter(const VarDecl *V) : V(V) {}
    bool VisitDeclRefExpr(DeclRefExpr *E) override {
      Uses += E->getDecl() == V;
      return true;
    }
    static unsigned in(const Stmt *S, const VarDecl *V) {
      Counter Count(V);
      Count.TraverseStmt(const_cast<Stmt *>(S));
      return Count.Uses;
    }
  };
  struct Watcher : DynamicRecursiveASTVisitor {
    ASTContext &AST;
    const VarDecl *V;
    unsigned Checks = 0;
    Watcher(ASTContext &AST, const VarDecl *V) : AST(AST), V(V) {}
    bool VisitCompoundStmt(CompoundStmt *S) override {
      const Stmt *Before = nullptr;
      for (const Stmt *Each : S->body()) {
        if (stored(Each).first == V)
          Checks += isa<Expr>(Each);
        else if (Before && stored(Before).first == V &&
                 isCheckedBy(AST, Before, Each))
          Checks += Counter::in(Each, V);
        else if (const Expr *Value = storedBy(Each, V);
                 Value && ResultChecker(AST, plain(Value), nullptr)
                              .isFailure(cast<IfStmt>(Each)))
          Checks += Counter::in(Each, V);
        Before = Each;
      }
      return true;
    }
  };
  if (!V->isLocalVarDecl() || V->isStaticLocal() ||
      V->getType()->isReferenceType())
    return true;
  Watcher Watch(AST, V);
  Watch.TraverseStmt(const_cast<Stmt *>(Body));
  return Counter::in(Body, V) > Watch.Checks;
}

} // namespace tessera
