//===- Exits.cpp - Loops that their test ends -----------------------------===//
//
//   for (int k = 0;; ++k) {             for (int k = 0; !(k >= n); ++k)
//     if (k >= n) break; ..               ..
//
//   for (;;) {                          do {
//     ..                                  ..
//     if (k + 1 >= n) break;              ++k;
//     ++k;                              } while (!(k >= n));
//   }
//
//   if (c) continue; else S             if (c) continue; S
//
//===----------------------------------------------------------------------===//
#include "normal/Steps.h"
#include "normal/loops/LoopParts.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using namespace ir;
using Op = Expr::Op;
using Statements = std::vector<StmtPtr>;

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

/// \p All[At], a loop without an end of its own whose body's last test leaves
/// it, as one that does so in its header.
static bool endByLastTest(Kernel &K, Statements &All, size_t At) {
  const StmtPtr Loop = All[At];
  if (!Loop->isLoop() || !isTrue(Loop->Exprs[0]) || continues(Loop->body()))
    return false;
  const bool IsFor = Loop->K == Stmt::Kind::For;
  Statements Body = statementsOf(Loop->body());
  if (IsFor && Loop->Exprs[1])
    Body.push_back(evaluated(Loop->Exprs[1]));
  size_t Exit = Body.size();
  while (Exit != 0 && !exitTest(Body[Exit - 1]) &&
         (Body[Exit - 1]->K == Stmt::Kind::Empty ||
          assignmentOf(K, Body[Exit - 1])))
    --Exit;
  if (Exit == 0 || !exitTest(Body[Exit - 1]))
    return false;
  ExprPtr Leaves = exitTest(Body[Exit - 1]);
  // Behind the steps, it sees their results, which are not used then.
  for (size_t I = Body.size(); I-- != Exit;) {
    const std::optional<Assignment> A = assignmentOf(K, Body[I]);
    if (!A)
      continue;
    const VarId V = A->To;
    const bool IsOwn = IsFor && Loop->Body[0] &&
                       llvm::any_of(Loop->Body[0]->Locals, [&](const Local &L) {
                         return L.Scalar == V;
                       });
    if (!IsOwn &&
        (seenBehind(All, At, V) || startBefore(K, All, At, V) == All.size()))
      return false;
    if (!mentions(Leaves, V))
      continue;
    const ExprPtr By = addendIn(A->Value, V);
    if (!By || By->O != Op::Number || K.Scalars[V].Ty->K != Type::Kind::Int)
      return false;
    const TypePtr Ty = K.Scalars[V].Ty;
    const ExprPtr Before =
        binary("-", scalar(V, Ty), number(By->Value, Ty), Ty);
    Leaves = rewritten(Leaves, [&](const ExprPtr &E) -> ExprPtr {
      if (E->isScalar(V))
        return Before;
      const bool IsBack = E->is(Op::Binary, "+") && E->Ty == Ty &&
                          E->Args[0] == Before &&
                          E->Args[1]->isNumber(By->Value);
      return IsBack ? scalar(V, Ty) : nullptr;
    });
  }
  Body[Exit - 1] = gone(Body[Exit - 1]);
  auto Do = std::make_shared<Stmt>();
  Do->K = Stmt::Kind::Do;
  Do->Exprs = {logicalNot(Leaves, K.boolean())};
  Do->Body = {withStatementsOf(Loop->body(), std::move(Body))};
  if (!IsFor || !Loop->Body[0]) {
    Do->Lead = Loop->Lead;
    All[At] = Do;
    return true;
  }
  auto Around = std::make_shared<Stmt>();
  Around->K = Stmt::Kind::Block;
  Around->Body = {Loop->Body[0], Do};
  Around->Lead = Loop->Lead;
  All[At] = Around;
  return true;
}

StmtPtr endLoopsByTheirTest(Kernel &K) {
  const StmtPtr First =
      eachLoop(K.Body, [&](const StmtPtr &Loop) { return withExit(K, Loop); });
  return eachList(First, [&](Statements &All) {
    for (size_t At = 0; At != All.size(); ++At)
      endByLastTest(K, All, At);
  });
}

} // namespace tessera
