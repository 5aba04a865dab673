//===- Flags.cpp - Loops that a variable tells to go on -------------------===//
//
//   bool more = k < n;                  while (k < n) {
//   while (more) {                        .. ++k;
//     .. ++k;                     =>    }
//     more = k < n;
//   }
//
//   bool done = false;                  do {
//   while (!done) {                       .. ++k;
//     .. ++k;                     =>    } while (!(k >= n));
//     if (k >= n) done = true;
//   }
//
// If the variable may tell it to stop at once, this stands under a condition.
//
//===----------------------------------------------------------------------===//
#include "normal/Patterns.h"
#include "normal/Steps.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using namespace ir;
using Op = Expr::Op;
using Statements = std::vector<StmtPtr>;

/// `more`, `!more`: the variable, and what it is where \p Test is true.
static std::optional<std::pair<VarId, bool>> flagIn(const ExprPtr &Test) {
  const Expr &E = shown(*Test);
  if (E.O == Op::Scalar)
    return std::pair(E.Scalar, true);
  if (E.is(Op::Unary, "!"))
    if (auto Inner = flagIn(E.Args[0]))
      return std::pair(Inner->first, !Inner->second);
  return std::nullopt;
}

/// \p Value where \p Flag is \p Was, without naming it; null if that is not
/// clear.
static ExprPtr knowing(Kernel &K, const ExprPtr &Value, VarId Flag, bool Was) {
  if (!mentions(Value, Flag))
    return Value;
  const ExprPtr &E = unconverted(Value);
  if (E->is(Op::Binary, Was ? "&&" : "||"))
    for (unsigned I : {0, 1})
      if (unconverted(E->Args[I])->isScalar(Flag))
        return mentions(E->Args[1 - I], Flag) ? nullptr : E->Args[1 - I];
  if (E->O != Op::Select || mentions(E->Args[0], Flag))
    return nullptr;
  std::optional<bool> Arms[2];
  for (unsigned I : {0, 1}) {
    const ExprPtr &Arm = unconverted(E->Args[I + 1]);
    if (Arm->O == Op::Number)
      Arms[I] = Arm->Value != 0;
    else if (Arm->isScalar(Flag))
      Arms[I] = Was;
  }
  if (!Arms[0] || !Arms[1] || *Arms[0] == *Arms[1])
    return nullptr;
  return *Arms[0] ? E->Args[0] : logicalNot(E->Args[0], K.boolean());
}

/// The value that \p S, which does no more, gives \p Flag where it was \p Was.
static ExprPtr valueBehind(Kernel &K, const StmtPtr &S, VarId Flag, bool Was) {
  if (std::optional<Assignment> A = assignmentOf(K, S))
    return A->To == Flag ? knowing(K, A->Value, Flag, Was) : nullptr;
  if (S->K != Stmt::Kind::If || (S->Body.size() > 1 && S->Body[1]) ||
      !isPure(S->test()) || mentions(S->test(), Flag))
    return nullptr;
  const Statements Then = statementsOf(S->Body[0]);
  const std::optional<Assignment> A =
      Then.size() == 1 ? assignmentOf(K, Then[0]) : std::nullopt;
  const ExprPtr Value = A && A->To == Flag ? unconverted(A->Value) : nullptr;
  if (!Value || Value->O != Op::Number || (Value->Value != 0) == Was)
    return nullptr;
  return Was ? logicalNot(S->test(), K.boolean()) : S->test();
}

/// \p All[At], a loop that \p All declares a flag for, with what that stands
/// for.
static void withoutFlag(Kernel &K, Statements &All, size_t At) {
  const StmtPtr Loop = All[At];
  const auto Flag =
      Loop->K == Stmt::Kind::While ? flagIn(Loop->test()) : std::nullopt;
  if (!Flag || K.Scalars[Flag->first].Escapes)
    return;
  const auto [V, Was] = *Flag;
  size_t Start = At;
  while (Start-- != 0 && !mentions(All[Start], V))
    ;
  if (Start > At || All[Start]->K != Stmt::Kind::Declare ||
      All[Start]->Locals.size() != 1 || All[Start]->Locals[0].Scalar != V ||
      !All[Start]->Locals[0].Init ||
      llvm::any_of(llvm::drop_begin(All, At + 1),
                   [V = V](const StmtPtr &S) { return mentions(S, V); }))
    return;
  Statements Body = statementsOf(Loop->body());
  size_t Set = Body.size();
  for (size_t I = 0; I != Body.size(); ++I)
    if (mentions(Body[I], V)) {
      if (Set != Body.size())
        return;
      Set = I;
    }
  const ExprPtr Next =
      Set == Body.size() ? nullptr : valueBehind(K, Body[Set], V, Was);
  bool Continues = false;
  walk(Loop->body(), [&](const Stmt &S) {
    Continues |= S.K == Stmt::Kind::Continue || S.K == Stmt::Kind::Opaque;
    return !S.isLoop();
  });
  if (!Next || Continues || !isHarmless(Next) ||
      !keeps(llvm::ArrayRef(Body).drop_front(Set + 1), Next))
    return;
  const ExprPtr Test = Was ? Next : logicalNot(Next, K.boolean());
  const ExprPtr First = unconverted(All[Start]->Locals[0].Init);
  const bool IsTold = First->O == Op::Number && (First->Value != 0) == Was;
  const bool Stays =
      isArithmetic(First) &&
      keeps(llvm::ArrayRef(All).slice(Start + 1, At - Start - 1), First);
  if (!IsTold && !Stays)
    return;
  const bool IsSame = !IsTold && equal(*First, *unconverted(Next));
  Body[Set] = gone(Body[Set]);
  auto New = std::make_shared<Stmt>();
  New->K = IsSame ? Stmt::Kind::While : Stmt::Kind::Do;
  New->Exprs = {Test};
  New->Body = {withStatementsOf(Loop->body(), std::move(Body))};
  All[Start] = gone(All[Start]);
  if (IsTold || IsSame) {
    New->Lead = Loop->Lead;
    All[At] = New;
    return;
  }
  auto If = std::make_shared<Stmt>();
  If->K = Stmt::Kind::If;
  If->Exprs = {Was ? First : logicalNot(First, K.boolean())};
  If->Body = {withStatementsOf(New, {New})};
  If->Lead = Loop->Lead;
  All[At] = If;
}

StmtPtr replaceFlags(Kernel &K) {
  return eachBlock(K.Body, [&](const StmtPtr &Block) {
    Statements All = Block->Body;
    for (size_t At = 0; At != All.size(); ++At)
      withoutFlag(K, All, At);
    return All == Block->Body ? Block : withStatements(Block, std::move(All));
  });
}

} // namespace tessera
