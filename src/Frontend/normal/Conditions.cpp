//===- Conditions.cpp - Conditions where they are tested ------------------===//
//
//   bool inside = x < w;                  if (x < w && y < h)
//   if (inside & (y < h)) ..        =>      ..
//
//===----------------------------------------------------------------------===//
#include "normal/NormalForm.h"
#include "normal/Patterns.h"
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
  return Of.Ty && Of.Ty->K == Type::Kind::Bool &&
         (Of.O == Op::Number || Of.O == Op::Binary || Of.O == Op::Unary);
}

Unfolder::Unfolder(Kernel &K) : K(K) {
  walk(K.Body, [&](const Stmt &S) {
    for (const Local &L : S.Locals)
      if (L.Scalar && L.Init && K.Scalars[*L.Scalar].Ty->isInteger() &&
          isCondition(*L.Init) && isHarmless(L.Init) &&
          isSetOnce(K, *L.Scalar) && isConstant(K, L.Init))
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
  if (E->is(Op::Unary, "!"))
    return with(E, 0, condition(E->Args[0]));
  if (E->is(Op::Binary, "&&") || E->is(Op::Binary, "||")) {
    const ExprPtr Left = condition(E->Args[0]), Right = condition(E->Args[1]);
    // What is known says nothing.
    if (shown(*Left).O == Op::Number && Left != E->Args[0])
      return binary(E->Word, Left, Right, E->Ty);
    return with(with(E, 0, Left), 1, Right);
  }
  if ((E->is(Op::Binary, "&") || E->is(Op::Binary, "|")) &&
      shown(*E->Args[0]).Ty->K == Type::Kind::Bool &&
      shown(*E->Args[1]).Ty->K == Type::Kind::Bool && isPure(E->Args[1])) {
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

StmtPtr Unfolder::in(const StmtPtr &S) {
  if (!S)
    return S;
  StmtPtr Result = S;
  for (unsigned I = 0; I != S->Body.size(); ++I)
    Result = withBody(Result, I, in(S->Body[I]));
  const bool Tests = S->K == Stmt::Kind::If || S->isLoop();
  for (unsigned I = 0; I != S->Exprs.size(); ++I)
    Result = withExpr(Result, I,
                      Tests && I == 0 ? condition(inside(S->Exprs[I]))
                                      : inside(S->Exprs[I]));
  for (unsigned I = 0; I != S->Locals.size(); ++I) {
    ExprPtr Init = inside(S->Locals[I].Init);
    if (Init == S->Locals[I].Init)
      continue;
    auto Copy = std::make_shared<Stmt>(*Result);
    Copy->Locals[I].Init = Init;
    Result = Copy;
  }
  return Result;
}

/// \p Body without declarations of variables that nothing names.
static StmtPtr withoutUnused(Kernel &K, const StmtPtr &Body,
                             const StmtPtr &Before) {
  const StmtPtr Result = eachBlock(Body, [&](const StmtPtr &Block) {
    std::vector<StmtPtr> All = Block->Body;
    for (StmtPtr &S : All) {
      if (S->K != Stmt::Kind::Declare || S->Locals.size() != 1 ||
          !S->Locals[0].Scalar)
        continue;
      const VarId V = *S->Locals[0].Scalar;
      auto Uses = [&](const StmtPtr &In) {
        unsigned Count = 0;
        eachExpr(In, [&](const ExprPtr &E) { Count += mentions(E, V); });
        return Count;
      };
      // What had no use before is the user's.
      if (!K.Scalars[V].Escapes && Uses(Body) == 0 && Uses(Before) != 0 &&
          (!S->Locals[0].Init || isPure(S->Locals[0].Init)))
        S = gone(S);
    }
    return All == Block->Body ? Block : withStatements(Block, std::move(All));
  });
  return Result == Body ? Body : withoutUnused(K, Result, Before);
}

StmtPtr unfoldConditions(Kernel &K) {
  const StmtPtr Result = Unfolder(K).run();
  return Result == K.Body ? Result : withoutUnused(K, Result, K.Body);
}

} // namespace tessera
