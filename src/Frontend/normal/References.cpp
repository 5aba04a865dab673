//===- References.cpp - Elements by their own names -----------------------===//
//
//   float &sum = c[y * n + x];          c[y * n + x] = 0;
//   sum = 0;                       =>   for (..)
//   for (..)                              c[y * n + x] += ..
//     sum += ..
//
//===----------------------------------------------------------------------===//
#include "normal/Patterns.h"
#include "normal/Steps.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace tessera {

using namespace ir;
using Op = Expr::Op;

/// Whether \p E is the same element all the time, and evaluating where it is
/// reads no memory.
static bool isFixedElement(const Kernel &K, const ExprPtr &E) {
  if (!E || E->O != Op::Element)
    return false;
  return llvm::all_of(E->Args, [&](const ExprPtr &Arg) {
    const Expr &Of = shown(*Arg);
    return (Of.O == Op::Name && Of.Pure) || isConstant(K, Arg);
  });
}

/// Whether rounds of a loop change the variable \p Other: a sum, which may
/// stay in a register.
static bool isSum(const Kernel &K, VarId Other) {
  bool Found = false;
  walk(K.Body, [&](const Stmt &S) {
    if (!S.isLoop())
      return true;
    eachExpr(S.body(), [&](const ExprPtr &E) {
      walk(E, [&](const Expr &Each) {
        if (Each.O == Op::Assign) {
          const Expr &To = *Each.Args[0];
          Found |= To.O == Op::Name && To.IsLocal && To.Scalar == Other;
        }
        return true;
      });
    });
    return true;
  });
  return Found;
}

StmtPtr nameElements(Kernel &K) {
  std::map<VarId, ExprPtr> Elements;
  walk(K.Body, [&](const Stmt &S) {
    for (const Local &L : S.Locals)
      if (L.IsReference && L.Other && isFixedElement(K, L.Init) &&
          isSum(K, *L.Other))
        // One that is declared twice means two elements.
        if (!Elements.try_emplace(*L.Other, L.Init).second)
          Elements[*L.Other] = nullptr;
    return true;
  });
  if (Elements.empty())
    return K.Body;
  const StmtPtr Body = rewritten(K.Body, [&](const ExprPtr &E) -> ExprPtr {
    if (E->O != Op::Name || !E->IsLocal)
      return nullptr;
    auto At = Elements.find(E->Scalar);
    return At == Elements.end() ? nullptr : At->second;
  });
  return eachBlock(Body, [&](const StmtPtr &Block) {
    std::vector<StmtPtr> All = Block->Body;
    for (StmtPtr &S : All) {
      const bool Alone = S->Locals.size() == 1 && S->Locals[0].Other;
      auto At = Alone ? Elements.find(*S->Locals[0].Other) : Elements.end();
      if (At != Elements.end() && At->second)
        S = gone(S);
    }
    return All == Block->Body ? Block : withStatements(Block, std::move(All));
  });
}

} // namespace tessera
