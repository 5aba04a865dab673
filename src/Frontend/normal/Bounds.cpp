//===- Bounds.cpp - Bounds of loops that differ from thread to thread -----===//
//
// The bounds of a loop are a set of least values of its counter and one of
// greatest: `max(a, b)` is two of the former. A pair of both that is equally
// far apart in all threads is what the loop counts over, and the other bounds
// are conditions of its rounds. Where rounds are added they do nothing: a bound
// that a counter has passed stays passed.
//
//===----------------------------------------------------------------------===//
#include "normal/Bounds.h"
#include "normal/Patterns.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using namespace ir;
using Op = Expr::Op;

std::optional<bool> isGreatest(const Expr &E, const Offsets &Values, ExprPtr &A,
                               ExprPtr &B) {
  if (E.O == Op::Call && E.Pure && E.Args.size() == 2 &&
      (E.Word == "max" || E.Word == "min")) {
    A = E.Args[0];
    B = E.Args[1];
    return E.Word == "max";
  }
  if (E.O != Op::Select || shown(*E.Args[0]).O != Op::Binary)
    return std::nullopt;
  const Expr &Test = shown(*E.Args[0]);
  const bool More = Test.Word == ">" || Test.Word == ">=";
  if (!More && Test.Word != "<" && Test.Word != "<=")
    return std::nullopt;
  A = E.Args[1];
  B = E.Args[2];
  for (bool Swapped : {false, true})
    if (equal(shown(*Test.Args[Swapped]), shown(*A)) &&
        equal(shown(*Test.Args[!Swapped]), shown(*B)))
      return More != Swapped;
  auto Difference = [&](const ExprPtr &Of, const ExprPtr &From) {
    const auto L = Values.polynomial(Of), R = Values.polynomial(From);
    return L && R ? std::optional(*L - *R) : std::nullopt;
  };
  const auto Arms = Difference(A, B),
             Sides = Difference(Test.Args[0], Test.Args[1]);
  for (bool Swapped : {false, true})
    if (Arms && Sides && *Arms == (Swapped ? Polynomial(0) - *Sides : *Sides))
      return More != Swapped;
  return std::nullopt;
}

namespace {

/// `v >= At`, or `v <= At`, perhaps without being equal.
struct Bound {
  ExprPtr At;
  bool Strict = false;
};

class BoundFinder {
public:
  BoundFinder(Kernel &K, const StmtPtr &S, const Offsets &Values,
              llvm::function_ref<bool(const Polynomial &)> IsKnown)
      : K(K), S(S), Values(Values), IsKnown(IsKnown) {}

  StmtPtr run();

private:
  bool isFixed(const ExprPtr &E) const;
  void add(const ExprPtr &At, bool Strict, bool Least,
           std::vector<Bound> &Into) const;
  bool addTest(const ExprPtr &Test);
  bool addSum(const Expr &Test, const ExprPtr &Sum, const ExprPtr &Limit);
  bool isWindow(const Bound &First, const Bound &Last) const;
  ExprPtr condition(const Bound &B, bool Least) const;

  Kernel &K;
  const StmtPtr &S;
  const Offsets &Values;
  llvm::function_ref<bool(const Polynomial &)> IsKnown;
  VarId Counter = 0;
  TypePtr Ty = nullptr;
  std::vector<Bound> Lower, Upper;
};

} // namespace

/// Whether \p E is of the counter's type, and the same in all rounds.
bool BoundFinder::isFixed(const ExprPtr &E) const {
  return E->Ty == Ty && isHarmless(E) && isConstant(K, E) &&
         !mentions(E, Counter);
}

void BoundFinder::add(const ExprPtr &At, bool Strict, bool Least,
                      std::vector<Bound> &Into) const {
  ExprPtr Of = At, A, B;
  if (At->O == Op::Scalar)
    if (ExprPtr Value = Values.valueOf(At->Scalar); Value && isFixed(Value))
      Of = Value;
  if (isGreatest(*Of, Values, A, B) != Least || !isFixed(A) || !isFixed(B)) {
    Into.push_back({At, Strict});
    return;
  }
  add(A, Strict, Least, Into);
  add(B, Strict, Least, Into);
}

/// Adds `i + v < n` and `i - v >= n`, whose left side is \p Sum.
bool BoundFinder::addSum(const Expr &Test, const ExprPtr &Sum,
                         const ExprPtr &Limit) {
  const bool Minus = Sum->is(Op::Binary, "-");
  if ((!Minus && !Sum->is(Op::Binary, "+")) || Sum->Ty != Ty)
    return false;
  const bool Second = Sum->Args[1]->isScalar(Counter);
  if (!Second && (Minus || !Sum->Args[0]->isScalar(Counter)))
    return false;
  const ExprPtr &Start = Sum->Args[Second ? 0 : 1];
  if (!isFixed(Start) || !isFixed(Limit) || !Values.variesByThread(Start) ||
      Values.variesByThread(Limit) || Test.Word[0] != (Minus ? '>' : '<'))
    return false;
  const auto I = Values.polynomial(Start), N = Values.polynomial(Limit);
  if (!I || !N || !IsKnown(*I) || !IsKnown(Minus ? *I - *N : *N - *I) ||
      (Minus && !IsKnown(*N)))
    return false;
  const ExprPtr &More = Minus ? Start : Limit, &Less = Minus ? Limit : Start;
  Upper.push_back({binary("-", More, Less, Ty), Test.Word.size() == 1});
  return true;
}

/// Adds what \p Test says of the counter; false if that is more than a bound
/// that, once passed, stays so.
bool BoundFinder::addTest(const ExprPtr &Test) {
  const Expr &E = shown(*Test);
  if (E.is(Op::Binary, "&&"))
    return addTest(E.Args[0]) && addTest(E.Args[1]);
  if (E.O != Op::Binary || (E.Word[0] != '<' && E.Word[0] != '>') ||
      E.Word == "<<" || E.Word == ">>")
    return false;
  const bool Strict = E.Word.size() == 1;
  for (bool Swapped : {false, true}) {
    const ExprPtr &Left = E.Args[Swapped], &Right = E.Args[!Swapped];
    if (Left->isScalar(Counter) && (E.Word[0] == '<') != Swapped &&
        isFixed(Right)) {
      add(Right, Strict, /*Least=*/false, Upper);
      return true;
    }
    Expr Read = E;
    if (Swapped)
      Read.Word[0] = E.Word[0] == '<' ? '>' : '<';
    if (addSum(Read, Left, Right))
      return true;
  }
  return false;
}

/// The part of \p P that differs from thread to thread; nothing if that is not
/// known.
static std::optional<Polynomial> placeIn(const Kernel &K, const Offsets &Values,
                                         const Polynomial &P) {
  Polynomial Place;
  for (const auto &[Factors, Coefficient] : P.terms()) {
    bool OfThread = false;
    Polynomial Term = Coefficient;
    for (llvm::StringRef Symbol : Factors) {
      unsigned Id = 0;
      if (Symbol.consume_front("v") && !Symbol.getAsInteger(10, Id)) {
        if (Values.variesByThread(scalar(Id, K.Scalars[Id].Ty)))
          return std::nullopt;
        Symbol = "v";
      }
      OfThread |= Symbol[0] == 't' || Symbol[0] == 'b';
    }
    for (const std::string &Symbol : Factors)
      Term = Term * Polynomial::symbol(Symbol);
    if (OfThread)
      Place += Term;
  }
  return Place;
}

/// Whether \p First and \p Last are a window, and the other bounds the ends of
/// what it moves over.
bool BoundFinder::isWindow(const Bound &First, const Bound &Last) const {
  auto PlaceOf = [&](const Bound &B) {
    const auto At = Values.polynomial(B.At);
    return At ? placeIn(K, Values, *At) : std::nullopt;
  };
  const auto Place = PlaceOf(First), Same = PlaceOf(Last);
  if (!Place || Place != Same)
    return false;
  bool Any = false;
  for (const std::vector<Bound> *Of : {&Lower, &Upper})
    for (const Bound &B : *Of) {
      if (&B == &First || &B == &Last)
        continue;
      const auto At = Values.polynomial(B.At);
      const auto Moves = At ? placeIn(K, Values, *At - *Place) : std::nullopt;
      if (!Moves || !IsKnown(Polynomial(0) - *Moves) ||
          !IsKnown(Of == &Lower ? *Place - *At
                                : *At - *Place - Polynomial(B.Strict ? 1 : 0)))
        return false;
      Any |= !Moves->isZero();
    }
  return Any;
}

ExprPtr BoundFinder::condition(const Bound &B, bool Least) const {
  return binary(B.Strict ? "<"
                : Least  ? ">="
                         : "<=",
                scalar(Counter, Ty), B.At, K.boolean());
}

StmtPtr BoundFinder::run() {
  if (S->K != Stmt::Kind::For || !S->Body[0] || !S->Exprs[0] || !S->Exprs[1])
    return S;
  const Stmt &Init = *S->Body[0];
  std::optional<Assignment> Next = assignmentOf(K, S->Exprs[1]);
  if (Init.K != Stmt::Kind::Declare || Init.Locals.size() != 1 || !Next ||
      Init.Locals[0].Scalar != Next->To || !Init.Locals[0].Init ||
      assigns(S->body(), Next->To) || assigns(S->Exprs[0], Next->To))
    return S;
  Counter = Next->To;
  Ty = K.Scalars[Counter].Ty;
  const ExprPtr By = addendIn(Next->Value, Counter);
  if (!By || !withoutWidening(By)->isNumber(1) || Ty->K != Type::Kind::Int ||
      !Ty->Signed || Ty->Bytes < 4 || !isFixed(Init.Locals[0].Init))
    return S;
  add(Init.Locals[0].Init, /*Strict=*/false, /*Least=*/true, Lower);
  if (!addTest(S->Exprs[0]) || Lower.size() + Upper.size() < 3)
    return S;
  for (const Bound &First : Lower)
    for (const Bound &Last : Upper) {
      if (!isWindow(First, Last))
        continue;
      ExprPtr Inside;
      for (const std::vector<Bound> *Of : {&Lower, &Upper})
        for (const Bound &B : *Of) {
          if (&B == &First || &B == &Last)
            continue;
          const ExprPtr One = condition(B, Of == &Lower);
          Inside = Inside ? binary("&&", Inside, One, K.boolean()) : One;
        }
      auto If = std::make_shared<Stmt>();
      If->K = Stmt::Kind::If;
      If->Exprs = {Inside};
      If->Body = {S->body()};
      If->Lead = S->body()->Lead;
      auto Start = std::make_shared<Stmt>(Init);
      Start->Locals[0].Init = First.At;
      StmtPtr Loop = withExpr(S, 0, condition(Last, /*Least=*/false));
      Loop = withBody(Loop, 0, Start);
      return withBody(Loop, 1, If);
    }
  return S;
}

StmtPtr withEqualBounds(Kernel &K, const StmtPtr &S, const Offsets &Values,
                        llvm::function_ref<bool(const Polynomial &)> IsKnown) {
  return BoundFinder(K, S, Values, IsKnown).run();
}

} // namespace tessera
