//===- Pointers.cpp - The elements that expressions point to --------------===//
#include "kernel/KernelBuilder.h"

using namespace clang;

namespace tessera {

bool KernelBuilder::namesMemory(const VarDecl *V) {
  return V->getType()->isPointerType() || V->getType()->isArrayType() ||
         V->hasAttr<CUDASharedAttr>() ||
         (V->hasGlobalStorage() && !V->isConstexpr() &&
          !V->getType().isConstQualified());
}

std::optional<KernelBuilder::Pointer> KernelBuilder::pointer(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    switch (Cast->getCastKind()) {
    case CK_ArrayToPointerDecay:
      return element(Cast->getSubExpr());
    case CK_LValueToRValue:
    case CK_NoOp:
      return pointer(Cast->getSubExpr());
    case CK_BitCast:
      if (C.AST.hasSameUnqualifiedType(
              Cast->getType()->getPointeeType(),
              Cast->getSubExpr()->getType()->getPointeeType()))
        return pointer(Cast->getSubExpr());
      if (std::optional<Pointer> P = pointer(Cast->getSubExpr())) {
        if (std::optional<Pointer> Part = carve(Cast, *P))
          return Part;
        P->Offset = std::nullopt; // any element, in other units
        return P;
      }
      return std::nullopt;
    default:
      return std::nullopt;
    }
  }
  if (const auto *List = dyn_cast<InitListExpr>(E); // `float *p{a}`
      List && List->getNumInits() == 1)
    return pointer(List->getInit(0));
  if (const auto *Use = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Use->getDecl());
    if (!V || !V->getType()->isPointerType())
      return std::nullopt;
    auto Alias = Aliases.find(V);
    if (Alias != Aliases.end())
      return Alias->second;
    if (isa<ParmVarDecl>(V) || V->isFileVarDecl())
      return Pointer{array(V), {}, Polynomial(0)};
    return std::nullopt;
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    std::optional<unsigned> Parameter = member(Member);
    auto Array = Parameter ? MemberArrays.find(*Parameter) : MemberArrays.end();
    if (Array == MemberArrays.end())
      return std::nullopt;
    return Pointer{Array->second, {}, Polynomial(0)};
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && Unary->getOpcode() == UO_AddrOf) {
    std::optional<Pointer> P = element(Unary->getSubExpr());
    if (!P || P->Subscripts.empty())
      return std::nullopt;
    P->Offset = P->Subscripts.back();
    P->Subscripts.pop_back();
    return P;
  }
  if (const auto *Sum = dyn_cast<BinaryOperator>(E);
      Sum && Sum->isAdditiveOp()) {
    const Expr *Base = Sum->getLHS(), *By = Sum->getRHS();
    if (!Base->getType()->isPointerType())
      std::swap(Base, By);
    std::optional<Pointer> P = pointer(Base);
    if (!P)
      return std::nullopt;
    std::optional<Polynomial> Distance = Scope.subscript(By);
    if (!Distance || !P->Offset)
      P->Offset = std::nullopt;
    else if (Sum->getOpcode() == BO_Add)
      *P->Offset += *Distance;
    else
      *P->Offset -= *Distance;
    return P;
  }
  return std::nullopt;
}

/// The array and subscripts that the lvalue \p E names, as far as it goes: an
/// array variable has none yet.
std::optional<KernelBuilder::Pointer> KernelBuilder::element(const Expr *E) {
  E = E->IgnoreParenNoopCasts(C.AST);
  auto Apply = [](std::optional<Pointer> P, std::optional<Polynomial> Index) {
    if (!P)
      return P;
    std::optional<Polynomial> Subscript;
    if (P->Offset && Index)
      Subscript = *P->Offset + *Index;
    P->Subscripts.push_back(Subscript);
    P->Offset = Polynomial(0);
    return P;
  };
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return Apply(pointer(Subscript->getBase()),
                 Scope.subscript(Subscript->getIdx()));
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && Unary->getOpcode() == UO_Deref)
    return Apply(pointer(Unary->getSubExpr()), Polynomial(0));
  if (const auto *Use = dyn_cast<DeclRefExpr>(E))
    if (const auto *V = dyn_cast<VarDecl>(Use->getDecl())) {
      if (auto Bound = References.find(V); Bound != References.end())
        return Bound->second;
      if (namesMemory(V) && !V->getType()->isPointerType())
        return Pointer{array(V), {}, Polynomial(0)};
    }
  return std::nullopt;
}

std::vector<Polynomial> KernelBuilder::knownSubscripts(const Pointer &P) const {
  std::vector<Polynomial> Result;
  for (const std::optional<Polynomial> &S : P.Subscripts)
    if (S)
      Result.push_back(*S);
  if (Result.size() != P.Subscripts.size() ||
      Result.size() != K.array(P.Array).Extents.size())
    Result.clear();
  return Result;
}

} // namespace tessera
