//===- MemberPointers.cpp - Managed pointers that are members of classes --===//
#include "variables/MemberPointers.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace tessera {

/// Whether an object of \p Type has one of \p Class in it, or is one.
static bool contains(QualType Type, const CXXRecordDecl *Class) {
  const CXXRecordDecl *Outer =
      Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!Outer || !Outer->hasDefinition())
    return false;
  return declaresSameEntity(Outer, Class) ||
         llvm::any_of(Outer->fields(),
                      [&](const FieldDecl *Each) {
                        return contains(Each->getType(), Class);
                      }) ||
         llvm::any_of(Outer->getDefinition()->bases(),
                      [&](const CXXBaseSpecifier &Base) {
                        return contains(Base.getType(), Class);
                      });
}

/// Whether an implicit or defaulted function copies objects of \p Class.
static bool isCopied(const CXXRecordDecl *Class) {
  return llvm::any_of(Class->methods(), [](const CXXMethodDecl *Method) {
    const auto *Constructor = dyn_cast<CXXConstructorDecl>(Method);
    bool Copies = (Constructor && Constructor->isCopyOrMoveConstructor()) ||
                  Method->isCopyAssignmentOperator() ||
                  Method->isMoveAssignmentOperator();
    return Copies && !Method->isUserProvided() &&
           (Method->isUsed(/*CheckUsedAttr=*/false) || Method->isReferenced());
  });
}

namespace {

/// Looks for what is done with objects of a class as a whole.
class ObjectWatcher : public DynamicRecursiveASTVisitor {
public:
  ObjectWatcher(FrontendContext &C, const FieldDecl *Field,
                const CXXRecordDecl *Class)
      : C(C), Field(Field), Class(Class) {
    ShouldVisitTemplateInstantiations = ShouldVisitImplicitCode = true;
  }

  bool VisitInitListExpr(InitListExpr *E) override {
    if (!E->isSemanticForm() || !isOurs(E->getType()))
      return true;
    unsigned At = Field->getFieldIndex() + Class->getNumBases();
    if (At < E->getNumInits())
      initialise(E->getInit(At));
    return true;
  }
  bool VisitCXXParenListInitExpr(CXXParenListInitExpr *E) override {
    if (isOurs(E->getType()))
      initialise(nullptr);
    return true;
  }
  bool VisitCXXConstructorDecl(CXXConstructorDecl *F) override {
    for (const CXXCtorInitializer *Member : F->inits())
      if (Member->getMember() == Field && F->isUserProvided() &&
          !isa<CXXDefaultInitExpr>(Member->getInit()))
        initialise(Member->getInit());
    return true;
  }
  bool VisitFieldDecl(FieldDecl *Each) override {
    if (Each == Field && Each->getInClassInitializer())
      initialise(Each->getInClassInitializer());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (E->getDecl() == Field)
      Why = "a pointer to the member is taken";
    return true;
  }
  bool VisitDecompositionDecl(DecompositionDecl *D) override {
    if (contains(D->getType().getNonReferenceType(), Class))
      Why = "a structured binding names it";
    return true;
  }
  bool VisitVarDecl(VarDecl *V) override {
    if (V->hasGlobalStorage() && !Class->hasTrivialDestructor() &&
        contains(V->getType(), Class))
      Why = "an object of its class is destroyed behind main";
    return true;
  }
  bool VisitUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *E) override {
    if (contains(E->getTypeOfArgument(), Class))
      Why = "the size of its class is asked for";
    return true;
  }
  bool VisitOffsetOfExpr(OffsetOfExpr *E) override {
    if (contains(E->getTypeSourceInfo()->getType(), Class))
      Why = "the layout of its class is asked for";
    return true;
  }
  bool VisitCXXRecordDecl(CXXRecordDecl *D) override {
    if (D->isUnion() && D->hasDefinition() &&
        contains(C.AST.getCanonicalTagType(D), Class))
      Why = "an object of its class is in a union";
    return true;
  }
  bool VisitCallExpr(CallExpr *E) override {
    const FunctionDecl *Callee = E->getDirectCallee();
    if (Callee && (Callee->hasBody() || Callee->getBuiltinID() ||
                   Callee->isInStdNamespace() ||
                   C.SM.isInSystemHeader(Callee->getLocation())))
      return true;
    for (const Expr *Argument : E->arguments()) {
      QualType Type = Argument->IgnoreParenCasts()->getType();
      if (contains(Type->isPointerType() ? Type->getPointeeType() : Type,
                   Class))
        Why = Callee ? "an object of its class is passed to '" +
                           Callee->getNameAsString() +
                           "', which is not in this file"
                     : "an object of its class is passed to a computed "
                       "function";
    }
    return true;
  }

  std::string Why;

private:
  bool isOurs(QualType Type) const {
    return declaresSameEntity(Type->getAsCXXRecordDecl(), Class);
  }
  void initialise(const Expr *Value) {
    if (!Value ||
        (!isa<ImplicitValueInitExpr, CXXDefaultInitExpr>(Value) &&
         !Value->isNullPointerConstant(C.AST, Expr::NPC_ValueDependentIsNull)))
      Why = "another pointer is assigned to it";
  }

  FrontendContext &C;
  const FieldDecl *Field;
  const CXXRecordDecl *Class;
};

} // namespace

std::string memberObstacle(FrontendContext &C, const FieldDecl *Field) {
  const auto *Class = dyn_cast<CXXRecordDecl>(Field->getParent());
  if (Field->getLocation().isMacroID())
    return "a macro declares it";
  if (!Class || Class->isUnion() || Class->isAnonymousStructOrUnion())
    return "it is a member of a union or of a class without a name";
  if (Class->isLocalClass() || Class->getTemplateInstantiationPattern() ||
      isa<ClassTemplateSpecializationDecl>(Class))
    return "its class is a template or is local to a function";
  if (isCopied(Class))
    return "objects of its class are copied";
  ObjectWatcher Watch(C, Field, Class);
  for (Decl *D : C.mainFileDecls())
    Watch.TraverseDecl(D);
  return Watch.Why;
}

} // namespace tessera
