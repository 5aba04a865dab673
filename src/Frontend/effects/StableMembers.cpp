//===- StableMembers.cpp - Members that keep their value in a function ----===//
#include "effects/StableMembers.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace tessera {
namespace {

/// What functions do with members.
class Watcher : public DynamicRecursiveASTVisitor {
public:
  Watcher() { ShouldVisitImplicitCode = true; }

  bool VisitMemberExpr(MemberExpr *E) override {
    if (const auto *Field = dyn_cast<FieldDecl>(E->getMemberDecl()))
      Named.insert(Field);
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) override {
    if (E->isAssignmentOp())
      change(E->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *E) override {
    if (E->isIncrementDecrementOp())
      change(E->getSubExpr());
    else if (E->getOpcode() == UO_AddrOf &&
             !E->getSubExpr()->getType()->isRecordType())
      change(E->getSubExpr());
    return true;
  }
  bool VisitVarDecl(VarDecl *V) override {
    if (V->getType()->isReferenceType() && V->getInit() &&
        !V->getInit()->getType()->isRecordType())
      change(V->getInit());
    return true;
  }
  bool VisitCXXConstructorDecl(CXXConstructorDecl *F) override {
    for (const CXXCtorInitializer *Member : F->inits())
      if (Member->getMember())
        Changed.insert(Member->getMember());
    return true;
  }
  bool VisitCallExpr(CallExpr *E) override {
    const FunctionDecl *Callee = E->getDirectCallee();
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
    const FunctionDecl *Definition = nullptr;
    if (!Callee || (Method && Method->isVirtual()))
      Unknown = true;
    else if (Callee->hasBody(Definition))
      Callees.push_back(Definition);
    for (unsigned I = 0; I < E->getNumArgs(); ++I) {
      const Expr *Argument = E->getArg(I);
      if (!Definition)
        changeObject(Argument->IgnoreParenCasts()->getType());
      bool ByReference =
          Argument->isGLValue() && !Argument->getType()->isRecordType();
      if (ByReference)
        change(Argument);
    }
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
        Member && !Definition)
      changeObject(Member->getImplicitObjectArgument()->getType());
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    const FunctionDecl *Definition = nullptr;
    if (E->getConstructor()->hasBody(Definition))
      Callees.push_back(Definition);
    else if (!E->getConstructor()->isTrivial())
      changeObject(E->getType());
    return true;
  }
  bool VisitLambdaExpr(LambdaExpr *) override { return Unknown = true; }

  std::set<const FieldDecl *> Named, Changed;
  std::vector<const FunctionDecl *> Callees;
  bool Unknown = false; ///< it may call anything

private:
  void change(const Expr *E) {
    E = E->IgnoreParenCasts();
    if (E->getType()->isRecordType())
      return changeObject(E->getType());
    if (const auto *Member = dyn_cast<MemberExpr>(E))
      if (const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl()))
        Changed.insert(Field);
    if (const auto *Pick = dyn_cast<ConditionalOperator>(E)) {
      change(Pick->getTrueExpr());
      change(Pick->getFalseExpr());
    }
  }
  /// An object of \p Type, or what it points to, may change as a whole.
  void changeObject(QualType Type) {
    if (Type->isPointerType() || Type->isReferenceType())
      Type = Type->getPointeeType();
    const RecordDecl *Record = Type->getAsRecordDecl();
    if (!Record || !(Record = Record->getDefinition()))
      return;
    for (const FieldDecl *Field : Record->fields())
      if (Changed.insert(Field).second)
        changeObject(Field->getType());
  }
};

} // namespace

std::set<const FieldDecl *> stableMembers(const FunctionDecl *F) {
  Watcher Watch;
  Watch.TraverseDecl(const_cast<FunctionDecl *>(F));
  std::set<const FieldDecl *> Stable = std::move(Watch.Named);
  std::set<const FunctionDecl *> Seen = {F};
  while (!Watch.Callees.empty() && !Watch.Unknown && !Stable.empty()) {
    const FunctionDecl *Next = Watch.Callees.back();
    Watch.Callees.pop_back();
    if (Seen.insert(Next).second)
      Watch.TraverseDecl(const_cast<FunctionDecl *>(Next));
  }
  if (Watch.Unknown)
    return {};
  for (const FieldDecl *Field : Watch.Changed)
    Stable.erase(Field);
  return Stable;
}

} // namespace tessera
