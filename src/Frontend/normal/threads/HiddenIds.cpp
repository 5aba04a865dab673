//===- HiddenIds.cpp - Ids that a macro's body has ------------------------===//
//
//   #define PLACE (blockIdx.x * blockDim.x + threadIdx.x)
//
//   int x = PLACE;   =>   int x = blockIdx.x * blockDim.x + threadIdx.x;
//
// Facts are told apart by where in the text they are.
//
//===----------------------------------------------------------------------===//
#include "normal/Patterns.h"
#include "normal/Steps.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using namespace ir;
using Op = Expr::Op;

/// Whether some id in \p E has no text of its own.
static bool hidesIds(const ExprPtr &E) {
  bool Found = false;
  walk(E, [&](const Expr &Each) {
    // A macro's name binds as nothing else does that is a single word.
    Found |= Each.O == Op::Builtin &&
             (Each.Text.empty() || Each.Binding == Precedence::Comma);
    return !Found;
  });
  return Found;
}

/// \p E, where a macro's call is its text, as a tree of its own.
static ExprPtr shownIds(const ExprPtr &E) {
  return rewritten(E, [&](const ExprPtr &Each) -> ExprPtr {
    if (Each->Text.empty())
      return nullptr;
    if (Each->O == Op::Builtin)
      return hidesIds(Each) ? unwritten(Each) : nullptr;
    for (unsigned I = 0; I != Each->Args.size(); ++I) {
      const bool HasPlace = llvm::any_of(
          Each->Text.Parts, [&](const auto &P) { return P.Hole == int(I); });
      if (!HasPlace && hidesIds(Each->Args[I]))
        return unwritten(Each);
    }
    return nullptr;
  });
}

StmtPtr showIds(Kernel &K) {
  auto Change = [](StmtPtr S) {
    auto HasPlace = [&](unsigned I) {
      return llvm::any_of(S->Text,
                          [&](const auto &P) { return P.Expr == int(I); });
    };
    auto Shown = [&](const ExprPtr &E, unsigned I) -> ExprPtr {
      if (!E || S->K == Stmt::Kind::Opaque)
        return E;
      const ExprPtr New = shownIds(E);
      return New == E && !S->Text.empty() && !HasPlace(I) && hidesIds(E)
                 ? unwritten(E)
                 : New;
    };
    for (unsigned I = 0; I != S->Exprs.size(); ++I)
      S = withExpr(S, I, Shown(S->Exprs[I], I));
    for (unsigned I = 0; I != S->Locals.size(); ++I)
      S = withInit(S, I, Shown(S->Locals[I].Init, I));
    return S;
  };
  auto Below = [&](auto &&Self, const StmtPtr &S) -> StmtPtr {
    if (!S)
      return S;
    StmtPtr Result = S;
    for (unsigned I = 0; I != S->Body.size(); ++I)
      Result = withBody(Result, I, Self(Self, S->Body[I]));
    return Change(Result);
  };
  return Below(Below, K.Body);
}

} // namespace tessera
