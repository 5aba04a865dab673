//===- CallOrder.cpp ------------------------------------------------------===//
#include "normal/calls/CallOrder.h"
#include "normal/Patterns.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using namespace ir;
using Op = Expr::Op;
using Statements = std::vector<StmtPtr>;

bool writes(llvm::ArrayRef<StmtPtr> Body) {
  bool Result = false;
  for (const StmtPtr &S : Body)
    eachExpr(S, [&](const ExprPtr &E) {
      walk(E, [&](const Expr &Part) {
        const bool IsOwn =
            Part.O == Op::Assign &&
            (Part.Args[0]->O == Op::Scalar ||
             (Part.Args[0]->O == Op::Member && Part.Args[0]->Args[0]->IsLocal));
        Result |= (Part.O == Op::Assign && !IsOwn) || Part.O == Op::Opaque ||
                  (Part.O == Op::Call && !Part.Pure);
        return true;
      });
    });
  return Result;
}

bool mayComeFirst(const Kernel &K, const ExprPtr &E, const ExprPtr &Call,
                  bool Writes) {
  // The outermost assignment comes last.
  llvm::ArrayRef<ExprPtr> Operands(E->Args);
  const bool Assigns = E->O == Op::Assign;
  bool Result = true;
  auto Look = [&](const ExprPtr &Part) {
    walk(Part, [&](const Expr &Each) {
      if (&Each == Call.get())
        return false;
      Result &= Each.O != Op::Assign && Each.O != Op::Opaque &&
                (Each.O != Op::Call || Each.Pure ||
                 (!Writes && Each.Function &&
                  !writes(K.Functions[*Each.Function].Body->Body))) &&
                !(Writes && Each.O == Op::Element);
      return true;
    });
  };
  if (!Assigns) {
    Look(E);
    return Result;
  }
  for (const ExprPtr &Operand : Operands)
    if (Operand == Operands.front() && Operand->O == Op::Element)
      for (const ExprPtr &Part : Operand->Args) // it is not read
        Look(Part);
    else
      Look(Operand);
  return Result &&
         !(Writes && E->Word != "=" && Operands.front()->O != Op::Scalar);
}

static bool readsElements(const ExprPtr &E) {
  bool Result = false;
  walk(E, [&](const Expr &Each) {
    Result |= Each.O == Op::Element;
    return true;
  });
  return Result;
}

/// Whether \p Call may change \p Object: nothing else in \p S knows it, which
/// might come before or after.
static bool canChange(const Kernel &K, const StmtPtr &S, const Expr &Call,
                      const Expr &Object) {
  if (Object.O != Op::Name || !Object.IsLocal ||
      K.Others[Object.Scalar].Escapes)
    return false;
  bool Result = true;
  auto Look = [&](const ExprPtr &E) {
    walk(E, [&](const Expr &Each) {
      Result &=
          !(Each.O == Op::Name && Each.IsLocal && Each.Scalar == Object.Scalar);
      return &Each != &Call;
    });
  };
  for (const ExprPtr &E : S->Exprs)
    Look(E);
  for (const Local &L : S->Locals)
    Look(L.Init);
  return Result;
}

bool canShare(const Kernel &K, const StmtPtr &S, const Expr &Call,
              bool Writes) {
  const Function &F = K.Functions[*Call.Function];
  for (auto [I, Arg] : llvm::enumerate(Call.Args)) {
    const Function::Parameter *P =
        I < F.Parameters.size() ? &F.Parameters[I] : nullptr;
    if (P && P->IsReference && !canChange(K, S, Call, *unconverted(Arg)))
      return false;
    const bool IsScalar = P && !P->IsObject;
    if (IsScalar && F.Aliases.count(P->Id) && Writes && readsElements(Arg))
      return false;
    const bool PointsTo =
        IsScalar && F.Pointees.count(P->Id) && Arg->is(Op::Assign, "&");
    if (P && !PointsTo && !(IsScalar && F.References.count(P->Id)))
      continue;
    if (!P && Arg->O == Op::Name) // the object that it asks
      continue;
    if (!Arg->is(Op::Assign, "&"))
      return false;
    const VarId V = Arg->Args[0]->Scalar;
    const TypePtr Wanted = !P         ? nullptr
                           : PointsTo ? K.Scalars[P->Id].Ty->Element
                                      : K.Scalars[P->Id].Ty;
    if (K.Scalars[V].Escapes || (P && K.Scalars[V].Ty != Wanted))
      return false;
    // Another name of it would not see what becomes of it.
    for (auto [Other, With] : llvm::zip(F.Parameters, Call.Args))
      if (!Other.IsObject && F.Aliases.count(Other.Id) && mentions(With, V))
        return false;
    // What else the statement reads may come before or after.
    auto Reads = [&](const ExprPtr &E) {
      unsigned Count = 0;
      walk(E, [&](const Expr &Each) {
        Count += Each.isScalar(V);
        return &Each != &Call;
      });
      return Count > 0;
    };
    for (const ExprPtr &E : S->Exprs)
      if (E && Reads(E))
        return false;
    for (const Local &L : S->Locals)
      if (L.Init && Reads(L.Init))
        return false;
  }
  return true;
}

void keepShared(Kernel &K, const StmtPtr &Body) {
  eachExpr(Body, [&](const ExprPtr &E) {
    walk(E, [&](const Expr &Each) {
      if (Each.is(Op::Assign, "&"))
        K.Scalars[Each.Args[0]->Scalar].Escapes = true;
      return true;
    });
  });
}

StmtPtr withoutLambdas(Kernel &K, const StmtPtr &Body) {
  std::set<VarId> Called;
  eachExpr(Body, [&](const ExprPtr &E) {
    walk(E, [&](const Expr &Each) {
      if (Each.O == Op::Call && Each.IsLocal)
        Called.insert(Each.Scalar);
      return true;
    });
  });
  for (VarId V : Called) {
    for (VarId Known : *K.Others[V].Captures)
      K.Scalars[Known].Escapes = true;
    for (VarId Known : K.Others[V].CapturedObjects)
      K.Others[Known].Escapes = true;
  }
  return eachBlock(Body, [&](const StmtPtr &Block) {
    Statements All = Block->Body;
    for (StmtPtr &S : All)
      if (S->Locals.size() == 1 && S->Locals[0].Other &&
          K.Others[*S->Locals[0].Other].Captures &&
          !Called.count(*S->Locals[0].Other))
        S = gone(S);
    return All == Block->Body ? Block : withStatements(Block, std::move(All));
  });
}

/// The objects that something in \p Body names.
static std::set<VarId> objectsIn(const StmtPtr &Body) {
  std::set<VarId> Result;
  eachExpr(Body, [&](const ExprPtr &E) {
    walk(E, [&](const Expr &Each) {
      if (Each.O == Op::Name && Each.IsLocal)
        Result.insert(Each.Scalar);
      return true;
    });
  });
  return Result;
}

StmtPtr withoutObjects(const Kernel &K, const StmtPtr &Body,
                       const StmtPtr &Before) {
  const std::set<VarId> Used = objectsIn(Body), Users = objectsIn(Before);
  return eachBlock(Body, [&](const StmtPtr &Block) {
    Statements All = Block->Body;
    for (StmtPtr &S : All) {
      if (S->K != Stmt::Kind::Declare || S->Locals.empty())
        continue;
      if (llvm::all_of(S->Locals, [&](const Local &L) {
            return L.Other && K.Others[*L.Other].IsFixed &&
                   !K.Others[*L.Other].Escapes && !Used.count(*L.Other) &&
                   Users.count(*L.Other);
          }))
        S = gone(S);
    }
    return All == Block->Body ? Block : withStatements(Block, std::move(All));
  });
}

} // namespace tessera
