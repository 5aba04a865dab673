//===- PointerRoots.cpp - Which allocations pointers stand for ------------===//
#include "PointerRoots.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace tessera {

const VarDecl *pointerVariable(const Expr *E) {
  const auto *Use = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
  const auto *V = Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
  return V && V->getType()->isPointerType() ? V : nullptr;
}

const VarDecl *addressedPointer(const Expr *E) {
  const auto *Address = dyn_cast<UnaryOperator>(E->IgnoreParenCasts());
  return Address && Address->getOpcode() == UO_AddrOf
             ? pointerVariable(Address->getSubExpr())
             : nullptr;
}

/// The target and source of a statement that copies one pointer variable.
static std::pair<const VarDecl *, const VarDecl *> copiedBy(const Stmt *S) {
  if (const auto *Declares = dyn_cast<DeclStmt>(S);
      Declares && Declares->isSingleDecl())
    if (const auto *V = dyn_cast<VarDecl>(Declares->getSingleDecl());
        V && V->getInit() && V->getType()->isPointerType())
      return {V, pointerVariable(V->getInit())};
  if (const auto *Assigns = dyn_cast<BinaryOperator>(S);
      Assigns && Assigns->getOpcode() == BO_Assign)
    return {pointerVariable(Assigns->getLHS()),
            pointerVariable(Assigns->getRHS())};
  return {nullptr, nullptr};
}

std::vector<PointerExchange> findExchanges(const CompoundStmt *S) {
  std::vector<PointerExchange> Found;
  std::vector<const Stmt *> Body(S->body_begin(), S->body_end());
  for (size_t I = 0; I + 2 < Body.size(); ++I) {
    auto [T, A] = copiedBy(Body[I]);
    auto [A2, B] = copiedBy(Body[I + 1]);
    auto [B2, T2] = copiedBy(Body[I + 2]);
    if (T && A && B && T == T2 && A == A2 && B == B2 && A != B)
      Found.push_back({A, B, Body[I + 1], Body[I + 2]});
  }
  return Found;
}

namespace {

bool isNull(const Expr *E, ASTContext &AST) {
  return E->isNullPointerConstant(AST, Expr::NPC_ValueDependentIsNull) !=
         Expr::NPCK_NotNull;
}

bool isAllocation(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (isa<CXXNewExpr>(E))
    return true;
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || !Callee->getIdentifier())
    return false;
  return llvm::StringSwitch<bool>(Callee->getName())
      .Cases({"malloc", "calloc", "aligned_alloc"}, true)
      .Default(false);
}

bool allocatesThroughFirstArgument(llvm::StringRef Callee) {
  return llvm::StringSwitch<bool>(Callee)
      .Cases({"cudaMalloc", "cudaMallocManaged", "cudaMallocHost",
              "cudaHostAlloc", "cudaMallocPitch", "cudaMallocAsync"},
             true)
      .Default(false);
}

class Watcher : public RecursiveASTVisitor<Watcher> {
public:
  Watcher(ASTContext &AST, std::set<const VarDecl *> &Foreign,
          std::set<const VarDecl *> &Allocated)
      : AST(AST), Foreign(Foreign), Allocated(Allocated) {}

  /// `t = a; a = b; b = t;` exchanges two pointers.
  bool VisitCompoundStmt(CompoundStmt *S) {
    for (const PointerExchange &E : findExchanges(S)) {
      Exchanges.insert(E.Second);
      Exchanges.insert(E.Last);
    }
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *E) {
    const VarDecl *V =
        E->isAssignmentOp() ? pointerVariable(E->getLHS()) : nullptr;
    if (!V || Exchanges.count(E))
      return true;
    if (E->getOpcode() == BO_Assign && isAllocation(E->getRHS()))
      Allocated.insert(V);
    else if (E->getOpcode() != BO_Assign || !isNull(E->getRHS(), AST))
      Foreign.insert(V);
    return true;
  }

  bool VisitVarDecl(VarDecl *V) {
    if (V->getType()->isReferenceType() && V->getInit()) {
      if (const VarDecl *Bound = pointerVariable(V->getInit()))
        Foreign.insert(Bound);
      return true;
    }
    if (!V->getType()->isPointerType() || !V->getInit())
      return true;
    if (isAllocation(V->getInit()))
      Allocated.insert(V);
    else if (!isNull(V->getInit(), AST))
      Foreign.insert(V);
    return true;
  }

  bool VisitUnaryOperator(UnaryOperator *E) {
    if (E->isIncrementDecrementOp())
      if (const VarDecl *V = pointerVariable(E->getSubExpr()))
        Foreign.insert(V);
    if (E->getOpcode() == UO_AddrOf && !Allocations.count(E))
      if (const VarDecl *V = pointerVariable(E->getSubExpr()))
        Foreign.insert(V);
    return true;
  }

  bool VisitCallExpr(CallExpr *E) {
    const FunctionDecl *Callee = E->getDirectCallee();
    llvm::StringRef Name =
        Callee && Callee->getIdentifier() ? Callee->getName() : "";
    if (allocatesThroughFirstArgument(Name) && E->getNumArgs() > 0)
      if (const VarDecl *V = addressedPointer(E->getArg(0))) {
        Allocated.insert(V);
        Allocations.insert(E->getArg(0)->IgnoreParenCasts());
        return true;
      }
    if (Name == "swap" && E->getNumArgs() == 2 &&
        pointerVariable(E->getArg(0)) && pointerVariable(E->getArg(1)))
      return true;
    for (unsigned I = 0; I < E->getNumArgs(); ++I) {
      bool ByReference = !Callee || I >= Callee->getNumParams() ||
                         Callee->getParamDecl(I)->getType()->isReferenceType();
      if (ByReference && E->getArg(I)->isGLValue())
        if (const VarDecl *V = pointerVariable(E->getArg(I)))
          Foreign.insert(V);
    }
    return true;
  }

private:
  ASTContext &AST;
  std::set<const VarDecl *> &Foreign, &Allocated;
  std::set<const Stmt *> Exchanges;
  std::set<const Stmt *> Allocations;
};

} // namespace

PointerRoots::PointerRoots(FrontendContext &C) : C(C) {
  Watcher Watch(C.AST, Foreign, Allocated);
  for (Decl *D : C.mainFileDecls())
    Watch.TraverseDecl(D);
}

const DeclRefExpr *PointerRoots::base(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary &&
      (Unary->getOpcode() == UO_AddrOf || Unary->getOpcode() == UO_Deref))
    return base(Unary->getSubExpr());
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    // An element that is itself a pointer leads elsewhere.
    return Subscript->getBase()->IgnoreImpCasts()->getType()->isArrayType() ||
                   !Subscript->getType()->isPointerType()
               ? base(Subscript->getBase())
               : nullptr;
  if (const auto *Sum = dyn_cast<BinaryOperator>(E); Sum && Sum->isAdditiveOp())
    return base(Sum->getLHS()->getType()->isPointerType() ||
                        Sum->getLHS()->getType()->isArrayType()
                    ? Sum->getLHS()
                    : Sum->getRHS());
  return dyn_cast<DeclRefExpr>(E);
}

PointerRoot PointerRoots::root(const Expr *E) const {
  const DeclRefExpr *Use = base(E);
  const auto *V = Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
  if (!V)
    return {};
  auto Shared = C.SharedVariables.find(V->getCanonicalDecl());
  if (Shared != C.SharedVariables.end())
    // The value of a shared pointer leads elsewhere.
    return V->getType()->isPointerType()
               ? PointerRoot{}
               : PointerRoot{PointerRoot::Kind::SharedVariable,
                             V->getNameAsString(), Shared->second};
  if (V->getType()->isArrayType())
    return {PointerRoot::Kind::Allocation, V->getNameAsString(), {}};
  if (Foreign.count(V) || !Allocated.count(V))
    return {};
  PointerRoot Root = {PointerRoot::Kind::Allocation, V->getNameAsString(), {}};
  if (auto Held = C.Pointers.find(V->getCanonicalDecl());
      Held != C.Pointers.end())
    Root.Variable = Held->second;
  return Root;
}

} // namespace tessera
