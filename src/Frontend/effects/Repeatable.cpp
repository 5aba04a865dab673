//===- Repeatable.cpp - Expressions that may be evaluated again -----------===//
#include "effects/Repeatable.h"
#include "effects/Evaluation.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <set>

using namespace clang;

namespace tessera {
namespace {

/// Whether \p Type is a class of the standard library that holds elements, and
/// whose functions call none of the program's: its allocator, deleter or traits
/// are the library's, too.
bool holdsElements(QualType Type) {
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Type.getNonReferenceType()->getAsCXXRecordDecl());
  if (!Class || !Class->isInStdNamespace())
    return false;
  if (llvm::StringSwitch<bool>(Class->getName())
          .Cases({"array", "span", "pair", "tuple"}, true)
          .Default(false))
    return true;
  return llvm::StringSwitch<bool>(Class->getName())
             .Cases({"vector", "basic_string", "unique_ptr", "shared_ptr"},
                    true)
             .Default(false) &&
         llvm::all_of(Class->getTemplateArgs().asArray().drop_front(),
                      [](const TemplateArgument &A) {
                        const CXXRecordDecl *Other =
                            A.getKind() == TemplateArgument::Type
                                ? A.getAsType()->getAsCXXRecordDecl()
                                : nullptr;
                        return Other && Other->isInStdNamespace();
                      });
}

/// Whether all that \p F gets are numbers, or lists of them: to compare and to
/// copy these calls nothing.
bool getsNumbers(const FunctionDecl *F) {
  return llvm::all_of(F->parameters(), [](const ParmVarDecl *P) {
    QualType Type = P->getType().getNonReferenceType();
    const auto *List = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
        Type->getAsCXXRecordDecl());
    if (List && List->isInStdNamespace() &&
        List->getName() == "initializer_list")
      Type = List->getTemplateArgs()[0].getAsType();
    return Type->isArithmeticType() && !Type.isVolatileQualified();
  });
}

/// Whether \p F of the standard library only computes something, and calls none
/// of the program's functions.
bool computesOnly(const FunctionDecl *F) {
  if (const auto *Method = dyn_cast<CXXMethodDecl>(F)) {
    const OverloadedOperatorKind Operator = F->getOverloadedOperator();
    const bool Looks =
        Operator == OO_Subscript || Operator == OO_Star ||
        Operator == OO_Arrow ||
        (F->getIdentifier() &&
         llvm::StringSwitch<bool>(F->getName())
             .Cases({"size", "data", "empty", "length", "capacity", "front",
                     "back", "at", "get", "c_str"},
                    true)
             .Default(false));
    return Looks && holdsElements(F->getASTContext().getCanonicalTagType(
                        Method->getParent()));
  }
  if (!F->isInStdNamespace() || !F->getIdentifier())
    return false;
  if (F->getName() == "move" || F->getName() == "forward")
    return F->getNumParams() == 1; // else an algorithm
  if (llvm::StringSwitch<bool>(F->getName())
          .Cases({"size", "data", "get"}, true)
          .Default(false)) {
    const QualType Of =
        F->getNumParams() == 1
            ? F->getParamDecl(0)->getType().getNonReferenceType()
            : QualType();
    return !Of.isNull() && (Of->isConstantArrayType() || holdsElements(Of));
  }
  return llvm::StringSwitch<bool>(F->getName())
             .Cases({"min", "max", "clamp", "abs", "ceil", "floor", "sqrt"},
                    true)
             .Default(false) &&
         getsNumbers(F);
}

class RepeatableFinder {
public:
  explicit RepeatableFinder(const ASTContext &AST) : AST(AST) {}

  bool find(const Stmt *S) {
    if (!S)
      return true;
    const auto *E = dyn_cast<Expr>(S);
    if (E && E->isTypeDependent())
      return false;
    if (E && E->isGLValue() && E->getType().isVolatileQualified())
      return false;
    if (isa<LambdaExpr, CXXNewExpr, CXXDeleteExpr, CXXThrowExpr, AtomicExpr,
            CXXBindTemporaryExpr>(S))
      return false;
    if (const auto *Group = dyn_cast<DeclStmt>(S); Group && !declares(Group))
      return false;
    if (const auto *Call = dyn_cast<CallExpr>(S);
        Call && !calls(Call->getDirectCallee()))
      return false;
    if (const auto *Make = dyn_cast<CXXConstructExpr>(S))
      return constructs(Make);
    if (const auto *Make = dyn_cast<CXXInheritedCtorInitExpr>(S))
      return runs(Make->getConstructor());
    const Evaluation How = evaluationOf(S);
    return How.Known && llvm::all_of(How.Parts, [&](const EvaluatedPart &P) {
             return !isWritten(P) && find(P.S);
           });
  }

private:
  static bool declares(const DeclStmt *Group) {
    return llvm::all_of(Group->decls(), [](const Decl *D) {
      const auto *V = dyn_cast<VarDecl>(D);
      return !V ||
             (!V->isStaticLocal() && !V->hasExternalStorage() &&
              !V->hasAttr<CleanupAttr>() &&
              !V->getType().isVolatileQualified() &&
              V->needsDestruction(V->getASTContext()) == QualType::DK_none);
    });
  }

  /// Whether somebody else may see that the part \p P is written.
  bool isWritten(const EvaluatedPart &P) const {
    if (P.How == Use::Unknown)
      return true;
    if (P.How != Use::Write && P.How != Use::Update)
      return false;
    const auto *To = dyn_cast<Expr>(P.S);
    const auto *Named =
        To ? dyn_cast<DeclRefExpr>(To->IgnoreParens()) : nullptr;
    const auto *V = Named ? dyn_cast<VarDecl>(Named->getDecl()) : nullptr;
    return !V || !Function || V->getDeclContext() != Function ||
           !V->hasLocalStorage() || V->getType()->isReferenceType();
  }

  bool calls(const FunctionDecl *F) {
    if (!F)
      return false;
    if (F->hasAttr<ConstAttr>() || F->hasAttr<PureAttr>() || computesOnly(F))
      return true;
    if (unsigned Builtin = F->getBuiltinID())
      return AST.BuiltinInfo.isConst(Builtin) ||
             AST.BuiltinInfo.isPure(Builtin);
    const auto *Method = dyn_cast<CXXMethodDecl>(F);
    if (Method && (Method->isVirtual() || isa<CXXDestructorDecl>(Method)))
      return false;
    const FunctionDecl *Definition = nullptr;
    if (!F->hasBody(Definition) || Definition->isDependentContext() ||
        AST.getSourceManager().isInSystemHeader(Definition->getLocation()))
      return false;
    return body(Definition);
  }

  bool constructs(const CXXConstructExpr *E) {
    return E->getConstructor()->getParent()->hasTrivialDestructor() &&
           llvm::all_of(E->arguments(),
                        [&](const Expr *Argument) { return find(Argument); }) &&
           runs(E->getConstructor());
  }

  bool runs(const CXXConstructorDecl *Made) {
    const CXXRecordDecl *Class = Made->getParent();
    if (Made->isTrivial() ||
        (Class->getDeclContext()->isTranslationUnit() &&
         Class->getIdentifier() && Class->getName() == "dim3"))
      return true;
    const FunctionDecl *Definition = nullptr;
    if (!Made->hasBody(Definition) || Definition->isDependentContext())
      return false;
    return llvm::all_of(cast<CXXConstructorDecl>(Definition)->inits(),
                        [&](const CXXCtorInitializer *I) {
                          return find(I->getInit());
                        }) &&
           body(Definition);
  }

  bool body(const FunctionDecl *F) {
    constexpr size_t Most = 32; // more text is not worth the time
    if (!Bodies.insert(F).second)
      return true;
    if (Bodies.size() > Most)
      return false;
    const FunctionDecl *Outer = std::exchange(Function, F);
    const bool Found = find(F->getBody());
    Function = Outer;
    return Found;
  }

  const ASTContext &AST;
  const FunctionDecl *Function = nullptr; ///< whose body it is in
  std::set<const FunctionDecl *> Bodies;
};

} // namespace

bool isRepeatable(const Expr *E, const ASTContext &AST) {
  return RepeatableFinder(AST).find(E);
}

} // namespace tessera
