//===- Stmt.cpp - Statements of kernels -----------------------------------===//
#include "tessera/Kernel/Stmt.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera::ir {

std::string Kernel::freshName(llvm::StringRef Stem) {
  std::string Name = Stem.str();
  for (unsigned I = 2; !Names.insert(Name).second; ++I)
    Name = Stem.str() + std::to_string(I);
  return Name;
}

std::string Kernel::movedName(llvm::StringRef Stem) {
  return Own.insert(Stem.str()).second ? Stem.str() : freshName(Stem);
}

VarId Kernel::freshScalar(VarId Like, bool IsConst) {
  ir::Scalar New = Scalars[Like];
  New.Name = freshName(New.Stem);
  New.IsParameter = false;
  New.IsConst = IsConst;
  Scalars.push_back(std::move(New));
  return Scalars.size() - 1;
}

std::string Kernel::declarator(const Local &L) const {
  if (!L.Scalar)
    return L.Other && !Others[*L.Other].Type.empty()
               ? Others[*L.Other].Type + " " + Others[*L.Other].Name
               : "";
  const ir::Scalar &Of = Scalars[*L.Scalar];
  std::string Type = Of.Type;
  if (Of.IsConst)
    Type = llvm::StringRef(Type).ends_with("*") ? Type + "const "
                                                : "const " + Type;
  const bool Joins = Type.ends_with("*") || Type.ends_with(" ");
  return Type + (Joins ? "" : " ") + Of.Name;
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

void walk(const StmtPtr &S, llvm::function_ref<bool(const Stmt &)> Visit) {
  if (!S || !Visit(*S))
    return;
  for (const StmtPtr &Child : S->Body)
    walk(Child, Visit);
}

void eachExpr(const StmtPtr &S,
              llvm::function_ref<void(const ExprPtr &)> Visit) {
  walk(S, [&](const Stmt &Each) {
    for (const ExprPtr &E : Each.Exprs)
      if (E)
        Visit(E);
    for (const Local &L : Each.Locals)
      if (L.Init)
        Visit(L.Init);
    return true;
  });
}

bool mentions(const StmtPtr &S, VarId V) {
  bool Found = false;
  eachExpr(S, [&](const ExprPtr &E) { Found |= mentions(E, V); });
  walk(S, [&](const Stmt &Each) {
    for (const Local &L : Each.Locals)
      Found |= L.Scalar == V;
    return !Found;
  });
  return Found;
}

bool assigns(const ExprPtr &E, VarId V) {
  bool Found = false;
  walk(E, [&](const Expr &Each) {
    Found |= Each.O == Expr::Op::Assign && Each.Args[0]->isScalar(V);
    return !Found;
  });
  return Found;
}

bool assigns(const StmtPtr &S, VarId V) {
  bool Found = false;
  eachExpr(S, [&](const ExprPtr &E) { Found |= assigns(E, V); });
  return Found;
}

static bool jumps(const StmtPtr &S, bool InLoop) {
  if (!S)
    return false;
  switch (S->K) {
  case Stmt::Kind::Return:
  case Stmt::Kind::Opaque:
    return true;
  case Stmt::Kind::Break:
  case Stmt::Kind::Continue:
    return !InLoop;
  default:
    return llvm::any_of(S->Body, [&](const StmtPtr &Child) {
      return jumps(Child, InLoop || S->isLoop());
    });
  }
}

bool jumps(const StmtPtr &S) { return jumps(S, /*InLoop=*/false); }

//===----------------------------------------------------------------------===//
// New statements
//===----------------------------------------------------------------------===//

StmtPtr withBody(const StmtPtr &S, unsigned I, StmtPtr New) {
  if (S->Body[I] == New)
    return S;
  auto Result = std::make_shared<Stmt>(*S);
  // A block has the bytes around its statements, whichever these are.
  if (S->K != Stmt::Kind::Block &&
      llvm::none_of(S->Text, [&](const auto &P) { return P.Body == int(I); }))
    Result->Text.clear();
  Result->Body[I] = std::move(New);
  return Result;
}

StmtPtr withExpr(const StmtPtr &S, unsigned I, ExprPtr New) {
  if (S->Exprs[I] == New)
    return S;
  auto Result = std::make_shared<Stmt>(*S);
  if (llvm::none_of(S->Text, [&](const auto &P) { return P.Expr == int(I); }))
    Result->Text.clear();
  Result->Exprs[I] = std::move(New);
  return Result;
}

StmtPtr withInit(const StmtPtr &S, unsigned I, ExprPtr New) {
  if (S->Locals[I].Init == New)
    return S;
  auto Result = std::make_shared<Stmt>(*S);
  if (llvm::none_of(S->Text, [&](const auto &P) { return P.Expr == int(I); }))
    Result->Text.clear();
  Result->Locals[I].Init = std::move(New);
  return Result;
}

StmtPtr rewritten(const StmtPtr &S,
                  llvm::function_ref<ExprPtr(const ExprPtr &)> Change) {
  if (!S)
    return S;
  StmtPtr Result = S;
  for (unsigned I = 0; I != S->Body.size(); ++I)
    Result = withBody(Result, I, rewritten(S->Body[I], Change));
  for (unsigned I = 0; I != S->Exprs.size(); ++I)
    Result = withExpr(Result, I, rewritten(S->Exprs[I], Change));
  for (unsigned I = 0; I != S->Locals.size(); ++I)
    Result = withInit(Result, I, rewritten(S->Locals[I].Init, Change));
  return Result;
}

StmtPtr withStatements(const StmtPtr &S, std::vector<StmtPtr> New) {
  if (S->Body == New)
    return S;
  auto Result = std::make_shared<Stmt>(*S);
  // The bytes before the first and behind the last statement stay.
  if (Result->Text.size() > 1)
    Result->Text = {S->Text.front(), S->Text.back()};
  else
    Result->Text.clear();
  Result->Body = std::move(New);
  return Result;
}

StmtPtr gone(const StmtPtr &S) {
  auto Result = std::make_shared<Stmt>();
  Result->K = Stmt::Kind::Empty;
  Result->Lead = S->Lead;
  return Result;
}

StmtPtr declared(VarId V, ExprPtr Init, const StmtPtr &At) {
  auto Result = std::make_shared<Stmt>();
  Result->K = Stmt::Kind::Declare;
  Result->Locals = {{V, std::nullopt, std::move(Init)}};
  Result->Lead = At->Lead;
  return Result;
}

StmtPtr declaredOther(VarId V, ExprPtr Init, const StmtPtr &At) {
  auto Result = std::make_shared<Stmt>();
  Result->K = Stmt::Kind::Declare;
  Result->Locals = {{std::nullopt, V, std::move(Init)}};
  Result->Lead = At->Lead;
  return Result;
}

} // namespace tessera::ir
