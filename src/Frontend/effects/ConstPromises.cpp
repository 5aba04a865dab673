//===- ConstPromises.cpp - Whether `const` is meant -----------------------===//
#include "effects/ConstPromises.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace tessera {

/// Whether an object of \p Type may hold a pointer.
static bool holdsPointer(QualType Type) {
  Type = Type.getCanonicalType();
  if (const auto *Array = Type->getAsArrayTypeUnsafe())
    return holdsPointer(Array->getElementType());
  const auto *Class = Type->getAsRecordDecl();
  if (!Class)
    return Type->hasPointerRepresentation() || Type->isReferenceType() ||
           Type->isDependentType();
  Class = Class->getDefinition();
  if (!Class)
    return true;
  if (const auto *Derived = dyn_cast<CXXRecordDecl>(Class))
    if (llvm::any_of(Derived->bases(), [](const CXXBaseSpecifier &Base) {
          return holdsPointer(Base.getType());
        }))
      return true;
  return llvm::any_of(Class->fields(), [](const FieldDecl *Field) {
    return holdsPointer(Field->getType());
  });
}

/// Whether what a pointer to \p From shows as `const` may be written by one to
/// \p To.
static bool losesConst(const ASTContext &AST, QualType From, QualType To) {
  if (From->isFunctionType() || To->isFunctionType())
    return false;
  From = AST.getBaseElementType(From);
  To = AST.getBaseElementType(To);
  if (From.isConstQualified() && !To.isConstQualified())
    return true;
  const QualType Next = From->getPointeeType(), Into = To->getPointeeType();
  if (!Next.isNull() && !Into.isNull())
    return losesConst(AST, Next, Into);
  return !AST.hasSameUnqualifiedType(From, To) && holdsPointer(From);
}

namespace {

class ConstWatcher : public DynamicRecursiveASTVisitor {
public:
  explicit ConstWatcher(const ASTContext &AST) : AST(AST) {
    ShouldVisitTemplateInstantiations = true;
  }
  bool Kept = true;

  void look(const FunctionDecl *F) {
    // A library's own code is known by its declaration, whether its headers
    // were parsed with it or not; templates may call what the program has.
    if (!F->isTemplateInstantiation() && isKnownToKeep(F))
      return;
    const FunctionDecl *Body = nullptr;
    if (!F->hasBody(Body)) {
      Kept &= F->isTrivial() || F->isDefaulted() || isKnownToKeep(F);
    } else if (Seen.insert(Body).second) {
      TraverseDecl(const_cast<FunctionDecl *>(Body));
    }
  }

  bool VisitCastExpr(CastExpr *E) override {
    const Expr *Of = E->getSubExpr();
    const QualType From = Of->getType(), To = E->getType();
    switch (E->getCastKind()) {
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase:
    case CK_BaseToDerived:
    case CK_Dynamic: // no cast changes types inside of objects here
      Kept &=
          !pointee(From).isConstQualified() || pointee(To).isConstQualified();
      break;
    case CK_PointerToIntegral:
      Kept &= !isToConst(From);
      break;
    case CK_LValueToRValueBitCast: // of whole objects
      Kept &= AST.hasSameUnqualifiedType(From, To) || !holdsPointer(From);
      break;
    case CK_ReinterpretMemberPointer:
    case CK_Dependent:
      Kept = false;
      break;
    default:
      if (E->isGLValue() || (From->isPointerType() && To->isPointerType()))
        Kept &= !losesConst(AST, pointee(From), pointee(To));
    }
    return Kept;
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    if (const auto *Field = dyn_cast<FieldDecl>(E->getMemberDecl()))
      Kept &= !Field->isMutable() && !(Field->getParent()->isUnion() &&
                                       holdsPointer(Field->getType()));
    return Kept;
  }
  bool VisitCallExpr(CallExpr *E) override {
    const FunctionDecl *F = E->getDirectCallee();
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
    Kept &= F && !(Method && Method->isVirtual());
    if (Kept)
      look(F);
    return Kept;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    look(E->getConstructor());
    return Kept;
  }
  bool VisitCXXInheritedCtorInitExpr(CXXInheritedCtorInitExpr *E) override {
    look(E->getConstructor());
    return Kept;
  }
  bool VisitCXXBindTemporaryExpr(CXXBindTemporaryExpr *E) override {
    return ends(E->getType());
  }
  bool VisitVarDecl(VarDecl *V) override {
    return V->getType()->isReferenceType() || ends(V->getType());
  }
  bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr *E) override {
    return TraverseStmt(E->getExpr());
  }
  bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr *E) override {
    return TraverseStmt(E->getExpr());
  }
  bool VisitExpr(Expr *E) override {
    return Kept &= !E->isTypeDependent() &&
                   !isa<RecoveryExpr, CXXNewExpr, CXXDeleteExpr>(E);
  }
  bool VisitAsmStmt(AsmStmt *) override { return Kept = false; }

private:
  const ASTContext &AST;
  llvm::DenseSet<const FunctionDecl *> Seen;

  /// Of a pointer; an lvalue is of the type that it names.
  static QualType pointee(QualType Type) {
    const QualType Of = Type->getPointeeType();
    return Of.isNull() ? Type : Of;
  }
  static bool isToConst(QualType Pointer) {
    return Pointer->isPointerType() &&
           Pointer->getPointeeType().isConstQualified();
  }
  /// A function of a library's; `strchr` takes a `const` and hands it on
  /// without.
  bool isKnownToKeep(const FunctionDecl *F) const {
    const bool OfLibrary =
        F->getBuiltinID() ||
        AST.getSourceManager().isInSystemHeader(F->getLocation());
    const QualType Result = F->getReturnType();
    const bool HandsOn = Result->isPointerType() && !isToConst(Result);
    return OfLibrary &&
           !(HandsOn &&
             llvm::any_of(F->parameters(),
                          [](const ParmVarDecl *P) {
                            return isToConst(P->getType());
                          }) &&
             F->getName() != "memcpy" && F->getName() != "memmove");
  }
  bool ends(QualType Type) {
    const CXXRecordDecl *Class =
        Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (!Class || !Class->hasDefinition() || Class->hasTrivialDestructor())
      return Kept;
    if (const CXXDestructorDecl *End = Class->getDestructor())
      look(End);
    else
      Kept = false;
    return Kept;
  }
};

} // namespace

bool keepsConst(const ASTContext &AST, const FunctionDecl *F) {
  ConstWatcher Watcher(AST);
  Watcher.look(F);
  return Watcher.Kept;
}

} // namespace tessera
