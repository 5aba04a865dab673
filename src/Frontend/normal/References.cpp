//===- References.cpp - Elements by their own names -----------------------===//
//
//   float &sum = c[y * n + x];          c[y * n + x] = 0;
//   sum = 0;                       =>   for (..)
//   for (..)                              c[y * n + x] += ..
//     sum += ..
//
//   const float &v = a[i];              const float v = a[i];
//   sum += v * v;                       sum += v * v;
//
//===----------------------------------------------------------------------===//
#include "normal/Patterns.h"
#include "normal/Steps.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace tessera {

using namespace ir;
using Op = Expr::Op;

/// Whether \p E is the same element in all of \p Behind, and evaluating where
/// it is reads no memory.
static bool isFixedElement(const Kernel &K, const ExprPtr &E,
                           llvm::ArrayRef<StmtPtr> Behind) {
  if (!E || E->O != Op::Element)
    return false;
  return llvm::all_of(E->Args, [&](const ExprPtr &Arg) {
    const Expr &Of = shown(*Arg);
    bool Escapes = false;
    walk(Arg, [&](const Expr &Each) {
      Escapes |= Each.O == Op::Scalar && K.Scalars[Each.Scalar].Escapes;
      return true;
    });
    return (Of.O == Op::Name && Of.Pure) ||
           (!Escapes && isArithmetic(Arg) && keeps(Behind, Arg));
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

namespace {

/// What is done with a reference.
struct Uses {
  unsigned All = 0, Writes = 0;
  bool Stores = false; ///< something writes memory
};

} // namespace

static Uses usesIn(llvm::ArrayRef<StmtPtr> Behind, VarId Other) {
  Uses Result;
  auto IsIt = [&](const Expr &E) {
    return E.O == Op::Name && E.IsLocal && E.Scalar == Other;
  };
  for (const StmtPtr &S : Behind)
    eachExpr(S, [&](const ExprPtr &E) {
      walk(E, [&](const Expr &Each) {
        Result.All += IsIt(Each);
        Result.Writes += Each.O == Op::Assign && IsIt(*Each.Args[0]);
        Result.Stores |=
            (Each.O == Op::Assign && Each.Args[0]->O != Op::Scalar) ||
            (Each.O == Op::Call && !Each.Pure) || Each.O == Op::Opaque;
        return true;
      });
    });
  return Result;
}

/// The value that the reference \p L is where nothing writes memory: `float v =
/// a[i]`, instead of \p S. Null if its type has no name.
static StmtPtr asValue(Kernel &K, const StmtPtr &S, const Local &L) {
  const std::optional<std::string> Type = typeName(*L.Init->Ty);
  if (!Type)
    return nullptr;
  ir::Scalar New;
  New.Stem = K.Others[*L.Other].Name;
  New.Name = K.freshName(New.Stem);
  New.Ty = L.Init->Ty;
  New.Type = *Type;
  New.IsConst = true;
  K.Scalars.push_back(New);
  return declared(K.Scalars.size() - 1, L.Init, S);
}

StmtPtr nameElements(Kernel &K) {
  std::map<VarId, ExprPtr> Elements; ///< or the value that it is
  std::map<VarId, unsigned> Declarations;
  walk(K.Body, [&](const Stmt &S) {
    for (const Local &L : S.Locals)
      if (L.Other)
        ++Declarations[*L.Other];
    return true;
  });
  const StmtPtr Declared = eachBlock(K.Body, [&](const StmtPtr &Block) {
    std::vector<StmtPtr> All = Block->Body;
    for (auto [At, S] : llvm::enumerate(All)) {
      if (S->Locals.size() != 1 || !S->Locals[0].IsReference ||
          !S->Locals[0].Other)
        continue;
      const Local L = S->Locals[0];
      const auto Behind = llvm::ArrayRef(All).drop_front(At + 1);
      // One that is declared twice means two elements.
      if (Declarations[*L.Other] != 1 || K.Others[*L.Other].Escapes ||
          !isFixedElement(K, L.Init, Behind))
        continue;
      const Uses Of = usesIn(Behind, *L.Other);
      if (Of.Writes > 0 || Of.All == 1 || isSum(K, *L.Other)) {
        Elements[*L.Other] = L.Init;
        S = gone(S);
      } else if (StmtPtr Value =
                     Of.All > 1 && !Of.Stores ? asValue(K, S, L) : nullptr) {
        Elements[*L.Other] = scalar(K.Scalars.size() - 1, L.Init->Ty);
        S = Value;
      }
    }
    return All == Block->Body ? Block : withStatements(Block, std::move(All));
  });
  if (Elements.empty())
    return K.Body;
  return rewritten(Declared, [&](const ExprPtr &E) -> ExprPtr {
    if (E->O != Op::Name || !E->IsLocal)
      return nullptr;
    auto At = Elements.find(E->Scalar);
    return At == Elements.end() ? nullptr : At->second;
  });
}

} // namespace tessera
