//===- Clamps.cpp - Bounds that a condition around implies ----------------===//
//
//   if (x > 0 && x < w - 1)             if (x > 0 && x < w - 1)
//     .. in[max(x - 1, 0)]         =>     .. in[x - 1]
//        in[min(x + 1, w - 1)]               in[x + 1]
//
//   if (n > 0)                          for (int k = 0; k < n; ++k)
//     for (int k = 0; k < (n > 1 ? n : 1); ++k)
//
//   if (i < n)                          if (i < n)
//     for (int j = max(i - r, 0);         for (int j = i - r; j <= i + r; ++j)
//          j <= min(i + r, n - 1);          if (j >= 0 && j <= n - 1)
//          ++j)                               ..
//       ..
//
//===----------------------------------------------------------------------===//
#include "normal/Bounds.h"
#include "normal/Patterns.h"
#include "normal/Steps.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using namespace ir;
using Op = Expr::Op;
using Statements = std::vector<StmtPtr>;

namespace {

class Clamps {
public:
  explicit Clamps(Kernel &K) : K(K), Values(K) {}

  StmtPtr in(const StmtPtr &S);

private:
  bool isFixed(const ExprPtr &E) const;
  std::optional<Polynomial> distance(const ExprPtr &A, const ExprPtr &B) const;
  void add(const ExprPtr &Test, bool Holds);
  bool isKnown(const Polynomial &P) const;
  bool isPositive(const ExprPtr &E) const;
  ExprPtr without(const ExprPtr &E) const;
  ExprPtr inside(const ExprPtr &E) const;
  StmtPtr loopAlone(const StmtPtr &S);

  Kernel &K;
  const Offsets Values;
  /// What holds where the walk is: not negative, and of numbers without a sign,
  /// not 0.
  std::vector<Polynomial> Known;
  std::vector<ExprPtr> Positive;
};

} // namespace

/// Whether \p E, a number with a sign, is made of what never changes.
bool Clamps::isFixed(const ExprPtr &E) const {
  return E->Ty->K == Type::Kind::Int && isConstant(K, E);
}

/// \p A - \p B.
std::optional<Polynomial> Clamps::distance(const ExprPtr &A,
                                           const ExprPtr &B) const {
  if (!isFixed(A) || !isFixed(B))
    return std::nullopt;
  const std::optional<Polynomial> L = Values.polynomial(A),
                                  R = Values.polynomial(B);
  return L && R ? std::optional(*L - *R) : std::nullopt;
}

/// The number without a sign that is not 0 where \p Test is, or is not, true;
/// null if it says no such thing.
static ExprPtr positiveIn(const Expr &Test, bool Holds) {
  if (Test.O != Op::Binary)
    return nullptr;
  for (bool Swapped : {false, true}) {
    const ExprPtr &Of = Test.Args[Swapped];
    const Expr &Limit = shown(*Test.Args[!Swapped]);
    const llvm::StringRef Zero[] = {Swapped ? "<" : ">", "!="},
                          One[] = {Swapped ? "<=" : ">="},
                          NoZero[] = {Swapped ? ">=" : "<=", "=="},
                          NoOne[] = {Swapped ? ">" : "<"};
    auto Has = [&](llvm::ArrayRef<llvm::StringRef> Words) {
      return llvm::is_contained(Words, Test.Word);
    };
    if (shown(*Of).Ty->K == Type::Kind::Int && !shown(*Of).Ty->Signed &&
        ((Limit.isNumber(0) && (Holds ? Has(Zero) : Has(NoZero))) ||
         (Limit.isNumber(1) && (Holds ? Has(One) : Has(NoOne)))))
      return Of;
  }
  return nullptr;
}

/// Adds what \p Test says where it is, or is not, true.
void Clamps::add(const ExprPtr &Test, bool Holds) {
  const Expr &E = shown(*Test);
  if (E.is(Op::Unary, "!"))
    return add(E.Args[0], !Holds);
  if (E.is(Op::Binary, Holds ? "&&" : "||")) {
    add(E.Args[0], Holds);
    return add(E.Args[1], Holds);
  }
  if (ExprPtr Of = positiveIn(E, Holds); Of && isConstant(K, Of))
    Positive.push_back(Of);
  if (E.O != Op::Binary || shown(*E.Args[0]).Ty->Signed == false ||
      shown(*E.Args[1]).Ty->Signed == false)
    return;
  llvm::StringRef Word = E.Word;
  const bool Less = Word == "<" || Word == "<=", More = Word[0] == '>';
  if (!(Less || Word == ">" || Word == ">="))
    return;
  // `a < b` is b - a - 1 >= 0; where it does not hold, a - b >= 0.
  const bool Strict = Word.size() == 1;
  const ExprPtr &Small = More ? E.Args[1] : E.Args[0],
                &Large = More ? E.Args[0] : E.Args[1];
  std::optional<Polynomial> D =
      Holds ? distance(Large, Small) : distance(Small, Large);
  if (D)
    Known.push_back(*D - Polynomial(Strict == Holds ? 1 : 0));
}

/// Whether \p P is not negative, as ids, sizes of blocks and what is known
/// tell.
bool Clamps::isKnown(const Polynomial &P) const {
  auto IsPlain = [](const Polynomial &Of) {
    return llvm::all_of(Of.terms(), [](const auto &Term) {
      return Term.second >= 0 &&
             llvm::none_of(Term.first, [](llvm::StringRef Symbol) {
               return Symbol.starts_with("v");
             });
    });
  };
  return IsPlain(P) || llvm::any_of(Known, [&](const Polynomial &Each) {
           return IsPlain(P - Each);
         });
}

/// `max(a, b)` as the one of both that it is; null if it may be either.
ExprPtr Clamps::without(const ExprPtr &E) const {
  ExprPtr Sides[2];
  const std::optional<bool> Greatest =
      isGreatest(*E, Values, Sides[0], Sides[1]);
  if (!Greatest)
    return nullptr;
  if (*Greatest && shown(*Sides[1]).isNumber(1) && isPositive(Sides[0]))
    return Sides[0];
  for (unsigned I : {0, 1}) {
    ExprPtr Of = Sides[I], Other = Sides[1 - I];
    const std::optional<Polynomial> D =
        *Greatest ? distance(Of, Other) : distance(Other, Of);
    while (Of->is(Op::Cast) && Of->Implicit)
      Of = Of->Args[0];
    if (D && isKnown(*D) && Of->Ty == E->Ty)
      return Of;
  }
  return nullptr;
}

bool Clamps::isPositive(const ExprPtr &E) const {
  return llvm::any_of(Positive, [&](const ExprPtr &Of) {
    return equal(shown(*Of), shown(*E));
  });
}

ExprPtr Clamps::inside(const ExprPtr &E) const {
  return rewritten(E, [&](const ExprPtr &Each) { return without(Each); });
}

static bool alwaysLeaves(const StmtPtr &S) {
  const Statements All = statementsOf(S);
  return !All.empty() && (All.back()->K == Stmt::Kind::Return ||
                          All.back()->K == Stmt::Kind::Continue ||
                          All.back()->K == Stmt::Kind::Break);
}

StmtPtr Clamps::in(const StmtPtr &S) {
  if (!S)
    return S;
  const size_t Before = Known.size(), Above = Positive.size();
  StmtPtr Result = S;
  for (unsigned I = 0; I != S->Exprs.size(); ++I)
    Result = withExpr(Result, I, inside(S->Exprs[I]));
  for (unsigned I = 0; I != S->Locals.size(); ++I)
    Result = withInit(Result, I, inside(S->Locals[I].Init));
  if (S->K == Stmt::Kind::Block) {
    Statements All;
    for (const StmtPtr &Child : S->Body) {
      All.push_back(in(Child));
      if (Child->K == Stmt::Kind::If && alwaysLeaves(Child->Body[0]) &&
          (Child->Body.size() < 2 || !Child->Body[1]))
        add(Child->test(), /*Holds=*/false);
    }
    if (All != S->Body)
      Result = withStatements(Result, std::move(All));
  } else {
    for (unsigned I = 0; I != S->Body.size(); ++I) {
      if (S->K == Stmt::Kind::If)
        add(S->test(), /*Holds=*/I == 0);
      Result = withBody(Result, I, in(S->Body[I]));
      Known.resize(Before);
      Positive.resize(Above);
    }
  }
  Known.resize(Before);
  Positive.resize(Above);
  if (StmtPtr Loop = loopAlone(Result))
    return Loop;
  return withEqualBounds(K, Result, Values,
                         [&](const Polynomial &P) { return isKnown(P); });
}

/// The loop that is all that \p S, an `if`, guards, if it makes no round where
/// that does not hold.
StmtPtr Clamps::loopAlone(const StmtPtr &S) {
  if (S->K != Stmt::Kind::If || (S->Body.size() > 1 && S->Body[1]))
    return nullptr;
  Statements All = statementsOf(S->Body[0]);
  llvm::erase_if(
      All, [](const StmtPtr &Each) { return Each->K == Stmt::Kind::Empty; });
  if (All.size() != 1 || All[0]->K != Stmt::Kind::For || !All[0]->Body[0] ||
      !All[0]->Exprs[0] || All[0]->Body[0]->Locals.size() != 1)
    return nullptr;
  const Local &Counter = All[0]->Body[0]->Locals[0];
  const Expr &Test = shown(*All[0]->Exprs[0]);
  if (!Counter.Scalar || !Counter.Init || !Test.is(Op::Binary, "<") ||
      !shown(*Test.Args[0]).isScalar(*Counter.Scalar))
    return nullptr;
  const std::optional<Polynomial> Rounds = distance(Test.Args[1], Counter.Init);
  const size_t Before = Known.size(), Above = Positive.size();
  add(S->test(), /*Holds=*/true);
  const bool Alone = shown(*S->test()).O == Op::Binary &&
                     !shown(*S->test()).is(Op::Binary, "&&");
  const bool Same =
      (Rounds && Known.size() == Before + 1 &&
       (Known.back() - (*Rounds - Polynomial(1))).isZero()) ||
      (Alone && shown(*Counter.Init).isNumber(0) && Positive.size() > Above &&
       equal(shown(*Positive.back()), shown(*Test.Args[1])));
  Known.resize(Before);
  Positive.resize(Above);
  if (!Same)
    return nullptr;
  auto Loop = std::make_shared<Stmt>(*All[0]);
  Loop->Lead = S->Lead;
  return Loop;
}

StmtPtr leaveOutClamps(Kernel &K) {
  const StmtPtr Result = Clamps(K).in(K.Body);
  return Result == K.Body ? Result : withoutUnused(K, Result, K.Body);
}

} // namespace tessera
