//===- UntiledLoops.cpp - Kernels whose tiles are gone --------------------===//
//
//   for (i = 0; i < n; i += 16)          for (i = 0; i < (n + 15) / 16; ++i)
//     .. i ..                       =>     .. i * 16 ..
//
//   sum = .. x < n ? a[x] : 0 ..;        if (x < n) {
//   if (x < n)                    =>       sum = .. a[x] ..;
//     c[x] = sum;                          c[x] = sum;
//                                        }
//
// Barriers needed all threads; nothing does any more.
//
//===----------------------------------------------------------------------===//
#include "normal/tiles/UntiledLoops.h"
#include "normal/Patterns.h"
#include "normal/Steps.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using namespace ir;
using Op = Expr::Op;
using Statements = std::vector<StmtPtr>;

StmtPtr withCountedRounds(Kernel &K, const StmtPtr &S, const TileCells &Cells) {
  const std::optional<CountedLoop> Loop = countedLoop(K, *S);
  if (!Loop || !shown(*Loop->First).isNumber(0) ||
      !Loop->Test->is(Op::Binary, "<") ||
      !shown(*Loop->Test->Args[0]).isScalar(Loop->Counter))
    return S;
  const ExprPtr &End = unconverted(Loop->Test->Args[1]);
  const std::optional<int64_t> By = Cells.constant(unconverted(Loop->By));
  const TypePtr Int = K.Of->get({Type::Kind::Int, 4, true});
  if (K.Scalars[Loop->Counter].Ty != Int || End->Ty != Int ||
      !isConstant(K, End) || !isHarmless(End) || !By || *By < 2)
    return S;
  const VarId New = K.freshScalar(Loop->Counter, false);
  const ExprPtr Rounds = binary(
      "/", binary("+", End, number(*By - 1, Int), Int), number(*By, Int), Int);
  return countingLoop(K, New, Rounds,
                      rewritten(S->body(),
                                [&](const ExprPtr &E) -> ExprPtr {
                                  return E->isScalar(Loop->Counter)
                                             ? binary("*", scalar(New, Int),
                                                      number(*By, Int), Int)
                                             : nullptr;
                                }),
                      S);
}

/// Whether \p S does nothing but give variables of the thread values.
static bool isLocal(const Kernel &K, const StmtPtr &S) {
  bool Is = true;
  eachExpr(S, [&](const ExprPtr &Whole) {
    walk(Whole, [&](const Expr &E) {
      if (E.O == Op::Assign) {
        const Expr &Of = arrayIn(*E.Args[0]);
        Is &= E.Args[0]->O == Op::Scalar ||
              (Of.O == Op::Name && Of.IsLocal && !K.Others[Of.Scalar].Escapes);
      }
      return Is;
    });
  });
  return Is && !jumps(S);
}

/// The parts of \p E that `&&` joins.
static void conjuncts(const ExprPtr &E, std::vector<ExprPtr> &Into) {
  if (E->is(Op::Binary, "&&")) {
    conjuncts(E->Args[0], Into);
    return conjuncts(E->Args[1], Into);
  }
  Into.push_back(E);
}

/// \p E without the parts that are among \p Known; null if nothing is left.
static ExprPtr without(const ExprPtr &E, llvm::ArrayRef<ExprPtr> Known) {
  if (E->is(Op::Binary, "&&")) {
    const ExprPtr A = without(E->Args[0], Known),
                  B = without(E->Args[1], Known);
    return !A || !B ? (A ? A : B)
                    : (A == E->Args[0] && B == E->Args[1]
                           ? E
                           : binary("&&", A, B, E->Ty));
  }
  return llvm::any_of(Known, [&](const ExprPtr &K) { return equal(*K, *E); })
             ? nullptr
             : E;
}

/// \p S where \p Condition, which never changes, is true.
static StmtPtr where(const ExprPtr &Condition, const StmtPtr &S) {
  std::vector<ExprPtr> Known;
  conjuncts(Condition, Known);
  return rewritten(S, [&](const ExprPtr &E) -> ExprPtr {
    if (E->O != Op::Select)
      return nullptr;
    const ExprPtr Left = without(E->Args[0], Known);
    if (Left == E->Args[0])
      return nullptr;
    return Left ? with(E, 0, Left) : E->Args[1];
  });
}

StmtPtr underLastCondition(const Kernel &K, const StmtPtr &Body) {
  Statements All = Body->Body;
  const auto Last =
      std::find_if(All.rbegin(), All.rend(),
                   [](const StmtPtr &S) { return S->K != Stmt::Kind::Empty; });
  if (Last == All.rend() || (*Last)->K != Stmt::Kind::If ||
      ((*Last)->Body.size() > 1 && (*Last)->Body[1]) ||
      !isConstant(K, (*Last)->test()))
    return Body;
  const size_t At = All.size() - 1 - (Last - All.rbegin());
  std::set<VarId> Needed;
  auto need = [&](const ExprPtr &E) {
    walk(E, [&](const Expr &Each) {
      if (Each.O == Op::Scalar)
        Needed.insert(Each.Scalar);
      return true;
    });
  };
  need(All[At]->test());
  Statements Before, Inside;
  for (size_t I = At; I-- > 0;) {
    if (!isLocal(K, All[I]))
      return Body;
    const bool IsNeeded = All[I]->K == Stmt::Kind::Declare &&
                          llvm::any_of(All[I]->Locals, [&](const Local &L) {
                            return L.Scalar && Needed.count(*L.Scalar);
                          });
    if (IsNeeded)
      for (const Local &L : All[I]->Locals)
        if (L.Init)
          need(L.Init);
    if (IsNeeded)
      Before.push_back(All[I]);
    else
      Inside.push_back(where(All[At]->test(), All[I]));
  }
  if (llvm::all_of(Inside, [](const StmtPtr &S) {
        return S->K == Stmt::Kind::Empty || S->K == Stmt::Kind::Declare;
      }))
    return Body;
  std::reverse(Before.begin(), Before.end());
  std::reverse(Inside.begin(), Inside.end());
  llvm::append_range(Inside, statementsOf(All[At]->Body[0]));
  Before.push_back(
      withBody(All[At], 0, withStatementsOf(All[At]->Body[0], Inside)));
  Before.insert(Before.end(), All.begin() + At + 1, All.end());
  return withStatements(Body, Before);
}

} // namespace tessera
