//===- LoopTests.cpp - Tests of loops that compare their counter ----------===//
//
//   while (++k < n) ..                  for (++k; k < n; ++k) ..
//   do .. while (++k < n);              do { ..; ++k; } while (k < n);
//   if (++k == n) break;                ++k; if (k == n) break;
//   for (; !(k >= n) ..)                for (; k < n ..)
//   for (; left; --left) ..             for (; left != 0; --left) ..
//   for (; k < n && row < m; ++k) ..    if (row < m) for (; k < n; ++k) ..
//   for (; k + 3 < n; k += 4) ..        for (; k < (n > 3 ? n - 3 : 0); ..) ..
//   for (; k < n - k; ++k) ..           for (; k < n - (n >> 1); ++k) ..
//
//===----------------------------------------------------------------------===//
#include "normal/Offsets.h"
#include "normal/Steps.h"
#include "normal/loops/LoopParts.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using namespace ir;
using Op = Expr::Op;
using Statements = std::vector<StmtPtr>;

//===----------------------------------------------------------------------===//
// Steps in tests
//===----------------------------------------------------------------------===//

/// `k` as `k != 0`, where a number is asked for its truth.
static ExprPtr compared(Kernel &K, const ExprPtr &E) {
  const bool Asks =
      E->is(Op::Cast) && E->Implicit && E->Ty->K == Type::Kind::Bool &&
      E->Args[0]->Ty->K == Type::Kind::Int && !E->Args[0]->is(Op::Number);
  return Asks ? binary("!=", E->Args[0], number(0, E->Args[0]->Ty), K.boolean())
              : E;
}

namespace {

/// What a test does to a counter, and what it asks behind that.
struct SteppingTest {
  Assignment Counts;
  ExprPtr Step, Test;
};

} // namespace

/// The only assignment in \p E, if it is evaluated in any case.
static ExprPtr onlyAssignment(const ExprPtr &E) {
  ExprPtr Found;
  unsigned Count = 0;
  walk(E, [&](const Expr &Each) {
    Count += Each.O == Op::Assign || Each.O == Op::Opaque;
    return true;
  });
  if (Count != 1)
    return nullptr;
  for (ExprPtr At = E; At;) {
    if (At->O == Op::Assign)
      return At;
    const bool Short = At->is(Op::Binary, "&&") || At->is(Op::Binary, "||") ||
                       At->O == Op::Select;
    ExprPtr Next;
    for (const ExprPtr &Arg : At->Args) {
      bool Has = false;
      walk(Arg, [&](const Expr &Each) {
        Has |= Each.O == Op::Assign;
        return !Has;
      });
      if (Has)
        Next = Arg;
      if (Short)
        break;
    }
    At = Next;
  }
  return nullptr;
}

static std::optional<SteppingTest> steppingTest(const Kernel &K,
                                                const ExprPtr &E) {
  const ExprPtr Step = E ? onlyAssignment(E) : nullptr;
  const std::optional<Assignment> A = assignmentOf(K, Step);
  const ExprPtr By = A ? addendIn(A->Value, A->To) : nullptr;
  if (!By || !countsOrPoints(K, A->To) || !isHarmless(By) ||
      mentions(By, A->To))
    return std::nullopt;
  const TypePtr Ty = K.Scalars[A->To].Ty;
  unsigned Uses = 0;
  walk(E, [&](const Expr &Each) {
    Uses += Each.isScalar(A->To);
    return true;
  });
  if (Uses != 1 || (Step->Postfix && By->O != Op::Number))
    return std::nullopt;
  const ExprPtr Now = scalar(A->To, Ty);
  const ExprPtr Seen = Step->Postfix ? binary("-", Now, By, Ty) : Now;
  ExprPtr Test = rewritten(E, [&](const ExprPtr &Each) -> ExprPtr {
    return Each->O == Op::Assign ? Seen : nullptr;
  });
  if (!isPure(Test))
    return std::nullopt;
  return SteppingTest{*A, Step, Test};
}

/// `k - 1 < n` as `k <= n`, for a \p Counter that has just been stepped up to
/// `k` without passing the end of its type, and the like. \p Ends: nothing but
/// this test ends the rounds, so that a `!=` is not passed.
static ExprPtr withoutStepped(Kernel &K, const ExprPtr &Of, VarId Counter,
                              bool Ends) {
  const TypePtr Ty = K.Scalars[Counter].Ty;
  const ExprPtr Test = compared(K, Of);
  if (Test->O != Op::Binary || !Ty->Signed)
    return Of;
  const ExprPtr &Left = Test->Args[0];
  const bool Up = Left->is(Op::Binary, "-");
  if ((!Up && !Left->is(Op::Binary, "+")) ||
      !Left->Args[0]->isScalar(Counter) || !Left->Args[1]->isNumber(1))
    return Of;
  if (Test->Word == (Up ? "<" : ">") || (Test->Word == "!=" && Ends))
    return binary(Up ? "<=" : ">=", Left->Args[0], Test->Args[1], K.boolean());
  return Of;
}

/// `for (unsigned k = n; k-- > 0;)` as `for (; k > 0; --k)`, whose body sees
/// `k - 1`. \p Test: `k + 1 > 0`.
static StmtPtr countedDown(Kernel &K, const StmtPtr &Loop,
                           const SteppingTest &Of) {
  const VarId V = Of.Counts.To;
  const TypePtr Ty = K.Scalars[V].Ty;
  const ExprPtr Test = compared(K, Of.Test);
  if (Ty->K != Type::Kind::Int || !Of.Step->Postfix || Of.Step->Word != "--" ||
      Test->O != Op::Binary || (Test->Word != ">" && Test->Word != "!=") ||
      !unconverted(Test->Args[1])->isNumber(0) || assigns(Loop->body(), V) ||
      !unconverted(Test->Args[0])->is(Op::Binary, "+"))
    return nullptr;
  const ExprPtr Now = scalar(V, Ty);
  const ExprPtr Seen = binary("-", Now, number(1, Ty), Ty);
  StmtPtr Body = rewritten(Loop->body(), [&](const ExprPtr &E) -> ExprPtr {
    return E->isScalar(V) ? Seen : nullptr;
  });
  return loopOf(Loop->K == Stmt::Kind::For ? Loop->Body[0] : nullptr,
                binary(">", Now, number(0, Ty), K.boolean()), Of.Step, Body,
                Loop->Lead);
}

/// \p All[At], which is one of these whose test steps something, with that in a
/// statement of its own or in its header.
static bool takeStepOut(Kernel &K, Statements &All, size_t At) {
  const StmtPtr S = All[At];
  if (S->K != Stmt::Kind::If && !S->isLoop())
    return false;
  std::optional<SteppingTest> Of = steppingTest(K, S->Exprs[0]);
  if (!Of)
    return false;
  const VarId V = Of->Counts.To;
  const bool Ends = S->isLoop() && !jumps(S->body());
  const ExprPtr Test = withoutStepped(K, Of->Test, V, Ends);
  if (S->K == Stmt::Kind::If) {
    auto Lead = std::make_shared<Stmt>(*evaluated(Of->Step));
    Lead->Lead = S->Lead;
    auto Rest = std::make_shared<Stmt>(*withExpr(S, 0, Test));
    Rest->Lead = {};
    All[At] = Rest;
    All.insert(All.begin() + At, Lead);
    return true;
  }
  if (S->K == Stmt::Kind::Do) {
    if (continues(S->body()))
      return false;
    Statements Body = statementsOf(S->body());
    Body.push_back(evaluated(Of->Step));
    All[At] = withBody(withExpr(S, 0, Test), 0,
                       withStatementsOf(S->body(), std::move(Body)));
    return true;
  }
  const bool IsFor = S->K == Stmt::Kind::For;
  if (IsFor && S->Exprs[1])
    return false;
  const TypePtr Ty = K.Scalars[V].Ty;
  if (Of->Step->Word == "--" && Ty->isInteger() && !Ty->Signed) {
    const StmtPtr Down =
        seenBehind(All, At, V) ? nullptr : countedDown(K, S, *Of);
    All[At] = Down ? Down : S;
    return Down != nullptr;
  }
  StmtPtr Init = IsFor ? S->Body[0] : nullptr;
  auto After = [&](const ExprPtr &Old) -> ExprPtr {
    const ExprPtr Value = inItsType(Old);
    if (!Value || !isHarmless(Value))
      return nullptr;
    return binary("+", Value, addendIn(Of->Counts.Value, V), Ty);
  };
  if (Init) {
    const bool Declares = Init->K == Stmt::Kind::Declare &&
                          Init->Locals.size() == 1 &&
                          Init->Locals[0].Scalar == V && Init->Locals[0].Init;
    const std::optional<Assignment> Sets = assignmentOf(K, Init);
    if (!Declares && !(Sets && Sets->To == V && Sets->Replaces))
      return false;
    const ExprPtr First = After(valueIn(Init, V));
    if (!First)
      return false;
    Init = Declares ? withInit(Init, 0, First)
                    : withExpr(Init, 0, with(Init->Exprs[0], 1, First));
  } else {
    const size_t Start = startBefore(K, All, At, V);
    ExprPtr First;
    if (Start != All.size() &&
        keeps(between(All, Start, At), valueIn(All[Start], V)))
      First = After(valueIn(All[Start], V));
    Init = First ? evaluated(assignment("=", scalar(V, Ty), First))
                 : evaluated(Of->Step);
    if (First && !seenBehind(All, At, V) &&
        All[Start]->K == Stmt::Kind::Declare) {
      std::tie(All[Start], Init) = taken(All[Start], V);
      Init = withInit(Init, 0, First);
    }
  }
  All[At] = loopOf(Init, Test, Of->Step, S->body(), S->Lead);
  return true;
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

static void conjuncts(const ExprPtr &E, std::vector<ExprPtr> &Into) {
  if (!E->is(Op::Binary, "&&"))
    return Into.push_back(E);
  conjuncts(E->Args[0], Into);
  conjuncts(E->Args[1], Into);
}

/// The number that the counter \p V of \p Loop begins with, which steps up.
static std::optional<int64_t> firstNumber(const Kernel &K, const StmtPtr &Loop,
                                          const Statements &All, size_t At,
                                          VarId V) {
  if (Loop->K != Stmt::Kind::For || assigns(Loop->body(), V))
    return std::nullopt;
  const std::optional<Assignment> Next = assignmentOf(K, Loop->Exprs[1]);
  const ExprPtr By = Next && Next->To == V ? addendIn(Next->Value, V) : nullptr;
  StmtPtr From = Loop->Body[0];
  if (!From) {
    const size_t Start = startBefore(K, All, At, V);
    From = Start == All.size() ? nullptr : All[Start];
  } else if (!mentions(From, V)) {
    return std::nullopt;
  }
  if (!By || By->O != Op::Number || By->Value <= 0 || !From ||
      (From->K != Stmt::Kind::Declare && !assignmentOf(K, From)))
    return std::nullopt;
  const ExprPtr Value = valueIn(From, V);
  const ExprPtr First = Value ? unconverted(Value) : nullptr;
  return First && First->O == Op::Number ? std::optional(First->Value)
                                         : std::nullopt;
}

/// The comparison \p E of a loop in fewer words; \p First tells where a counter
/// begins.
static ExprPtr
plainly(Kernel &K, const ExprPtr &E,
        llvm::function_ref<std::optional<int64_t>(VarId)> First) {
  if (E->is(Op::Unary, "!")) {
    const ExprPtr Of = logicalNot(unconverted(E->Args[0]), K.boolean());
    if (Of->O == Op::Binary)
      return Of;
  }
  if (const ExprPtr Of = compared(K, E); Of != E)
    return Of;
  const bool Reaches = E->is(Op::Binary, "<=");
  if (!Reaches && !E->is(Op::Binary, "<"))
    return E;
  const TypePtr Ty = E->Args[0]->Ty;
  const ExprPtr &Left = E->Args[0], &End = E->Args[1];
  if (Ty != End->Ty || Ty->K != Type::Kind::Int || !Ty->Signed ||
      !isHarmless(E))
    return E;
  // `k + 3 < n`, where `n - 3` might wrap.
  if (Left->is(Op::Binary, "+") && Left->Args[0]->O == Op::Scalar &&
      Left->Args[1]->O == Op::Number && Left->Args[1]->Value > 0 &&
      !mentions(End, Left->Args[0]->Scalar) &&
      First(Left->Args[0]->Scalar) == 0) {
    const ExprPtr Ahead = number(Left->Args[1]->Value - (Reaches ? 1 : 0), Ty);
    auto Pick = std::make_shared<Expr>();
    Pick->O = Op::Select;
    Pick->Ty = Ty;
    Pick->Args = {binary(">", End, Ahead, K.boolean()),
                  binary("-", End, Ahead, Ty), number(0, Ty)};
    return binary("<", Left->Args[0], Ahead->Value == 0 ? End : Pick,
                  K.boolean());
  }
  // `k < n - k`
  if (Left->O != Op::Scalar || !End->is(Op::Binary, "-") ||
      !End->Args[1]->isScalar(Left->Scalar) ||
      mentions(End->Args[0], Left->Scalar))
    return E;
  ExprPtr Whole = End->Args[0];
  if (Whole->O == Op::Scalar)
    if (const ExprPtr Value = Offsets(K).valueOf(Whole->Scalar);
        Value && Value->Ty == Ty && isConstant(K, Value) && isHarmless(Value))
      Whole = Value;
  const ExprPtr Half = binary(">>", Whole, number(1, Ty), Ty);
  return binary(E->Word, Left, Reaches ? Half : binary("-", Whole, Half, Ty),
                K.boolean());
}

/// \p All[At], a loop, with a plain test; what it asks in each round with the
/// same answer stands before it.
static bool simplify(Kernel &K, Statements &All, size_t At) {
  const StmtPtr Loop = All[At];
  if (!Loop->isLoop() || !Loop->Exprs[0])
    return false;
  std::vector<ExprPtr> Parts;
  conjuncts(Loop->Exprs[0], Parts);
  ExprPtr Test, Always;
  bool Changed = false;
  for (const ExprPtr &Each : Parts) {
    const ExprPtr Plain = plainly(
        K, Each, [&](VarId V) { return firstNumber(K, Loop, All, At, V); });
    Changed |= Plain != Each;
    const bool Moves = Loop->K != Stmt::Kind::Do && Parts.size() > 1 &&
                       isHarmless(Plain) && keeps(Loop, Plain);
    ExprPtr &Into = Moves ? Always : Test;
    Into = Into ? binary("&&", Into, Plain, K.boolean()) : Plain;
  }
  // The start of a `for` would be left out, unless nothing else sees it.
  const StmtPtr Init = Loop->K == Stmt::Kind::For ? Loop->Body[0] : nullptr;
  if (Always && Init &&
      (Init->K != Stmt::Kind::Declare ||
       llvm::any_of(Init->Locals, [&](const Local &L) {
         return !L.Scalar || mentions(Always, *L.Scalar);
       }))) {
    Test = Test ? binary("&&", Test, Always, K.boolean()) : Always;
    Always = nullptr;
  }
  if ((!Changed && !Always) || !Test)
    return false;
  const StmtPtr New = withExpr(Loop, 0, Test);
  if (!Always) {
    All[At] = New;
    return true;
  }
  auto Inner = std::make_shared<Stmt>(*New);
  Inner->Lead = {};
  auto If = std::make_shared<Stmt>();
  If->K = Stmt::Kind::If;
  If->Exprs = {Always};
  If->Body = {withStatementsOf(Inner, {Inner})};
  If->Lead = Loop->Lead;
  All[At] = If;
  return true;
}

StmtPtr compareCounters(Kernel &K) {
  return eachList(K.Body, [&](Statements &All) {
    for (size_t At = 0; At < All.size(); ++At)
      if (!takeStepOut(K, All, At))
        simplify(K, All, At);
  });
}

} // namespace tessera
