//===- LoopParts.cpp ------------------------------------------------------===//
#include "normal/loops/LoopParts.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using namespace ir;
using Op = Expr::Op;
using Statements = std::vector<StmtPtr>;

StmtPtr loopOf(StmtPtr Init, ExprPtr Test, ExprPtr Next, StmtPtr Body,
               SourceRange Lead) {
  auto Result = std::make_shared<Stmt>();
  Result->K = Stmt::Kind::For;
  Result->Exprs = {std::move(Test), std::move(Next)};
  Result->Body = {std::move(Init), std::move(Body)};
  Result->Lead = Lead;
  return Result;
}

bool continues(const StmtPtr &S) {
  bool Found = false;
  walk(S, [&](const Stmt &Each) {
    Found |= Each.K == Stmt::Kind::Continue || Each.K == Stmt::Kind::Opaque;
    return &Each == S.get() || !Each.isLoop();
  });
  return Found;
}

bool breaks(const StmtPtr &S) {
  bool Found = false;
  walk(S, [&](const Stmt &Each) {
    Found |= Each.K == Stmt::Kind::Break || Each.K == Stmt::Kind::Opaque;
    return &Each == S.get() || !Each.isLoop();
  });
  return Found;
}

StmtPtr eachLoop(const StmtPtr &S,
                 llvm::function_ref<StmtPtr(const StmtPtr &)> Change) {
  if (!S)
    return S;
  StmtPtr Result = S;
  for (unsigned I = 0; I != S->Body.size(); ++I)
    Result = withBody(Result, I, eachLoop(S->Body[I], Change));
  return Result->isLoop() ? Change(Result) : Result;
}

StmtPtr eachList(const StmtPtr &S,
                 llvm::function_ref<void(Statements &)> Change) {
  if (!S)
    return S;
  StmtPtr Result = S;
  for (unsigned I = S->K == Stmt::Kind::For; I < S->Body.size(); ++I)
    Result = withBody(Result, I, eachList(S->Body[I], Change));
  if (S->K == Stmt::Kind::Block) {
    Statements All = Result->Body;
    Change(All);
    return All == Result->Body ? Result
                               : withStatements(Result, std::move(All));
  }
  for (unsigned I = S->K == Stmt::Kind::For; I < S->Body.size(); ++I) {
    const StmtPtr Each = Result->Body[I];
    if (!Each || Each->K == Stmt::Kind::Block)
      continue;
    Statements All = {Each};
    Change(All);
    if (All.size() != 1 || All.front() != Each)
      Result = withBody(Result, I, withStatementsOf(Each, std::move(All)));
  }
  return Result;
}

bool isTrue(const ExprPtr &E) {
  const ExprPtr &Inner = E && E->is(Op::Cast) && E->Implicit ? E->Args[0] : E;
  return !Inner || (Inner->O == Op::Number && Inner->Value != 0);
}

llvm::ArrayRef<StmtPtr> between(const Statements &All, size_t From, size_t To) {
  return llvm::ArrayRef(All).slice(From, To - From);
}

bool seenBehind(const Statements &All, size_t At, VarId V) {
  return llvm::any_of(llvm::drop_begin(All, At + 1),
                      [&](const StmtPtr &S) { return mentions(S, V); });
}

bool canTake(const Stmt &S, VarId V) {
  return llvm::all_of(S.Locals, [&](const Local &L) {
    return L.Scalar && (L.Scalar == V ? L.Init && isArithmetic(L.Init)
                                      : !mentions(L.Init, V));
  });
}

std::pair<StmtPtr, StmtPtr> taken(const StmtPtr &S, VarId V) {
  auto Own = std::make_shared<Stmt>(*S), Rest = std::make_shared<Stmt>(*S);
  Own->Lead = {};
  Own->Text.clear();
  Rest->Text.clear();
  auto IsIt = [&](const Local &L) { return L.Scalar == V; };
  llvm::erase_if(Rest->Locals, IsIt);
  llvm::erase_if(Own->Locals, [&](const Local &L) { return !IsIt(L); });
  return {Rest->Locals.empty() ? gone(S) : StmtPtr(Rest), Own};
}

ExprPtr valueIn(const StmtPtr &S, VarId V) {
  for (const Local &L : S->Locals)
    if (L.Scalar == V)
      return L.Init;
  return S->Exprs[0]->Args[1];
}

size_t startBefore(const Kernel &K, const Statements &All, size_t Loop,
                   VarId V) {
  for (size_t At = Loop; At-- != 0;) {
    if (!mentions(All[At], V))
      continue;
    const Stmt &S = *All[At];
    if (S.K == Stmt::Kind::Declare)
      return canTake(S, V) ? At : All.size();
    std::optional<Assignment> A = assignmentOf(K, All[At]);
    return A && A->To == V && A->Replaces ? At : All.size();
  }
  return All.size();
}

} // namespace tessera
