//===- ConstParameters.cpp - Pointers that could be pointers to const -----===//
#include "kernel/parameters/ConstParameters.h"
#include "launch/KernelPointers.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace tessera {
namespace {

class NamedKernels : public DynamicRecursiveASTVisitor {
public:
  explicit NamedKernels(FrontendContext &C) : C(C) {
    ShouldVisitTemplateInstantiations = true;
  }
  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *E) override {
    Callees.insert(functionIn(E->getCallee()));
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    const auto *F = dyn_cast<FunctionDecl>(E->getDecl());
    if (F && isKernel(F) && !Callees.count(E))
      C.NamedKernels.insert(F->getCanonicalDecl());
    return true;
  }

private:
  FrontendContext &C;
  std::set<const DeclRefExpr *> Callees;
};

/// The name of a variable that the pointer \p E is, or a distance from it.
const DeclRefExpr *rootOfPointer(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
      Cast && Cast->getCastKind() == CK_LValueToRValue)
    return rootOfPointer(Cast->getSubExpr());
  if (const auto *Sum = dyn_cast<BinaryOperator>(E);
      Sum && Sum->isAdditiveOp() && Sum->getType()->isPointerType())
    return rootOfPointer(Sum->getLHS()->getType()->isPointerType()
                             ? Sum->getLHS()
                             : Sum->getRHS());
  return dyn_cast<DeclRefExpr>(E);
}

/// The same for what \p E is an element of, or a part of one.
const DeclRefExpr *rootOfElement(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && Unary->getOpcode() == UO_Deref)
    return rootOfPointer(Unary->getSubExpr());
  if (const auto *Member = dyn_cast<MemberExpr>(E);
      Member && isa<FieldDecl>(Member->getMemberDecl()))
    return Member->isArrow() ? rootOfPointer(Member->getBase())
                             : rootOfElement(Member->getBase());
  const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E);
  if (!Subscript)
    return nullptr;
  const Expr *Base = Subscript->getBase()->IgnoreParenImpCasts();
  return Base->getType()->isArrayType() ? rootOfElement(Base)
                                        : rootOfPointer(Subscript->getBase());
}

/// Finds the uses of a parameter that are no different for `const`.
class ConstUses : public DynamicRecursiveASTVisitor {
public:
  explicit ConstUses(const ParmVarDecl *P) : P(P) {}

  bool areAll() const {
    return llvm::all_of(Uses,
                        [&](const DeclRefExpr *E) { return Same.count(E); });
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (E->getDecl() == P)
      Uses.push_back(E);
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *E) override {
    const Expr *Of = E->getSubExpr();
    const QualType To = E->getType();
    if (E->getCastKind() == CK_LValueToRValue)
      Same.insert(rootOfElement(Of));
    else if (E->getCastKind() == CK_NoOp && To->isPointerType() &&
             To->getPointeeType().isConstQualified())
      Same.insert(rootOfPointer(Of));
    else if (E->getCastKind() == CK_NoOp && E->isGLValue() &&
             To.isConstQualified())
      Same.insert(rootOfElement(Of));
    return true;
  }

private:
  const ParmVarDecl *P;
  std::vector<const DeclRefExpr *> Uses;
  std::set<const DeclRefExpr *> Same;
};

/// Whether the program spells a type of the template \p T's functions.
bool isInstantiatedByName(const FunctionTemplateDecl *T) {
  return llvm::any_of(T->specializations(), [](const FunctionDecl *F) {
    return F->getTemplateSpecializationKind() != TSK_ImplicitInstantiation;
  });
}

} // namespace

void noteNamedKernels(FrontendContext &C) {
  NamedKernels Named(C);
  for (Decl *D : programDecls(C.AST))
    Named.TraverseDecl(D);
}

bool mayPointToConst(const FrontendContext &C, const FunctionDecl *F,
                     const ParmVarDecl *P) {
  const FunctionTemplateDecl *Template = F->getPrimaryTemplate();
  const NamedDecl *Declared = F;
  if (Template)
    Declared = Template;
  if (C.NamedKernels.count(F->getCanonicalDecl()) ||
      (Template && isInstantiatedByName(Template)))
    return false;
  for (const NamedDecl *Other :
       Declared->getDeclContext()->getRedeclContext()->lookup(
           Declared->getDeclName()))
    if (Other->getCanonicalDecl() != Declared->getCanonicalDecl())
      return false;
  ConstUses Uses(P);
  Uses.TraverseStmt(F->getBody());
  return Uses.areAll();
}

} // namespace tessera
