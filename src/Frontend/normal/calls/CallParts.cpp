//===- CallParts.cpp ------------------------------------------------------===//
#include "normal/calls/CallParts.h"
#include "normal/Patterns.h"
#include "llvm/ADT/ArrayRef.h"

namespace tessera {

using namespace ir;
using Op = Expr::Op;

ExprPtr replaced(const ExprPtr &E, const std::map<VarId, ExprPtr> &Known) {
  return rewritten(E, [&](const ExprPtr &Each) -> ExprPtr {
    if (Each->O != Op::Scalar)
      return nullptr;
    auto At = Known.find(Each->Scalar);
    return At == Known.end() ? nullptr : At->second;
  });
}

ExprPtr withObjects(const ExprPtr &E, const std::map<VarId, ExprPtr> &Known) {
  return rewritten(E, [&](const ExprPtr &Each) -> ExprPtr {
    if (Each->O != Op::Name || !Each->IsLocal)
      return nullptr;
    auto At = Known.find(Each->Scalar);
    return At == Known.end() ? nullptr : At->second;
  });
}

StmtPtr withObjects(const StmtPtr &S, const std::map<VarId, ExprPtr> &Known) {
  if (!S)
    return S;
  StmtPtr Result = S;
  for (unsigned I = 0; I != S->Body.size(); ++I)
    Result = withBody(Result, I, withObjects(S->Body[I], Known));
  for (unsigned I = 0; I != S->Exprs.size(); ++I)
    Result = withExpr(Result, I, withObjects(S->Exprs[I], Known));
  for (unsigned I = 0; I != S->Locals.size(); ++I) {
    if (S->Locals[I].Init)
      Result = withInit(Result, I, withObjects(S->Locals[I].Init, Known));
    auto At =
        S->Locals[I].Other ? Known.find(*S->Locals[I].Other) : Known.end();
    if (At == Known.end())
      continue;
    auto Copy = std::make_shared<Stmt>(*Result);
    Copy->Locals[I].Other = At->second->Scalar;
    Copy->Text.clear();
    Result = Copy;
  }
  return Result;
}

ExprPtr pointee(const ExprPtr &E, VarId Pointer, const ExprPtr &Of) {
  return rewritten(E, [&](const ExprPtr &Each) -> ExprPtr {
    return Each->O == Op::Element && Each->Args.size() == 1 &&
                   unconverted(Each->Args[0])->isScalar(Pointer)
               ? Of
               : nullptr;
  });
}
StmtPtr withPointee(const StmtPtr &S, VarId Pointer, const ExprPtr &Of) {
  return rewritten(
      S, [&](const ExprPtr &E) -> ExprPtr { return pointee(E, Pointer, Of); });
}

void callsIn(const ExprPtr &E, std::vector<ExprPtr> &Into) {
  if (!E)
    return;
  if (E->O == Op::Call && E->Function)
    Into.push_back(E);
  const bool Chooses =
      E->O == Op::Select || E->is(Op::Binary, "&&") || E->is(Op::Binary, "||");
  for (const ExprPtr &Arg :
       llvm::ArrayRef(E->Args).take_front(Chooses ? 1 : E->Args.size()))
    callsIn(Arg, Into);
}

ExprPtr exchanged(const ExprPtr &E, const ExprPtr &Call, const ExprPtr &New) {
  return rewritten(
      E, [&](const ExprPtr &Each) { return Each == Call ? New : nullptr; });
}

StmtPtr withoutCasts(const Kernel &K, const StmtPtr &Body) {
  return eachBlock(Body, [&](const StmtPtr &Block) {
    std::vector<StmtPtr> All = Block->Body;
    for (StmtPtr &S : All)
      for (unsigned I = 0; I != S->Locals.size(); ++I) {
        const Local &L = S->Locals[I];
        if (!L.Scalar || !L.Init || !L.Init->is(Op::Cast) || L.Init->Implicit ||
            !L.Init->Text.empty() || L.Init->Ty != K.Scalars[*L.Scalar].Ty)
          continue;
        auto Implicit = std::make_shared<Expr>(*L.Init);
        Implicit->Implicit = true;
        Implicit->Word.clear();
        S = withInit(S, I, Implicit);
      }
    return All == Block->Body ? Block : withStatements(Block, std::move(All));
  });
}

} // namespace tessera
