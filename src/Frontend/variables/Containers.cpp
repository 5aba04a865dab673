//===- Containers.cpp - Vectors and arrays of the standard library --------===//
//
// A container counts as its memory. Accessors do nothing to it: what is done
// with what they return is what counts.
//
//===----------------------------------------------------------------------===//
#include "variables/Containers.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace tessera {

static bool isContainerCalled(QualType Type, llvm::StringRef Name) {
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Type.getNonReferenceType()->getAsCXXRecordDecl());
  if (!Class || !Class->isInStdNamespace() || !Class->getIdentifier() ||
      Class->getName() != Name || Class->getTemplateArgs().size() == 0 ||
      Class->getTemplateArgs()[0].getKind() != TemplateArgument::Type)
    return false;
  QualType Element = Class->getTemplateArgs()[0].getAsType();
  return !Element->isBooleanType() &&
         Element.isTriviallyCopyableType(Class->getASTContext());
}

bool isVector(QualType Type) { return isContainerCalled(Type, "vector"); }

bool isContainer(QualType Type) {
  return isVector(Type) || isContainerCalled(Type, "array");
}

std::pair<const Expr *, std::string> containerMethod(const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(E);
  const auto *Method =
      Call ? dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee()) : nullptr;
  if (!Method)
    return {};
  const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
  const Expr *Object =
      Member ? Member->getImplicitObjectArgument()
      : isa<CXXOperatorCallExpr>(Call) && Call->getNumArgs() > 0
          ? Call->getArg(0)
          : nullptr;
  if (!Object || !Object->isGLValue() || !isContainer(Object->getType()))
    return {};
  return {Object, Method->getNameAsString()};
}

const Expr *containerAtStart(const Expr *E) {
  E = E->IgnoreParenCasts();
  auto [Object, Name] = containerMethod(E);
  if (Name == "data")
    return Object->IgnoreParenImpCasts();
  const auto *Address = dyn_cast<UnaryOperator>(E);
  if (!Address || Address->getOpcode() != UO_AddrOf)
    return nullptr;
  const Expr *Element = Address->getSubExpr()->IgnoreParens();
  auto [Of, Access] = containerMethod(Element);
  if (Access != "operator[]")
    return nullptr;
  const auto *Zero = dyn_cast<IntegerLiteral>(
      cast<CallExpr>(Element)->getArg(1)->IgnoreParenCasts());
  return Zero && Zero->getValue() == 0 ? Of->IgnoreParenImpCasts() : nullptr;
}

const Expr *iteratedContainer(const Expr *E) {
  while (true) {
    E = E->IgnoreParenImpCasts();
    const auto *Made = dyn_cast<MaterializeTemporaryExpr>(E);
    const auto *Copied = dyn_cast<CXXConstructExpr>(E);
    if (Made)
      E = Made->getSubExpr();
    else if (Copied && Copied->getNumArgs() == 1)
      E = Copied->getArg(0);
    else
      break;
  }
  auto [Object, Name] = containerMethod(E);
  return llvm::StringSwitch<bool>(Name)
                 .Cases({"begin", "end", "cbegin", "cend"}, true)
                 .Default(false)
             ? Object
             : nullptr;
}

} // namespace tessera
