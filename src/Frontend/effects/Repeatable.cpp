//===- Repeatable.cpp - Expressions that may be evaluated again -----------===//
#include "effects/Repeatable.h"
#include "effects/Evaluation.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <set>

using namespace clang;

namespace tessera {
namespace {

/// Whether \p F of the standard library only computes something.
bool computesOnly(const FunctionDecl *F) {
  if (const auto *Method = dyn_cast<CXXMethodDecl>(F)) {
    const CXXRecordDecl *Class = Method->getParent();
    const bool Holds = Class->isInStdNamespace() && Class->getIdentifier() &&
                       llvm::StringSwitch<bool>(Class->getName())
                           .Cases({"vector", "array", "basic_string", "span",
                                   "unique_ptr", "shared_ptr", "pair", "tuple"},
                                  true)
                           .Default(false);
    const OverloadedOperatorKind Operator = F->getOverloadedOperator();
    if (Operator == OO_Subscript || Operator == OO_Star || Operator == OO_Arrow)
      return Holds;
    return Holds && F->getIdentifier() &&
           llvm::StringSwitch<bool>(F->getName())
               .Cases({"size", "data", "empty", "length", "capacity", "front",
                       "back", "at", "get", "c_str"},
                      true)
               .Default(false);
  }
  return F->isInStdNamespace() && F->getIdentifier() &&
         llvm::StringSwitch<bool>(F->getName())
             .Cases({"min", "max", "clamp", "abs", "ceil", "floor", "sqrt",
                     "size", "data", "get", "move", "forward"},
                    true)
             .Default(false);
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
    if (!llvm::all_of(E->arguments(),
                      [&](const Expr *Argument) { return find(Argument); }))
      return false;
    const CXXConstructorDecl *Made = E->getConstructor();
    const CXXRecordDecl *Class = Made->getParent();
    if (!Class->hasTrivialDestructor())
      return false;
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
