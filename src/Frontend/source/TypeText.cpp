//===- TypeText.cpp - The names of types in text that is written ----------===//
#include "source/TypeText.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/Support/Regex.h"

using namespace clang;

namespace tessera {
namespace {

/// Looks for what names a type by something that has a scope.
class ScopeFinder : public DynamicRecursiveASTVisitor {
public:
  bool Found = false;

  bool VisitDecltypeType(DecltypeType *) override { return found(); }
  bool VisitTypeOfExprType(TypeOfExprType *) override { return found(); }
  bool VisitTypeOfType(TypeOfType *) override { return found(); }
  bool VisitTypedefType(TypedefType *T) override {
    return look(T->getDecl(), T->getQualifier());
  }
  bool VisitUsingType(UsingType *T) override {
    return look(T->getDecl(), T->getQualifier());
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    return !E->getDecl()->getParentFunctionOrMethod() || found();
  }

private:
  bool look(const Decl *D, NestedNameSpecifier Qualifier) {
    const bool Member = D->getDeclContext()->isRecord() && !Qualifier;
    return (!D->getParentFunctionOrMethod() && !Member) || found();
  }
  bool found() { return !(Found = true); }
};

} // namespace

static bool isScoped(QualType Type) {
  ScopeFinder Find;
  Find.TraverseType(Type);
  return Find.Found;
}

/// The type of the variable that \p Type, of a template, names alone, or null.
static QualType typeOfNamed(QualType Type) {
  const Expr *E = nullptr;
  const auto *Of = dyn_cast<TypeOfExprType>(Type.getTypePtr());
  if (Of)
    E = Of->getUnderlyingExpr()->IgnoreParens();
  else if (const auto *Declared = dyn_cast<DecltypeType>(Type.getTypePtr()))
    E = Declared->getUnderlyingExpr();
  const auto *Use = dyn_cast_or_null<DeclRefExpr>(E);
  const auto *V = Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
  if (!V)
    return {};
  return Of ? V->getType().getNonReferenceType() : V->getType();
}

/// \p Type one name further towards what it is; null if that has no name.
static QualType behindName(QualType Type, const ASTContext &AST) {
  const Qualifiers Own = Type.getLocalQualifiers();
  QualType Next;
  if (const auto *P = dyn_cast<PointerType>(Type.getTypePtr()))
    Next = AST.getPointerType(placeless(P->getPointeeType(), AST));
  else if (const auto *L = dyn_cast<LValueReferenceType>(Type.getTypePtr()))
    Next = AST.getLValueReferenceType(
        placeless(L->getPointeeTypeAsWritten(), AST));
  else if (const auto *R = dyn_cast<RValueReferenceType>(Type.getTypePtr()))
    Next = AST.getRValueReferenceType(
        placeless(R->getPointeeTypeAsWritten(), AST));
  else if (const auto *A = dyn_cast<ConstantArrayType>(Type.getTypePtr()))
    Next = AST.getConstantArrayType(
        placeless(A->getElementType(), AST), A->getSize(), A->getSizeExpr(),
        A->getSizeModifier(), A->getIndexTypeCVRQualifiers());
  else if (QualType Named = typeOfNamed(Type);
           Type->isDependentType() && !Named.isNull())
    Next = Named;
  else if (QualType Is =
               Type.getLocalUnqualifiedType().getSingleStepDesugaredType(AST);
           Is.getTypePtr() != Type.getTypePtr())
    Next = Is;
  else if (!Type->isDependentType())
    return AST.getCanonicalType(Type);
  if (Next.isNull() || Next.getTypePtr() == Type.getTypePtr())
    return {};
  return AST.getQualifiedType(Next, Own);
}

QualType placeless(QualType Type, const ASTContext &AST) {
  QualType Is = Type;
  while (!Is.isNull() && isScoped(Is)) {
    const QualType Next = behindName(Is, AST);
    if (Next == Is)
      break;
    Is = Next;
  }
  if (Is.isNull() || isScoped(Is))
    return Type;
  const TagDecl *Tag = Is->getBaseElementTypeUnsafe()->getAsTagDecl();
  return Tag && !Tag->getIdentifier() ? Type : Is;
}

std::string typeText(QualType Type, const ASTContext &AST) {
  QualType Is = placeless(Type, AST);
  if (const CXXRecordDecl *Class = Is->getAsCXXRecordDecl();
      Class && Class->isLambda())
    Is = AST.getQualifiedType(AST.getAutoDeductType(), Is.getQualifiers());
  return Is.getAsString(AST.getPrintingPolicy());
}

std::string numberType(QualType Type, const ASTContext &AST) {
  Type = Type.getCanonicalType().getUnqualifiedType();
  if (Type->isDependentType())
    return "";
  if (isa<BuiltinType>(Type) && Type->isArithmeticType())
    return Type.getAsString(AST.getPrintingPolicy());
  static const llvm::Regex Vector(
      "^(u?(char|short|int|long|longlong)|float|double)[1-4]$");
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  return Class && Class->getDeclContext()->isTranslationUnit() &&
                 AST.getSourceManager().isInSystemHeader(
                     Class->getLocation()) &&
                 Vector.match(Class->getName())
             ? Class->getName().str()
             : "";
}

std::optional<std::string> typeName(QualType Type, const ASTContext &AST) {
  if (Type.isNull() || Type->isPlaceholderType() ||
      Type->isSpecificBuiltinType(BuiltinType::Dependent))
    return std::nullopt;
  const QualType Is = placeless(Type, AST);
  if (isScoped(Is))
    return std::nullopt;
  const std::string Name = Is.getAsString(AST.getPrintingPolicy());
  std::string Declared = "v";
  Is.getAsStringInternal(Declared, AST.getPrintingPolicy());
  if (!llvm::StringRef(Declared).starts_with(Name))
    return std::nullopt;
  return Name;
}

} // namespace tessera
