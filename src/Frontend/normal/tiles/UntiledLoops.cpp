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
#include "normal/tiles/TiledArrays.h"
#include "llvm/ADT/STLExtras.h"
#include <variant>

namespace tessera {

using namespace ir;
using Op = Expr::Op;
using Statements = std::vector<StmtPtr>;

namespace {

/// Loops that have barriers, in a kernel whose body is as it was.
class Rounds {
public:
  Rounds(Kernel &K, const LaunchFacts &Facts)
      : K(K), Known(K), Cells(K, Facts, Known) {}

  /// \p S, if it counts by a number from somewhere, from 0 by 1.
  StmtPtr counted(const StmtPtr &S) const;

private:
  ExprPtr roundsOf(const CountedLoop &Loop, int64_t By) const;
  std::optional<int64_t> factorIn(const ExprPtr &E, VarId Counter) const;

  Kernel &K;
  const Offsets Known;
  const CellOwners Cells;
};

} // namespace

/// The number that \p Counter is multiplied by where it is compared.
std::optional<int64_t> Rounds::factorIn(const ExprPtr &E, VarId Counter) const {
  const Expr &Of = shown(*E);
  if (Of.isScalar(Counter))
    return 1;
  if (!Of.is(Op::Binary, "*"))
    return std::nullopt;
  for (unsigned I : {0, 1})
    if (shown(*Of.Args[I]).isScalar(Counter))
      return Cells.constant(unconverted(Of.Args[1 - I]));
  return std::nullopt;
}

/// How many rounds \p Loop has, of a counter that steps by \p By; null if that
/// is not known, or if it is what its test says.
ExprPtr Rounds::roundsOf(const CountedLoop &Loop, int64_t By) const {
  const TypePtr Ty = K.Scalars[Loop.Counter].Ty;
  const ExprPtr &Test = Loop.Test;
  if (Ty->K != Type::Kind::Int || Ty->Bytes < 4 || Test->O != Op::Binary ||
      (Test->Word != "<" && Test->Word != "<="))
    return nullptr;
  const std::optional<int64_t> Factor = factorIn(Test->Args[0], Loop.Counter);
  const bool Zero = shown(*Loop.First).isNumber(0);
  if (!Factor || *Factor < 1 || By > INT32_MAX / *Factor ||
      (*Factor != 1 && !Zero) || (*Factor == 1 && By == 1 && Zero))
    return nullptr;
  const ExprPtr End = unconverted(Test->Args[1]);
  if (End->Ty != Ty || Test->Args[0]->Ty != Ty || !isConstant(K, End) ||
      !isConstant(K, Loop.First) || !isHarmless(End))
    return nullptr;
  ExprPtr Range = End;
  if (!Zero) {
    const std::optional<ExprPtr> Difference =
        Known.difference(End, Loop.First, Ty);
    if (!Difference)
      return nullptr;
    Range = *Difference;
  }
  const int64_t Each = By * *Factor, More = Test->Word == "<" ? Each - 1 : Each;
  // `n - 1 + 16`
  if (const std::optional<ExprPtr> Sum = Known.difference(
          binary("+", Range, number(More, Ty), Ty), number(0, Ty), Ty))
    Range = *Sum;
  else
    Range = binary("+", Range, number(More, Ty), Ty);
  return Each == 1 ? Range : binary("/", Range, number(Each, Ty), Ty);
}

StmtPtr Rounds::counted(const StmtPtr &S) const {
  const std::optional<CountedLoop> Loop = countedLoop(K, *S);
  if (!Loop)
    return S;
  const std::optional<int64_t> By = Cells.constant(unconverted(Loop->By));
  const ExprPtr First = inItsType(Loop->First);
  const ExprPtr Number =
      By && *By > 0 && First ? roundsOf(*Loop, *By) : nullptr;
  if (!Number)
    return S;
  const TypePtr Ty = K.Scalars[Loop->Counter].Ty;
  const VarId New = K.freshScalar(Loop->Counter, false);
  ExprPtr Value = scalar(New, Ty);
  if (*By != 1)
    Value = binary("*", Value, number(*By, Ty), Ty);
  if (!shown(*First).isNumber(0))
    Value = binary("+", First, Value, Ty);
  return countingLoop(K, New, Number,
                      rewritten(S->body(),
                                [&](const ExprPtr &E) -> ExprPtr {
                                  return E->isScalar(Loop->Counter) ? Value
                                                                    : nullptr;
                                }),
                      S);
}

StmtPtr withoutReturn(Kernel &K, const StmtPtr &Body) {
  Statements All = Body->Body;
  for (size_t At = All.size(); At-- != 0;) {
    bool Waits = false;
    eachExpr(All[At], [&](const ExprPtr &E) {
      Waits |= E->is(Op::Call) && E->Word == "__syncthreads";
    });
    if (Waits)
      break;
    if (All[At]->K != Stmt::Kind::If || !isPure(All[At]->test()) ||
        (All[At]->Body.size() > 1 && All[At]->Body[1]))
      continue;
    const Statements Then = statementsOf(All[At]->Body[0]);
    if (Then.size() != 1 || Then[0]->K != Stmt::Kind::Return)
      continue;
    auto If = std::make_shared<Stmt>();
    If->K = Stmt::Kind::If;
    If->Lead = All[At]->Lead;
    If->Exprs = {logicalNot(All[At]->test(), K.boolean())};
    auto Rest = std::make_shared<Stmt>();
    Rest->K = Stmt::Kind::Block;
    Rest->Body.assign(All.begin() + At + 1, All.end());
    If->Body = {Rest};
    All.resize(At);
    All.push_back(If);
  }
  return All == Body->Body ? Body : withStatements(Body, All);
}

StmtPtr withCountedRounds(Kernel &K, const StmtPtr &Body,
                          const LaunchFacts &Facts) {
  const Rounds Of(K, Facts);
  return eachStatement(
      Body, [&](const StmtPtr &S) -> std::optional<Statements> {
        if (S->K != Stmt::Kind::For)
          return std::nullopt;
        bool Waits = false;
        eachExpr(S->body(), [&](const ExprPtr &E) {
          Waits |= E->is(Op::Call) && E->Word == "__syncthreads";
        });
        const StmtPtr Sized =
            !Waits
                ? S
                : withExpr(S, 0, rewritten(S->Exprs[0], [&](const ExprPtr &E) {
                             const bool IsSize =
                                 E->O == Op::Builtin && E->Word[0] == 'B';
                             return IsSize ? number(*Facts.block(unsigned(
                                                        E->Word[1] - 'x')),
                                                    E->Ty)
                                           : nullptr;
                           }));
        const StmtPtr New = Waits && S->Exprs[0] ? Of.counted(Sized) : S;
        return New == S ? std::nullopt : std::optional(Statements{New});
      });
}

//===----------------------------------------------------------------------===//
// What is left over
//===----------------------------------------------------------------------===//

/// How often \p S reads \p V, other than to give it another value.
static unsigned reads(const Kernel &K, const StmtPtr &S, VarId V) {
  unsigned Count = 0;
  walk(S, [&](const Stmt &Each) {
    const std::optional<Assignment> A = Each.K == Stmt::Kind::Eval
                                            ? assignmentOf(K, Each.Exprs[0])
                                            : std::nullopt;
    auto count = [&](const ExprPtr &E) {
      Count += E && !(A && A->To == V) && mentions(E, V);
    };
    llvm::for_each(Each.Exprs, count);
    for (const Local &L : Each.Locals)
      count(L.Init);
    return true;
  });
  return Count;
}

static bool isEmpty(const StmtPtr &S) {
  return llvm::all_of(statementsOf(S), [](const StmtPtr &Each) {
    return Each->K == Stmt::Kind::Empty;
  });
}

StmtPtr withoutUnread(Kernel &K, const StmtPtr &Body, const StmtPtr &Before) {
  std::set<VarId> Unread;
  for (VarId V = 0; V != K.Scalars.size(); ++V)
    if (!K.Scalars[V].Escapes && reads(K, Body, V) == 0 &&
        reads(K, Before, V) != 0)
      Unread.insert(V);
  const StmtPtr Rest =
      eachStatement(Body, [&](const StmtPtr &S) -> std::optional<Statements> {
        if (const std::optional<Assignment> A = assignmentOf(K, S);
            A && Unread.count(A->To))
          return Statements();
        if (S->K == Stmt::Kind::If && isPure(S->test()) &&
            llvm::all_of(S->Body, [](const StmtPtr &Arm) {
              return !Arm || isEmpty(Arm);
            }))
          return Statements();
        return std::nullopt;
      });
  const StmtPtr Result = withoutUnused(K, Rest, Before);
  return Result == Body ? Body : withoutUnread(K, Result, Before);
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

namespace {

/// What is true where a condition, which never changes, is.
class Truths {
public:
  Truths(Kernel &K, const Offsets &Known, const ExprPtr &Condition)
      : K(K), Known(Known) {
    note(Condition, true);
  }

  /// \p S where all that is true.
  StmtPtr apply(const StmtPtr &S) const;

private:
  /// An expression, or whether it is true.
  using Either = std::variant<bool, ExprPtr>;

  void note(const ExprPtr &E, bool Is);
  /// Whether \p B is true where \p A is, as it says the same.
  /// Whether \p B is true where \p A is, as it says the same.
  bool isSame(const ExprPtr &A, const ExprPtr &B) const;
  bool isTrue(const ExprPtr &E) const;
  Either shorter(const ExprPtr &E) const;

  Kernel &K;
  const Offsets &Known;
  std::vector<ExprPtr> All;
};

} // namespace

/// Notes that \p E is true, or that it is not.
void Truths::note(const ExprPtr &E, bool Is) {
  if (E->is(Op::Unary, "!"))
    return note(E->Args[0], !Is);
  if (E->is(Op::Binary, Is ? "&&" : "||")) {
    note(E->Args[0], Is);
    return note(E->Args[1], Is);
  }
  All.push_back(Is ? E : logicalNot(E, K.boolean()));
}

bool Truths::isSame(const ExprPtr &A, const ExprPtr &B) const {
  if (equal(*A, *B))
    return true;
  if (A->O != Op::Binary || B->O != Op::Binary || A->Word != B->Word ||
      (A->Word != "<" && A->Word != ">=" && A->Word != ">" && A->Word != "<="))
    return false;
  const std::optional<Polynomial> Low = Known.polynomial(A->Args[0]);
  bool OfIds = Low.has_value(); // and is not negative
  if (Low)
    for (const auto &[M, Times] : Low->terms())
      OfIds &= Times >= 0 && llvm::all_of(M, [](llvm::StringRef Symbol) {
                 return !Symbol.starts_with("v");
               });
  for (unsigned I : {0, 1}) {
    // Where `i < n` is, n is no less as a number without a sign.
    const ExprPtr &Of = A->Args[I], &Wide = B->Args[I];
    const bool IsPositive = I == 1 && OfIds && A->Word == "<" &&
                            Of->Ty->Signed && Wide->is(Op::Cast) &&
                            Wide->Ty->Bytes >= Of->Ty->Bytes &&
                            Wide->Args[0]->Ty == Of->Ty;
    const ExprPtr &Other = IsPositive ? Wide->Args[0] : Wide;
    const std::optional<Polynomial> Left = Known.polynomial(Of),
                                    Right = Known.polynomial(Other);
    if (!equal(*Of, *Other) && (!Left || !Right || *Left != *Right))
      return false;
  }
  return true;
}

bool Truths::isTrue(const ExprPtr &E) const {
  return llvm::any_of(All,
                      [&](const ExprPtr &Each) { return isSame(Each, E); });
}

Truths::Either Truths::shorter(const ExprPtr &E) const {
  if (E->is(Op::Unary, "!")) {
    Either Of = shorter(E->Args[0]);
    if (const bool *Is = std::get_if<bool>(&Of))
      return !*Is;
    return std::get<ExprPtr>(Of) == E->Args[0]
               ? E
               : logicalNot(std::get<ExprPtr>(Of), K.boolean());
  }
  if (E->is(Op::Binary, "&&") || E->is(Op::Binary, "||")) {
    const bool Stops = E->Word == "||"; // what one part alone decides
    Either A = shorter(E->Args[0]), B = shorter(E->Args[1]);
    if (A == Either(Stops) || B == Either(Stops))
      return Stops;
    if (std::holds_alternative<bool>(A))
      return B;
    if (std::holds_alternative<bool>(B))
      return A;
    const ExprPtr &Left = std::get<ExprPtr>(A), &Right = std::get<ExprPtr>(B);
    return Left == E->Args[0] && Right == E->Args[1]
               ? E
               : binary(E->Word, Left, Right, E->Ty);
  }
  if (isTrue(E))
    return true;
  return isTrue(logicalNot(E, K.boolean())) ? Either(false) : Either(E);
}

StmtPtr Truths::apply(const StmtPtr &S) const {
  return rewritten(S, [&](const ExprPtr &E) -> ExprPtr {
    if (E->O != Op::Select)
      return nullptr;
    const Either Left = shorter(E->Args[0]);
    if (const bool *Is = std::get_if<bool>(&Left))
      return inWords(E->Args[*Is ? 1 : 2]);
    const ExprPtr &Test = std::get<ExprPtr>(Left);
    return Test == E->Args[0] ? nullptr : with(E, 0, Test);
  });
}

StmtPtr underLastCondition(Kernel &K, const StmtPtr &Body,
                           const Offsets &Known) {
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
  const Truths Here(K, Known, All[At]->test());
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
      Inside.push_back(Here.apply(All[I]));
  }
  if (llvm::all_of(Inside, [](const StmtPtr &S) {
        return S->K == Stmt::Kind::Empty || S->K == Stmt::Kind::Declare;
      }))
    return Body;
  std::reverse(Before.begin(), Before.end());
  std::reverse(Inside.begin(), Inside.end());
  llvm::append_range(Inside, statementsOf(All[At]->Body[0]));
  Before.push_back(
      withBody(All[At], 0,
               underLastCondition(K, withStatementsOf(All[At]->Body[0], Inside),
                                  Known)));
  Before.insert(Before.end(), All.begin() + At + 1, All.end());
  return withStatements(Body, Before);
}

} // namespace tessera
