//===- Conditions.cpp - Conditions where they are tested ------------------===//
//
//   bool inside = x < w;                  if (x < w && y < h)
//   if (inside & (y < h)) ..        =>      ..
//   if (x >= w) {} else ..              if (x < w) ..
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

  Kernel &K;
  std::map<VarId, ExprPtr> Flags; ///< what they say
};

} // namespace

/// Whether \p E is true or false by itself.
static bool isCondition(const Expr &E) {
  const Expr &Of = shown(E);
  if (Of.is(Op::Binary, "&") || Of.is(Op::Binary, "|"))
    return isCondition(*Of.Args[0]) && isCondition(*Of.Args[1]);
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
  return At == Flags.end() ? nullptr : At->second;
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

StmtPtr unfoldConditions(Kernel &K) {
  const StmtPtr Result = Unfolder(K).run();
  return Result == K.Body ? Result : withoutUnused(K, Result, K.Body);
}

} // namespace tessera
