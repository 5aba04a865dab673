//===- Inductions.cpp - What loops move, by the number of the round -------===//
//
//   for (int k = 0; k < n; ++k)             for (int k = 0; k < n; ++k)
//     sum += *p++ * q[at], at += n;   =>      sum += p[k] * q[at + k * n];
//
//   for (const float *p = a; p != a + n; ++p)       a loop over a pointer gets
//     sum += *p;                                    a counter
//
//   for (int i = y * w; i < (y + 1) * w; ++i)       and so do those that begin
//     sum += a[i];                                  elsewhere in each thread
//
//   for (int k = n - 1; k >= 0; --k)        or count down
//     sum += a[k];
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

namespace {

/// `for (k = First; ..; k += Step)`.
struct Header {
  VarId Counter;
  ExprPtr First;
  int64_t Step = 1;
  ExprPtr End;  ///< if it goes on while `k < End`, or `k != End`
  ExprPtr Last; ///< the same for `k >= Last`
};

} // namespace

static std::optional<Header> headerOf(const Kernel &K, const StmtPtr &Loop) {
  const std::optional<CountedLoop> Counted = countedLoop(K, *Loop);
  if (!Counted)
    return std::nullopt;
  Header H;
  H.Counter = Counted->Counter;
  H.First = Counted->First;
  const ExprPtr Number = withoutWidening(Counted->By);
  if (!countsOrPoints(K, H.Counter) || !isArithmetic(H.First) ||
      Number->O != Op::Number || Number->Value == 0 ||
      assigns(Counted->Test, H.Counter))
    return std::nullopt;
  H.Step = Number->Value;
  const ExprPtr &Test = Loop->Exprs[0];
  // Rounds that nothing else ends do not pass it.
  const bool Differs =
      Test->is(Op::Binary, "!=") &&
      (K.Scalars[H.Counter].Ty->isPointer() || !jumps(Loop->body()));
  if (Test->O == Op::Binary && (Test->Word == "<" || (Differs && H.Step > 0)) &&
      withoutWidening(Test->Args[0])->isScalar(H.Counter))
    H.End = Test->Args[1];
  if (Test->is(Op::Binary, "<=") &&
      withoutWidening(Test->Args[0])->isScalar(H.Counter))
    H.End = binary("+", withoutWidening(Test->Args[1]),
                   number(1, K.Scalars[H.Counter].Ty), K.Scalars[H.Counter].Ty);
  if (Test->O == Op::Binary &&
      (Test->Word == ">=" || Test->Word == ">" || (Differs && H.Step < 0)) &&
      withoutWidening(Test->Args[0])->isScalar(H.Counter))
    H.Last = Test->Word == ">=" ? Test->Args[1]
             : unconverted(Test->Args[1])->O == Op::Number
                 ? number(unconverted(Test->Args[1])->Value + 1,
                          K.Scalars[H.Counter].Ty)
                 : binary("+", withoutWidening(Test->Args[1]),
                          number(1, K.Scalars[H.Counter].Ty),
                          K.Scalars[H.Counter].Ty);
  return H;
}

//===----------------------------------------------------------------------===//
// Variables that go along
//===----------------------------------------------------------------------===//

namespace {

/// The one place in a loop's body that changes a variable, in each round.
struct Change {
  size_t At = 0;
  ExprPtr By;
  bool IsStatement = false;
};

} // namespace

/// The changes of \p V in \p E that are evaluated in any case.
static void certainChanges(const ExprPtr &E, VarId V, unsigned &Certain,
                           unsigned &All, ExprPtr &Which, bool InAnyCase) {
  if (!E)
    return;
  if (E->O == Op::Assign && E->Args[0]->isScalar(V)) {
    ++All;
    Certain += InAnyCase;
    Which = E;
  }
  const bool Short =
      E->is(Op::Binary, "&&") || E->is(Op::Binary, "||") || E->O == Op::Select;
  for (auto [I, Arg] : llvm::enumerate(E->Args))
    certainChanges(Arg, V, Certain, All, Which,
                   InAnyCase && (!Short || I == 0));
}

/// How often \p E names \p V.
static unsigned count(const ExprPtr &E, VarId V) {
  unsigned Result = 0;
  walk(E, [&](const Expr &Each) {
    Result += Each.isScalar(V);
    return true;
  });
  return Result;
}

/// The statements of the blocks in \p S; false if it has others than those that
/// evaluate and declare.
static bool plainStatements(const StmtPtr &S, Statements &Into) {
  if (S->K == Stmt::Kind::Block)
    return llvm::all_of(S->Body, [&](const StmtPtr &Each) {
      return plainStatements(Each, Into);
    });
  Into.push_back(S);
  return S->K == Stmt::Kind::Eval || S->K == Stmt::Kind::Declare ||
         S->K == Stmt::Kind::Empty;
}

static std::optional<Change> changeOf(const Kernel &K, const StmtPtr &Loop,
                                      const Statements &Body, VarId V) {
  std::optional<Change> Result;
  for (auto [At, S] : llvm::enumerate(Body)) {
    if (!assigns(S, V))
      continue;
    if (Result)
      return std::nullopt;
    Result = Change{At, nullptr};
    const std::optional<Assignment> A = assignmentOf(K, S);
    ExprPtr Step;
    if (A && A->To == V) {
      Result->IsStatement = true;
      Result->By = addendIn(A->Value, V);
    } else if (Statements Plain; plainStatements(S, Plain)) {
      unsigned Certain = 0, All = 0, Uses = 0;
      auto Look = [&](const ExprPtr &E) {
        certainChanges(E, V, Certain, All, Step, true);
        Uses += E ? count(E, V) : 0;
      };
      for (const StmtPtr &Each : Plain) {
        llvm::for_each(Each->Exprs, Look);
        for (const Local &L : Each->Locals)
          Look(L.Init);
      }
      if (Certain != 1 || All != 1 || Uses != 1)
        return std::nullopt;
      std::optional<Assignment> In = assignmentOf(K, Step);
      Result->By = In ? addendIn(In->Value, V) : nullptr;
    }
    if (!Result->By)
      return std::nullopt;
    Result->By = withoutWidening(Result->By);
    if (!isHarmless(Result->By) || !keeps(Loop, Result->By))
      return std::nullopt;
  }
  return Result;
}

/// `(Name)E`
static ExprPtr converted(const ExprPtr &E, llvm::StringRef Name, TypePtr Ty) {
  auto Cast = std::make_shared<Expr>();
  Cast->O = Op::Cast;
  Cast->Word = Name.str();
  Cast->Ty = Ty;
  Cast->Args = {E};
  return Cast;
}

/// What \p V, which is moved by \p By in each round, has in the round that the
/// counter of \p H is in, or behind it; null if that would need a division.
static ExprPtr movedBy(const Kernel &K, const Header &H, VarId V,
                       const ExprPtr &By, bool Behind) {
  const TypePtr Counts = K.Scalars[H.Counter].Ty, Ty = K.Scalars[V].Ty;
  if (!Counts->isInteger() ||
      !(Ty->isPointer() || (Ty->K == Type::Kind::Int && Ty->Bytes >= 4)))
    return nullptr;
  const ExprPtr Counter = scalar(H.Counter, Counts);
  const ExprPtr First = inItsType(H.First);
  if (!First)
    return nullptr;
  ExprPtr Rounds;
  int64_t Divisor = 1;
  if (H.Step == 1)
    Rounds = binary("-", Counter, First, Counts);
  else if (H.Step == -1)
    Rounds = binary("-", First, Counter, Counts);
  else if (By->O == Op::Number && H.Step > 0 && By->Value % H.Step == 0) {
    Rounds = binary("-", Counter, First, Counts);
    Divisor = H.Step;
  } else
    return nullptr;
  if (Behind)
    Rounds = binary("+", Rounds, number(Divisor, Counts), Counts);
  if (!Ty->isPointer() && Counts != Ty) {
    const std::optional<std::string> Name = typeName(*Ty);
    if (!Name)
      return nullptr;
    Rounds = converted(Rounds, *Name, Ty);
  }
  const ExprPtr Old = scalar(V, Ty);
  const int64_t Factor = By->O == Op::Number ? By->Value / Divisor : 0;
  if (Factor == 1 || Factor == -1)
    return binary(Factor == 1 ? "+" : "-", Old, Rounds, Ty);
  // A pointer may be moved farther than its counter counts.
  if (Ty->isPointer() && Counts->Bytes < 8)
    Rounds =
        converted(Rounds, "long long", K.Of->get({Type::Kind::Int, 8, true}));
  const ExprPtr Times = By->O == Op::Number ? number(Factor, By->Ty) : By;
  return binary("+", Old, binary("*", Rounds, Times, Rounds->Ty), Ty);
}

/// \p S where \p V has the value \p Before, and \p Behind behind its change.
static StmtPtr valued(const StmtPtr &S, VarId V, const ExprPtr &Before,
                      const ExprPtr &Behind) {
  return rewritten(S, [&](const ExprPtr &E) -> ExprPtr {
    if (E->O == Op::Assign && !E->Args.empty() && equal(*E->Args[0], *Before))
      return E->Postfix ? Before : Behind;
    return E->isScalar(V) ? Before : nullptr;
  });
}

/// Takes the variable \p V out of what \p Loop changes; null if that cannot be.
static StmtPtr without(Kernel &K, const StmtPtr &Loop, const Header &H,
                       VarId V) {
  if (V == H.Counter || !countsOrPoints(K, V) || assigns(Loop->Exprs[0], V) ||
      mentions(Loop->Exprs[1], V) || mentions(Loop->Body[0], V))
    return nullptr;
  Statements Body = statementsOf(Loop->body());
  for (const StmtPtr &S : Body)
    for (const Local &L : S->Locals)
      if (L.Scalar == V)
        return nullptr;
  std::optional<Change> C = changeOf(K, Loop, Body, V);
  if (!C)
    return nullptr;
  // A jump before the change would leave it out.
  for (size_t I = 0; I != C->At; ++I)
    if (jumps(Body[I]))
      return nullptr;
  // With the counter, its value is made of what it was before the loop.
  const ExprPtr Before = movedBy(K, H, V, C->By, /*Behind=*/false),
                Behind = movedBy(K, H, V, C->By, /*Behind=*/true);
  if (!Before || !Behind || !keeps(Loop, H.First))
    return nullptr;
  for (auto [At, S] : llvm::enumerate(Body)) {
    if (At == C->At && C->IsStatement)
      S = gone(S);
    else
      S = valued(S, V, At <= C->At ? Before : Behind, Behind);
  }
  const ExprPtr Test =
      rewritten(Loop->Exprs[0], [&](const ExprPtr &E) -> ExprPtr {
        return E->isScalar(V) ? Before : nullptr;
      });
  return withExpr(
      withBody(Loop, 1, withStatementsOf(Loop->body(), std::move(Body))), 0,
      Test);
}

/// `*(p + e)` is `p[e]`, and `(p + e)[f]` is `p[e + f]`.
static ExprPtr subscripted(const ExprPtr &E) {
  if (E->O != Op::Element || !E->Args[0]->is(Op::Binary, "+") ||
      !E->Args[0]->Args[0]->Ty->isPointer() || isAsWritten(*E))
    return nullptr;
  const ExprPtr &Sum = E->Args[0];
  auto Result = std::make_shared<Expr>(*E);
  Result->Text = {};
  ExprPtr At = Sum->Args[1];
  if (E->Args.size() > 1) {
    // Numbers without a sign would wrap where pointers do not.
    if (!shown(*At).Ty->Signed || !shown(*E->Args[1]).Ty->Signed)
      return nullptr;
    At = binary("+", At, E->Args[1], At->Ty);
  }
  Result->Args = {Sum->Args[0], At};
  return Result;
}

/// The element \p E with a subscript in fewer words, if some of it cancels:
/// `a[i - r + k - i + r]` is `a[k]`.
static ExprPtr cancelled(const ExprPtr &E, const Offsets &Known) {
  if (E->O != Op::Element || E->Args.size() != 2)
    return nullptr;
  const ExprPtr &At = E->Args[1];
  std::optional<ExprPtr> Sum = Known.difference(At, number(0, At->Ty), At->Ty);
  return Sum && leavesOf(*Sum) < leavesOf(At) ? with(E, 1, *Sum) : nullptr;
}

//===----------------------------------------------------------------------===//
// Loops that begin elsewhere
//===----------------------------------------------------------------------===//

/// How often \p Loop, whose counter has no sign and counts down, is executed:
/// `n` for `k = n; k > 0`, and for `k = n - 1; k < n`, which it wraps to.
static ExprPtr roundsDownOf(const Kernel &K, const Header &H) {
  const TypePtr Ty = K.Scalars[H.Counter].Ty;
  if (H.Step != -1 || Ty->K != Type::Kind::Int || Ty->Signed)
    return nullptr;
  if (H.Last)
    return withoutWidening(H.Last)->isNumber(1) ? inItsType(H.First) : nullptr;
  const ExprPtr First = H.End ? unconverted(H.First) : nullptr;
  const bool FromEnd = First && First->is(Op::Binary, "-") &&
                       unconverted(First->Args[1])->isNumber(1) &&
                       equal(*unconverted(First->Args[0]), *unconverted(H.End));
  return FromEnd && H.End->Ty == Ty ? inItsType(H.End) : nullptr;
}

/// \p Loop with a counter from 0, if its own is a pointer, if all threads make
/// as many rounds but begin apart, or if it counts down.
static StmtPtr fromZero(Kernel &K, const StmtPtr &Loop, const Header &H,
                        const Offsets &Known) {
  const TypePtr Ty = K.Scalars[H.Counter].Ty;
  const ExprPtr Unsigned = roundsDownOf(K, H);
  const bool Down = H.Step == -1 && (H.Last || Unsigned) && !Ty->isPointer();
  const ExprPtr &End = H.Last ? H.Last : H.End;
  if (!End || (H.Step != 1 && !Down) || !keeps(Loop, H.First) ||
      !keeps(Loop, End))
    return nullptr;
  TypePtr Counts = Ty->isPointer() ? K.Of->get({Type::Kind::Int, 4, true}) : Ty;
  std::optional<ExprPtr> Rounds =
      Unsigned ? std::optional(Unsigned)
      : Down ? Known.difference(binary("+", H.First, number(1, Counts), Counts),
                                End, Counts)
             : Known.difference(End, H.First, Counts);
  if (Ty->isPointer() && Rounds)
    walk(*Rounds, [&](const Expr &E) {
      if (E.Ty->Bytes > 4)
        Counts = K.Of->get({Type::Kind::Int, 8, true});
      return true;
    });
  if (Down && Rounds && (*Rounds)->O == Op::Number) // a window
    return nullptr;
  if (!Rounds ||
      (!Ty->isPointer() && !Down &&
       (!Known.variesByThread(H.First) || Known.variesByThread(*Rounds))))
    return nullptr;
  ir::Scalar New;
  New.Stem = Ty->isPointer() ? "at" : K.Scalars[H.Counter].Stem;
  New.Name = K.freshName(New.Stem);
  New.Ty = Counts;
  New.Type = !Ty->isPointer()    ? K.Scalars[H.Counter].Type
             : Counts->Bytes > 4 ? "long long"
                                 : "int";
  const VarId Counter = K.Scalars.size();
  K.Scalars.push_back(New);
  const ExprPtr At = scalar(Counter, Counts);
  const ExprPtr First = inItsType(H.First);
  if (!First)
    return nullptr;
  const ExprPtr Value = binary(Down ? "-" : "+", First, At, Ty);
  StmtPtr Body = rewritten(Loop->body(), [&](const ExprPtr &E) -> ExprPtr {
    return E->isScalar(H.Counter) ? Value : nullptr;
  });
  return countingLoop(K, Counter, *Rounds, Body, Loop);
}

//===----------------------------------------------------------------------===//
// The step
//===----------------------------------------------------------------------===//

static StmtPtr inLoop(Kernel &K, StmtPtr Loop, const Offsets &Known,
                      llvm::ArrayRef<StmtPtr> Behind) {
  std::optional<Header> H = headerOf(K, Loop);
  if (!H)
    return Loop;
  if (StmtPtr New = fromZero(K, Loop, *H, Known))
    return New;
  for (VarId V = 0; V != K.Scalars.size(); ++V) {
    const bool Seen =
        llvm::any_of(Behind, [&](const StmtPtr &S) { return mentions(S, V); });
    if (Seen || !assigns(Loop->body(), V))
      continue;
    if (StmtPtr New = without(K, Loop, *H, V))
      Loop = New;
  }
  return Loop;
}

/// \param Behind what is executed behind \p Block, in this round of the loops
/// around or in a later one.
static StmtPtr inBlock(Kernel &K, const StmtPtr &S, const Offsets &Known,
                       std::vector<StmtPtr> Behind) {
  if (!S)
    return S;
  StmtPtr Result = S;
  if (S->K == Stmt::Kind::Block) {
    Statements All = S->Body;
    for (size_t At = 0; At != All.size(); ++At) {
      std::vector<StmtPtr> Rest = Behind;
      llvm::append_range(Rest, llvm::drop_begin(All, At + 1));
      All[At] = inBlock(K, All[At], Known, Rest);
    }
    return All == S->Body ? S : withStatements(S, std::move(All));
  }
  if (S->isLoop())
    Behind.push_back(S);
  for (unsigned I = S->K == Stmt::Kind::For; I < S->Body.size(); ++I)
    Result = withBody(Result, I, inBlock(K, Result->Body[I], Known, Behind));
  if (S->isLoop()) {
    Behind.pop_back();
    Result = inLoop(K, Result, Known, Behind);
  }
  return Result;
}

StmtPtr replaceInductions(Kernel &K) {
  const Offsets Known(K);
  StmtPtr Result = inBlock(K, K.Body, Known, {});
  if (Result == K.Body)
    return Result;
  Result = rewritten(Result, [&](const ExprPtr &E) {
    const ExprPtr Other = subscripted(E);
    const ExprPtr Shorter = cancelled(Other ? Other : E, Known);
    return Shorter ? Shorter : Other;
  });
  return withoutUnused(K, Result, K.Body);
}

} // namespace tessera
