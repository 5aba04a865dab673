//===- Conditions.cpp - Conditions where they are tested ------------------===//
//
//   bool inside = x < w;                  if (x < w && y < h)
//   if (inside & (y < h)) ..        =>      ..
//   if (x >= w) {} else ..              if (x < w) ..
//   int in = x < w ? 1 : 0;             if (x < w) ..
//   if (in != 0) ..
//   do {                                if (x < w) {
//     if (x >= w) break; ..       =>      ..
//   } while (false);                    }
//
//===----------------------------------------------------------------------===//
#include "normal/Patterns.h"
#include "normal/Steps.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace tessera {

using namespace ir;
using Op = Expr::Op;

namespace {

class Unfolder {
public:
  explicit Unfolder(Kernel &K);

  StmtPtr run() { return in(K.Body); }

private:
  StmtPtr in(const StmtPtr &S);
  ExprPtr condition(const ExprPtr &E);
  ExprPtr inside(const ExprPtr &E);
  ExprPtr meaningOf(const Expr &E) const;
  ExprPtr compared(const Expr &E) const;

  Kernel &K;
  std::map<VarId, ExprPtr> Flags; ///< what they say
};

} // namespace

/// `c` of `c ? 1 : 0`, and whether it is the other way round.
static std::optional<std::pair<ExprPtr, bool>> testIn(const Expr &E) {
  if (E.O != Op::Select)
    return std::nullopt;
  const Expr &Then = shown(*E.Args[1]), &Else = shown(*E.Args[2]);
  for (bool Swapped : {false, true})
    if (Then.isNumber(!Swapped) && Else.isNumber(Swapped))
      return std::pair(E.Args[0], Swapped);
  return std::nullopt;
}

/// Whether \p E is true or false by itself, or 1 or 0.
static bool isCondition(const Expr &E) {
  const Expr &Of = shown(E);
  if (Of.is(Op::Binary, "&") || Of.is(Op::Binary, "|"))
    return isCondition(*Of.Args[0]) && isCondition(*Of.Args[1]);
  if (auto Test = testIn(Of))
    return isCondition(*Test->first);
  return Of.Ty && Of.Ty->K == Type::Kind::Bool &&
         (Of.O == Op::Number || Of.O == Op::Binary || Of.O == Op::Unary);
}

/// Whether \p E is 0 or 1: a condition, or several by `&` and `|`.
static bool isTruth(const Expr &E) {
  const Expr &Of = shown(E);
  if (Of.is(Op::Binary, "&") || Of.is(Op::Binary, "|"))
    return isTruth(*Of.Args[0]) && isTruth(*Of.Args[1]);
  return Of.Ty->K == Type::Kind::Bool;
}

/// Whether \p E, which reads no memory, is the same behind each of \p Behind.
static bool stays(const Kernel &K, llvm::ArrayRef<StmtPtr> Behind,
                  const ExprPtr &E) {
  bool Escapes = false;
  walk(E, [&](const Expr &Each) {
    Escapes |= Each.O == Op::Scalar && K.Scalars[Each.Scalar].Escapes;
    return true;
  });
  return !Escapes && isHarmless(E) && keeps(Behind, E);
}

Unfolder::Unfolder(Kernel &K) : K(K) {
  walk(K.Body, [&](const Stmt &S) {
    if (S.K != Stmt::Kind::Block)
      return true;
    for (auto [I, Child] : llvm::enumerate(S.Body))
      for (const Local &L : Child->Locals)
        if (L.Scalar && L.Init && K.Scalars[*L.Scalar].Ty->isInteger() &&
            isCondition(*L.Init) && isSetOnce(K, *L.Scalar) &&
            stays(K, llvm::ArrayRef(S.Body).drop_front(I + 1), L.Init))
          Flags[*L.Scalar] = L.Init;
    return true;
  });
}

/// What the flag \p E says; null if it is none.
ExprPtr Unfolder::meaningOf(const Expr &E) const {
  auto At = E.O == Op::Scalar ? Flags.find(E.Scalar) : Flags.end();
  if (At == Flags.end())
    return nullptr;
  const auto Test = testIn(shown(*At->second));
  return !Test          ? At->second
         : Test->second ? logicalNot(Test->first, K.boolean())
                        : Test->first;
}

/// What `flag != 0` and the like say; null if \p E is nothing like that.
ExprPtr Unfolder::compared(const Expr &E) const {
  if (E.O != Op::Binary || (E.Word != "==" && E.Word != "!="))
    return nullptr;
  for (bool Swapped : {false, true}) {
    const Expr &Number = shown(*E.Args[!Swapped]);
    const ExprPtr Meaning = meaningOf(shown(*E.Args[Swapped]));
    if (Meaning && (Number.isNumber(0) || Number.isNumber(1)))
      return Number.isNumber(1) == (E.Word == "==")
                 ? Meaning
                 : logicalNot(Meaning, K.boolean());
  }
  return nullptr;
}

/// \p E, which is tested.
ExprPtr Unfolder::condition(const ExprPtr &E) {
  if (!E)
    return E;
  if (E->is(Op::Cast) && E->Implicit) {
    // `if (flag)` of an int, and `a & b` of conditions.
    const ExprPtr Inner = condition(E->Args[0]);
    if (Inner != E->Args[0] && Inner->Ty->K == Type::Kind::Bool)
      return Inner;
    return with(E, 0, Inner);
  }
  if (ExprPtr Meaning = meaningOf(*E))
    return condition(Meaning);
  if (ExprPtr Meaning = compared(*E))
    return condition(Meaning);
  if (E->is(Op::Unary, "!")) {
    const ExprPtr Of = condition(E->Args[0]);
    const Expr &Inner = shown(*Of);
    // Neither, or not both.
    if (Inner.is(Op::Binary, "||") || Inner.is(Op::Binary, "&&"))
      return condition(binary(Inner.Word == "||" ? "&&" : "||",
                              logicalNot(Inner.Args[0], K.boolean()),
                              logicalNot(Inner.Args[1], K.boolean()),
                              K.boolean()));
    return with(E, 0, Of);
  }
  if (E->is(Op::Binary, "&&") || E->is(Op::Binary, "||")) {
    const ExprPtr Left = condition(E->Args[0]), Right = condition(E->Args[1]);
    // What is known says nothing.
    if (shown(*Left).O == Op::Number && Left != E->Args[0])
      return binary(E->Word, Left, Right, E->Ty);
    return with(with(E, 0, Left), 1, Right);
  }
  if ((E->is(Op::Binary, "&") || E->is(Op::Binary, "|")) && isTruth(*E) &&
      isPure(E->Args[1])) {
    auto Plain = [&](const ExprPtr &Arg) {
      ExprPtr Of = Arg;
      while (Of->is(Op::Cast) && Of->Implicit)
        Of = Of->Args[0];
      return condition(Of);
    };
    return binary(E->Word == "&" ? "&&" : "||", Plain(E->Args[0]),
                  Plain(E->Args[1]), K.boolean());
  }
  return E;
}

/// \p E with the conditions in it.
ExprPtr Unfolder::inside(const ExprPtr &E) {
  return rewritten(E, [&](const ExprPtr &Each) -> ExprPtr {
    return Each->O == Op::Select ? with(Each, 0, condition(Each->Args[0]))
                                 : nullptr;
  });
}

/// Whether \p S does nothing.
static bool isEmpty(const StmtPtr &S) {
  return S->K == Stmt::Kind::Empty ||
         (S->K == Stmt::Kind::Block && llvm::all_of(S->Body, isEmpty));
}

/// `if (c) {} else ..` as `if (!c) ..`
static StmtPtr withoutEmptyBranch(Kernel &K, const StmtPtr &S) {
  if (S->K != Stmt::Kind::If || S->Body.size() < 2 || !S->Body[1] ||
      !isEmpty(S->Body[0]))
    return S;
  auto Result = std::make_shared<Stmt>(*S);
  Result->Text.clear();
  Result->Exprs = {logicalNot(S->test(), K.boolean())};
  Result->Body = {S->Body[1]};
  return Result;
}

StmtPtr Unfolder::in(const StmtPtr &Of) {
  if (!Of)
    return Of;
  const StmtPtr S = withoutEmptyBranch(K, Of);
  StmtPtr Result = S;
  for (unsigned I = 0; I != S->Body.size(); ++I)
    Result = withBody(Result, I, in(S->Body[I]));
  const bool Tests = S->K == Stmt::Kind::If || S->isLoop();
  for (unsigned I = 0; I != S->Exprs.size(); ++I)
    Result = withExpr(Result, I,
                      Tests && I == 0 ? condition(inside(S->Exprs[I]))
                                      : inside(S->Exprs[I]));
  for (unsigned I = 0; I != S->Locals.size(); ++I)
    Result = withInit(Result, I, inside(S->Locals[I].Init));
  return Result;
}

/// What \p S, a loop of one round, does: the statements behind `if (c) break`
/// where that does not hold. Nothing if it is left in other ways.
static std::optional<std::vector<StmtPtr>> onceIn(Kernel &K, const StmtPtr &S) {
  if (S->K != Stmt::Kind::Do || !unconverted(S->test())->isNumber(0))
    return std::nullopt;
  std::vector<StmtPtr> All = statementsOf(S->body()), Rest;
  bool Leaves = false, Declares = false;
  for (const StmtPtr &Each : All) {
    if (exitTest(Each))
      continue;
    walk(Each, [&](const Stmt &Part) {
      Leaves |= Part.K == Stmt::Kind::Break || Part.K == Stmt::Kind::Continue ||
                Part.K == Stmt::Kind::Opaque;
      return !Part.isLoop();
    });
  }
  if (Leaves)
    return std::nullopt;
  while (!All.empty()) {
    const StmtPtr Last = All.back();
    All.pop_back();
    const ExprPtr Exit = exitTest(Last);
    if (!Exit) {
      Rest.insert(Rest.begin(), Last);
      continue;
    }
    auto If = std::make_shared<Stmt>();
    If->K = Stmt::Kind::If;
    If->Exprs = {logicalNot(Exit, K.boolean())};
    auto Block = std::make_shared<Stmt>();
    Block->K = Stmt::Kind::Block;
    Block->Body = std::move(Rest);
    If->Body = {Block};
    If->Lead = Last->Lead;
    Rest = {If};
  }
  for (const StmtPtr &Each : Rest)
    Declares |= Each->K == Stmt::Kind::Declare;
  if (Declares) {
    auto Block = std::make_shared<Stmt>();
    Block->K = Stmt::Kind::Block;
    Block->Body = std::move(Rest);
    Rest = {Block};
  }
  if (!Rest.empty()) {
    auto First = std::make_shared<Stmt>(*Rest.front());
    First->Lead = S->Lead;
    Rest.front() = First;
  }
  return Rest;
}

StmtPtr unfoldConditions(Kernel &K) {
  const StmtPtr Once =
      eachStatement(K.Body, [&](const StmtPtr &S) { return onceIn(K, S); });
  if (Once != K.Body)
    return Once;
  const StmtPtr Result = Unfolder(K).run();
  return Result == K.Body ? Result : withoutUnused(K, Result, K.Body);
}

} // namespace tessera
