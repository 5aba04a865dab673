//===- Returns.cpp --------------------------------------------------------===//
#include "normal/calls/Returns.h"
#include "normal/Patterns.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

using namespace ir;
using Statements = std::vector<StmtPtr>;
using Setter = llvm::function_ref<StmtPtr(const StmtPtr &)>;

static bool returns(const StmtPtr &S) {
  bool Result = false;
  walk(S, [&](const Stmt &Each) {
    Result |= Each.K == Stmt::Kind::Return;
    return !Result;
  });
  return Result;
}

/// Whether control never gets behind \p S.
static bool alwaysReturns(const StmtPtr &S) {
  if (S->K == Stmt::Kind::Return)
    return true;
  if (S->K == Stmt::Kind::Block)
    return llvm::any_of(S->Body, alwaysReturns);
  return S->K == Stmt::Kind::If && S->Body.size() > 1 && S->Body[1] &&
         alwaysReturns(S->Body[0]) && alwaysReturns(S->Body[1]);
}

static StmtPtr block(Statements All) {
  auto Result = std::make_shared<Stmt>();
  Result->K = Stmt::Kind::Block;
  Result->Body = std::move(All);
  return Result;
}

static StmtPtr leave() {
  auto Result = std::make_shared<Stmt>();
  Result->K = Stmt::Kind::Break;
  return Result;
}

/// \p S, in a loop, with `break` in the place of `return`; null if that is
/// another loop's.
static StmtPtr leaving(const StmtPtr &S, Setter Sets) {
  if (!S || !returns(S))
    return S;
  if (S->K == Stmt::Kind::Return) {
    Statements All;
    if (StmtPtr Set = Sets(S))
      All.push_back(Set);
    All.push_back(leave());
    return block(std::move(All));
  }
  if (S->K != Stmt::Kind::Block && S->K != Stmt::Kind::If)
    return nullptr;
  StmtPtr Result = S;
  for (unsigned I = 0; I != S->Body.size(); ++I) {
    StmtPtr Inner = leaving(S->Body[I], Sets);
    if (S->Body[I] && !Inner)
      return nullptr;
    Result = withBody(Result, I, std::move(Inner));
  }
  return Result;
}

/// Whether \p E is the same before \p S as behind it.
static bool isKept(const ExprPtr &E, const StmtPtr &S) {
  bool Result = isHarmless(E);
  walk(E, [&](const Expr &Each) {
    if (Each.O == Expr::Op::Scalar)
      Result &= !assigns(S, Each.Scalar);
    return Result;
  });
  return Result;
}

std::optional<Statements>
withoutReturns(Kernel &K, llvm::ArrayRef<StmtPtr> Body, Setter Sets) {
  Statements New;
  for (size_t At = 0; At != Body.size(); ++At) {
    const StmtPtr &S = Body[At];
    if (!returns(S)) {
      New.push_back(S);
      continue;
    }
    const llvm::ArrayRef<StmtPtr> Rest = Body.drop_front(At + 1);
    const bool IsLast = llvm::all_of(
        Rest, [](const StmtPtr &Each) { return Each->K == Stmt::Kind::Empty; });
    auto Lowered = [&](const StmtPtr &Of) -> std::optional<Statements> {
      Statements All = Of ? statementsOf(Of) : Statements();
      if (!Of || !alwaysReturns(Of))
        llvm::append_range(All, Rest);
      return withoutReturns(K, All, Sets);
    };
    if (S->K == Stmt::Kind::Return) {
      if (StmtPtr Set = Sets(S))
        New.push_back(Set);
      return New;
    }
    if (S->K == Stmt::Kind::Block) {
      std::optional<Statements> Inner = Lowered(S);
      if (!Inner)
        return std::nullopt;
      New.push_back(block(std::move(*Inner)));
      return New;
    }
    if (S->K == Stmt::Kind::If) {
      const StmtPtr Else = S->Body.size() > 1 ? S->Body[1] : nullptr;
      if (!IsLast && !alwaysReturns(S->Body[0]) &&
          (!Else || !alwaysReturns(Else)))
        return std::nullopt;
      std::optional<Statements> A = Lowered(S->Body[0]), B = Lowered(Else);
      if (!A || !B)
        return std::nullopt;
      auto If = std::make_shared<Stmt>();
      If->K = Stmt::Kind::If;
      If->Lead = S->Lead;
      If->Exprs = {A->empty() ? logicalNot(S->test(), K.boolean()) : S->test()};
      if (A->empty())
        std::swap(A, B);
      If->Body = {block(std::move(*A))};
      if (!B->empty())
        If->Body.push_back(block(std::move(*B)));
      New.push_back(If);
      return New;
    }
    if (!S->isLoop())
      return std::nullopt;
    // What comes behind the loop comes before it.
    if (!IsLast) {
      const StmtPtr &Last = Rest.front();
      if (Last->K != Stmt::Kind::Return || Last->Exprs.empty() ||
          !isKept(Last->Exprs[0], S))
        return std::nullopt;
      New.push_back(Sets(Last));
    }
    StmtPtr Inner = leaving(S->body(), Sets);
    if (!Inner)
      return std::nullopt;
    New.push_back(withBody(S, S->Body.size() - 1, std::move(Inner)));
    return New;
  }
  return New;
}

} // namespace tessera
