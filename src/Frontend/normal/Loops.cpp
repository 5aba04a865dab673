//===- Loops.cpp - Loops that count in their header -----------------------===//
//
//   for (k = 0, end = n; ..)            k = 0; end = n; for (; ..)
//   int k = 0;                          for (int k = 0; k < n; ++k)
//   while (k < n) { ..; ++k; }
//   for (int k = 0;; ++k) {             for (int k = 0; !(k >= n); ++k)
//     if (k >= n) break; ..
//   int k = n;                          for (int k = n - 1; k >= 0; --k)
//   while (k-- > 0) ..
//   int k = 0;                          for (int k = 0; k < (n > 1 ? n : 1);
//   ++k) do { ..; ++k; } while (k < n);
//
//===----------------------------------------------------------------------===//
#include "normal/Patterns.h"
#include "normal/Steps.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using namespace ir;
using Op = Expr::Op;
using Statements = std::vector<StmtPtr>;

/// Whether `continue` is in \p S, and continues it.
static bool continues(const StmtPtr &S) {
  bool Found = false;
  walk(S, [&](const Stmt &Each) {
    Found |= Each.K == Stmt::Kind::Continue || Each.K == Stmt::Kind::Opaque;
    return &Each == S.get() || !Each.isLoop();
  });
  return Found;
}

static bool isTrue(const ExprPtr &E) {
  const ExprPtr &Inner = E && E->is(Op::Cast) && E->Implicit ? E->Args[0] : E;
  return !Inner || (Inner->O == Op::Number && Inner->Value != 0);
}

static StmtPtr loopOf(StmtPtr Init, ExprPtr Test, ExprPtr Next, StmtPtr Body,
                      SourceRange Lead) {
  auto Result = std::make_shared<Stmt>();
  Result->K = Stmt::Kind::For;
  Result->Exprs = {std::move(Test), std::move(Next)};
  Result->Body = {std::move(Init), std::move(Body)};
  Result->Lead = Lead;
  return Result;
}

//===----------------------------------------------------------------------===//
// Exits
//===----------------------------------------------------------------------===//

/// The loop \p S with the test that its body begins with.
static StmtPtr withExit(Kernel &K, const StmtPtr &S) {
  if (S->K != Stmt::Kind::For && S->K != Stmt::Kind::While)
    return S;
  Statements All = statementsOf(S->body());
  ExprPtr Exit = All.empty() ? nullptr : exitTest(All.front());
  if (!Exit)
    return S;
  ExprPtr Stays = logicalNot(Exit, K.boolean());
  if (!isTrue(S->test()))
    Stays = binary("&&", S->test(), Stays, K.boolean());
  All.front() = gone(All.front());
  StmtPtr Body = withStatementsOf(S->body(), std::move(All));
  const bool IsFor = S->K == Stmt::Kind::For;
  return loopOf(IsFor ? S->Body[0] : nullptr, Stays,
                IsFor ? S->Exprs[1] : nullptr, Body, S->Lead);
}

/// Calls \p Change for the loops in \p S, innermost first.
static StmtPtr eachLoop(const StmtPtr &S,
                        llvm::function_ref<StmtPtr(const StmtPtr &)> Change) {
  if (!S)
    return S;
  StmtPtr Result = S;
  for (unsigned I = 0; I != S->Body.size(); ++I)
    Result = withBody(Result, I, eachLoop(S->Body[I], Change));
  return Result->isLoop() ? Change(Result) : Result;
}

StmtPtr endLoopsByTheirTest(Kernel &K) {
  return eachLoop(K.Body,
                  [&](const StmtPtr &Loop) { return withExit(K, Loop); });
}

//===----------------------------------------------------------------------===//
// Counters
//===----------------------------------------------------------------------===//

namespace {

/// The step of a counter, and where it is.
struct Step {
  VarId Counter;
  ExprPtr Next; ///< `++k`
  ExprPtr By;   ///< 1
  size_t At;    ///< in the body
};

} // namespace

/// The statements from \p From to before \p To.
static llvm::ArrayRef<StmtPtr> between(const Statements &All, size_t From,
                                       size_t To) {
  return llvm::ArrayRef(All).slice(From, To - From);
}

/// A variable that \p Test compares and the body \p All steps once a round.
static std::optional<Step> stepIn(const Kernel &K, const ExprPtr &Test,
                                  const Statements &All) {
  for (size_t At = All.size(); At-- != 0;) {
    std::optional<Assignment> A = assignmentOf(K, All[At]);
    if (!A || !countsOrPoints(K, A->To) || !mentions(Test, A->To))
      continue;
    ExprPtr By = addendIn(A->Value, A->To);
    unsigned Changes = 0;
    for (const StmtPtr &S : All)
      Changes += assigns(S, A->To);
    if (!By || Changes != 1 || !isHarmless(By))
      continue;
    // It moves behind these, which may leave the loop.
    if (llvm::all_of(llvm::drop_begin(All, At + 1), [&](const StmtPtr &S) {
          return !jumps(S) && keeps(S, By);
        }))
      return Step{A->To, All[At]->Exprs[0], By, At};
  }
  return std::nullopt;
}

/// Whether the declaration of \p V can be taken out of \p S, and has a value.
static bool canTake(const Stmt &S, VarId V) {
  return llvm::all_of(S.Locals, [&](const Local &L) {
    return L.Scalar && (L.Scalar == V ? L.Init && isArithmetic(L.Init)
                                      : !mentions(L.Init, V));
  });
}

/// Takes the value that \p S gives \p V out of it: what is left, and that value
/// as a statement of its own.
static std::pair<StmtPtr, StmtPtr> taken(const StmtPtr &S, VarId V) {
  auto Own = std::make_shared<Stmt>(*S), Rest = std::make_shared<Stmt>(*S);
  Own->Lead = {};
  Own->Text.clear();
  Rest->Text.clear();
  auto IsIt = [&](const Local &L) { return L.Scalar == V; };
  llvm::erase_if(Rest->Locals, IsIt);
  llvm::erase_if(Own->Locals, [&](const Local &L) { return !IsIt(L); });
  return {Rest->Locals.empty() ? gone(S) : StmtPtr(Rest), Own};
}

/// The value that \p S, one that \ref startBefore finds, gives \p V.
static ExprPtr valueIn(const StmtPtr &S, VarId V) {
  for (const Local &L : S->Locals)
    if (L.Scalar == V)
      return L.Init;
  return S->Exprs[0]->Args[1];
}

/// The statement of \p Before that gives \p V the value that a loop behind
/// finds; All.size() if it is not clear.
static size_t startBefore(const Kernel &K, const Statements &All, size_t Loop,
                          VarId V) {
  for (size_t At = Loop; At-- != 0;) {
    if (!mentions(All[At], V))
      continue;
    const Stmt &S = *All[At];
    if (S.K == Stmt::Kind::Declare)
      return canTake(S, V) ? At : All.size();
    std::optional<Assignment> A = assignmentOf(K, All[At]);
    return A && A->To == V && A->Replaces ? At : All.size();
  }
  return All.size();
}

/// What \p Test, `k < n`, is once \p First is the counter's value and the body
/// has run before it: `k < (n > First + 1 ? n : First + 1)`.
static ExprPtr testOfLaterRounds(Kernel &K, const ExprPtr &Test, const Step &Of,
                                 const ExprPtr &First) {
  const ExprPtr &E = withoutWidening(Test);
  if (E->O != Op::Binary || Of.By->O != Op::Number || Of.By->Value != 1 ||
      (E->Word != "<" && E->Word != "!="))
    return nullptr;
  const ExprPtr Left = unconverted(E->Args[0]);
  const ExprPtr &End = E->Args[1];
  if (E->Word == "!=" || !Left->isScalar(Of.Counter) || !isHarmless(End) ||
      mentions(End, Of.Counter))
    return nullptr;
  // A wider type compares what is not negative in the same way.
  if (End->Ty != K.Scalars[Of.Counter].Ty &&
      !(End->Ty->K == Type::Kind::Int && First->O == Op::Number &&
        First->Value >= 0 && E->Args[0]->Ty == End->Ty &&
        End->Ty->Bytes >= Left->Ty->Bytes))
    return nullptr;
  ExprPtr Least = First->O == Op::Number
                      ? number(First->Value + 1, End->Ty)
                      : binary("+", First, number(1, End->Ty), End->Ty);
  auto Pick = std::make_shared<Expr>();
  Pick->O = Op::Select;
  Pick->Ty = End->Ty;
  Pick->Args = {binary(">", End, Least, K.boolean()), End, Least};
  return binary("<", End->Ty == Left->Ty ? Left : E->Args[0], Pick,
                K.boolean());
}

/// The parts of `a, b, c`.
static void splitCommas(const ExprPtr &E, std::vector<ExprPtr> &Into) {
  if (E->is(Op::Binary, ",")) {
    splitCommas(E->Args[0], Into);
    splitCommas(E->Args[1], Into);
  } else {
    Into.push_back(E);
  }
}

/// `for (..; k < n; ++k, p += w)`: the other steps become the body's last.
static StmtPtr withOneStep(Kernel &K, const StmtPtr &Loop) {
  if (Loop->K != Stmt::Kind::For || !Loop->Exprs[0] || !Loop->Exprs[1] ||
      !Loop->Exprs[1]->is(Op::Binary, ",") || continues(Loop->body()))
    return Loop;
  std::vector<ExprPtr> Steps;
  splitCommas(Loop->Exprs[1], Steps);
  ExprPtr Own;
  std::vector<ExprPtr> Others;
  for (const ExprPtr &E : Steps) {
    std::optional<Assignment> A = assignmentOf(K, E);
    if (!A)
      return Loop;
    if (!Own && mentions(Loop->Exprs[0], A->To))
      Own = E;
    else
      Others.push_back(E);
  }
  if (!Own)
    return Loop;
  const VarId Counter = assignmentOf(K, Own)->To;
  Statements Body = statementsOf(Loop->body());
  for (const ExprPtr &E : Others) {
    // They are in no order that matters.
    if (mentions(E, Counter) || mentions(Own, assignmentOf(K, E)->To))
      return Loop;
    auto S = std::make_shared<Stmt>();
    S->K = Stmt::Kind::Eval;
    S->Exprs = {E};
    Body.push_back(S);
  }
  return withExpr(withBody(Loop, 1, withStatementsOf(Loop->body(), Body)), 1,
                  Own);
}

/// `for (k = 0, l = n; ..)`: each stands before.
static bool splitStart(Statements &All, size_t At) {
  const StmtPtr Loop = All[At];
  if (Loop->K != Stmt::Kind::For || !Loop->Body[0] ||
      Loop->Body[0]->K != Stmt::Kind::Eval ||
      !Loop->Body[0]->Exprs[0]->is(Op::Binary, ","))
    return false;
  std::vector<ExprPtr> Starts;
  splitCommas(Loop->Body[0]->Exprs[0], Starts);
  Statements Each;
  for (const ExprPtr &E : Starts) {
    auto S = std::make_shared<Stmt>();
    S->K = Stmt::Kind::Eval;
    S->Exprs = {E};
    S->Lead = Each.empty() ? Loop->Lead : tessera::SourceRange{};
    Each.push_back(std::move(S));
  }
  All[At] = loopOf(nullptr, Loop->Exprs[0], Loop->Exprs[1], Loop->body(), {});
  All.insert(All.begin() + At, Each.begin(), Each.end());
  return true;
}

/// `for (int k = 0, l = n; ..)`: all but the counter are declared before.
static bool declareBefore(Kernel &K, Statements &All, size_t At) {
  const StmtPtr Loop = All[At];
  if (Loop->K != Stmt::Kind::For || !Loop->Body[0] || !Loop->Exprs[1] ||
      Loop->Body[0]->K != Stmt::Kind::Declare ||
      Loop->Body[0]->Locals.size() < 2)
    return false;
  std::optional<Assignment> Next = assignmentOf(K, Loop->Exprs[1]);
  if (!Next || !canTake(*Loop->Body[0], Next->To))
    return false;
  auto [Others, Own] = taken(Loop->Body[0], Next->To);
  if (Own->Locals.size() != 1)
    return false;
  // Behind the loop, their names may be others'.
  StmtPtr Changed = withBody(Loop, 0, Own);
  auto Before = std::make_shared<Stmt>(*Others);
  Before->Lead = Loop->Lead;
  for (Local &L : Before->Locals) {
    const VarId V = *L.Scalar;
    if (llvm::count_if(K.Scalars, [&](const ir::Scalar &S) {
          return S.Name == K.Scalars[V].Name;
        }) < 2)
      continue;
    L.Scalar = K.freshScalar(V, /*IsConst=*/false);
    Changed = renamed(Changed, V, *L.Scalar);
  }
  All[At] = Changed;
  All.insert(All.begin() + At, Before);
  return true;
}

/// \p All[At], a loop that steps a counter in its body, as one that does in its
/// header. Its start is taken out of \p All.
static bool count(Kernel &K, Statements &All, size_t At) {
  const StmtPtr Loop = All[At];
  const bool IsFor = Loop->K == Stmt::Kind::For;
  if (!Loop->isLoop() || !Loop->Exprs[0] || !isPure(Loop->Exprs[0]))
    return false;
  Statements Body = statementsOf(Loop->body());
  ExprPtr Next = IsFor ? Loop->Exprs[1] : nullptr;
  StmtPtr Init = IsFor ? Loop->Body[0] : nullptr;
  ExprPtr Test = Loop->Exprs[0];
  VarId Counter = 0;
  bool Changed = false;
  if (!Next) {
    std::optional<Step> Found = stepIn(K, Test, Body);
    if (!Found || continues(Loop->body()))
      return false;
    Counter = Found->Counter;
    // What comes behind the step sees the next value.
    ExprPtr Behind = assignmentOf(K, Body[Found->At])->Value;
    for (size_t I = Found->At + 1; I != Body.size(); ++I)
      Body[I] = rewritten(Body[I], [&](const ExprPtr &E) -> ExprPtr {
        return E->isScalar(Counter) ? Behind : nullptr;
      });
    if (Loop->K == Stmt::Kind::Do) {
      const size_t Start = startBefore(K, All, At, Counter);
      if (Start == All.size())
        return false;
      const ExprPtr First = valueIn(All[Start], Counter);
      Test = keeps(between(All, Start, At + 1), First)
                 ? testOfLaterRounds(K, Test, *Found, withoutWidening(First))
                 : nullptr;
      if (!Test)
        return false;
    }
    Next = Found->Next;
    Body[Found->At] = gone(Body[Found->At]);
    Changed = true;
  } else if (Loop->K == Stmt::Kind::For && !Init) {
    std::optional<Assignment> A = assignmentOf(K, Next);
    if (!A || !countsOrPoints(K, A->To) || !addendIn(A->Value, A->To))
      return false;
    Counter = A->To;
  } else {
    return false;
  }
  if (!Init) {
    const size_t Start = startBefore(K, All, At, Counter);
    const bool Seen =
        llvm::any_of(llvm::drop_begin(All, At + 1),
                     [&](const StmtPtr &S) { return mentions(S, Counter); });
    if (Start != All.size() && !Seen) {
      if (keeps(between(All, Start, At), valueIn(All[Start], Counter))) {
        std::tie(All[Start], Init) = taken(All[Start], Counter);
        Changed = true;
      }
    }
  }
  if (!Changed)
    return false;
  All[At] = loopOf(Init, Test, Next,
                   withStatementsOf(Loop->body(), std::move(Body)), Loop->Lead);
  return true;
}

/// The counter that \p Test steps down, `k-- > e` or `--k >= e`, and the last
/// value that it has in the body.
static std::optional<std::pair<VarId, ExprPtr>> steppedDown(Kernel &K,
                                                            const ExprPtr &E) {
  const bool Truth = E->is(Op::Cast) && E->Implicit; // `k--` by itself
  const ExprPtr &Test = Truth ? E->Args[0] : E;
  if (!Truth && E->O != Op::Binary)
    return std::nullopt;
  const ExprPtr &Down = Truth ? Test : withoutWidening(Test->Args[0]);
  if (!Down->is(Op::Assign, "--") || Down->Args.size() != 1 ||
      Down->Args[0]->O != Op::Scalar)
    return std::nullopt;
  const VarId V = Down->Args[0]->Scalar;
  const TypePtr Ty = K.Scalars[V].Ty;
  if (!countsOrPoints(K, V) || Ty->K != Type::Kind::Int || !Ty->Signed)
    return std::nullopt;
  if (Truth)
    return Down->Postfix ? std::optional(std::pair(V, number(0, Ty)))
                         : std::nullopt;
  const ExprPtr &End = withoutWidening(Test->Args[1]);
  if (mentions(End, V) || !isHarmless(End) || !shown(*End).Ty->Signed)
    return std::nullopt;
  if (Test->Word == (Down->Postfix ? ">" : ">="))
    return std::pair(V, End);
  return std::nullopt;
}

/// \p All[At], a loop whose test counts down, as one that does in its header.
static bool countDown(Kernel &K, Statements &All, size_t At) {
  const StmtPtr Loop = All[At];
  const bool IsFor = Loop->K == Stmt::Kind::For;
  if (!(IsFor || Loop->K == Stmt::Kind::While) || !Loop->Exprs[0] ||
      (IsFor && Loop->Exprs[1]))
    return false;
  auto Found = steppedDown(K, Loop->Exprs[0]);
  if (!Found)
    return false;
  const auto &[V, Last] = *Found;
  StmtPtr Init = IsFor ? Loop->Body[0] : nullptr;
  const bool Seen =
      llvm::any_of(llvm::drop_begin(All, At + 1),
                   [&, V = V](const StmtPtr &S) { return mentions(S, V); });
  if (assigns(Loop->body(), V))
    return false;
  if (!Init) {
    const size_t Start = startBefore(K, All, At, V);
    if (Start == All.size() || Seen ||
        !keeps(between(All, Start, At), valueIn(All[Start], V)))
      return false;
    std::tie(All[Start], Init) = taken(All[Start], V);
  } else if (Init->K != Stmt::Kind::Declare || Init->Locals.size() != 1 ||
             Init->Locals[0].Scalar != V || !Init->Locals[0].Init) {
    return false;
  }
  const TypePtr Ty = K.Scalars[V].Ty;
  const ExprPtr Old = inItsType(valueIn(Init, V));
  if (!Old)
    return false;
  const ExprPtr First = binary("-", Old, number(1, Ty), Ty);
  auto Own = std::make_shared<Stmt>(*Init);
  Own->Text.clear();
  if (Own->K == Stmt::Kind::Declare)
    Own->Locals[0].Init = First;
  else
    Own->Exprs[0] = with(Own->Exprs[0], 1, First);
  auto Next = std::make_shared<Expr>();
  Next->O = Op::Assign;
  Next->Word = "--";
  Next->Ty = Ty;
  Next->Args = {scalar(V, Ty)};
  All[At] = loopOf(Own, binary(">=", scalar(V, Ty), Last, K.boolean()), Next,
                   Loop->body(), Loop->Lead);
  return true;
}

StmtPtr countLoops(Kernel &K) {
  return eachBlock(K.Body, [&](const StmtPtr &Block) {
    Statements All = Block->Body;
    for (size_t At = 0; At != All.size(); ++At) {
      All[At] = withOneStep(K, All[At]);
      if (!splitStart(All, At) && !declareBefore(K, All, At) &&
          !countDown(K, All, At))
        count(K, All, At);
    }
    return All == Block->Body ? Block : withStatements(Block, std::move(All));
  });
}

} // namespace tessera
