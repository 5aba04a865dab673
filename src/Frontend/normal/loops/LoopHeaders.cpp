//===- LoopHeaders.cpp - Loops of one start and one step ------------------===//
//
//   for (k = 0, end = n; ..)              k = 0; end = n; for (; ..)
//   for (int k = 0, l = n; ..)            int l = n; for (int k = 0; ..)
//   for (..; ++k, p += w) ..              for (..; ++k) { ..; p += w; }
//
//===----------------------------------------------------------------------===//
#include "normal/loops/LoopParts.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using namespace ir;
using Op = Expr::Op;
using Statements = std::vector<StmtPtr>;

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
  const auto Own = llvm::find_if(Steps, [&](const ExprPtr &E) {
    std::optional<Assignment> A = assignmentOf(K, E);
    return A && mentions(Loop->Exprs[0], A->To);
  });
  if (Own == Steps.end())
    return Loop;
  const Assignment Counts = *assignmentOf(K, *Own);
  Statements Body = statementsOf(Loop->body());
  for (auto E = Steps.begin(); E != Steps.end(); ++E) {
    if (E == Own)
      continue;
    ExprPtr Of = *E;
    if (E > Own) { // it sees the next value
      if (assigns(Of, Counts.To) || !keeps(evaluated(Of), Counts.Value) ||
          (mentions(Of, Counts.To) && !isHarmless(Counts.Value)))
        return Loop;
      Of = rewritten(Of, [&](const ExprPtr &Each) -> ExprPtr {
        return Each->isScalar(Counts.To) ? Counts.Value : nullptr;
      });
    } else if (assigns(Of, Counts.To)) {
      return Loop;
    }
    Body.push_back(evaluated(Of));
  }
  return withExpr(withBody(Loop, 1, withStatementsOf(Loop->body(), Body)), 1,
                  *Own);
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

bool splitHeader(Kernel &K, Statements &All, size_t At) {
  const StmtPtr Old = All[At];
  All[At] = withOneStep(K, All[At]);
  return splitStart(All, At) || declareBefore(K, All, At) || All[At] != Old;
}

} // namespace tessera
