//===- DeviceOutput.cpp - What kernels print ------------------------------===//
#include "kernel/DeviceOutput.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"
#include <set>

using namespace clang;

namespace tessera {

namespace {

class OutputFinder : public DynamicRecursiveASTVisitor {
public:
  explicit OutputFinder(const SourceManager &SM) : SM(SM) {
    ShouldVisitImplicitCode = true;
  }

  bool run(const FunctionDecl *F) {
    const FunctionDecl *Definition = nullptr;
    const bool OfSystem = SM.isInSystemHeader(F->getLocation());
    if (F->getBuiltinID() != 0 || OfSystem || !F->hasBody(Definition))
      Found |= prints(F) || (!OfSystem && F->getBuiltinID() == 0 &&
                             !F->isTrivial() && !F->isDefaulted());
    else if (Seen.insert(Definition).second) {
      if (const auto *Made = dyn_cast<CXXConstructorDecl>(Definition))
        for (const CXXCtorInitializer *Init : Made->inits())
          TraverseStmt(Init->getInit());
      TraverseStmt(Definition->getBody());
    }
    return !Found;
  }

  bool VisitCallExpr(CallExpr *E) override {
    const FunctionDecl *F = E->getDirectCallee();
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
    Found |=
        !F || isa<CUDAKernelCallExpr>(E) || (Method && Method->isVirtual());
    return !Found && run(F);
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    return run(E->getConstructor());
  }
  bool VisitCXXInheritedCtorInitExpr(CXXInheritedCtorInitExpr *E) override {
    return run(E->getConstructor());
  }
  bool VisitVarDecl(VarDecl *V) override { return destroys(V->getType()); }
  bool VisitCXXBindTemporaryExpr(CXXBindTemporaryExpr *E) override {
    return destroys(E->getType());
  }
  bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr *E) override {
    return TraverseStmt(E->getExpr());
  }
  bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr *E) override {
    return TraverseStmt(E->getExpr());
  }

  bool Found = false;

private:
  static bool prints(const FunctionDecl *F) {
    return F->getIdentifier() &&
           llvm::StringSwitch<bool>(F->getName())
               .Cases({"printf", "vprintf", "puts", "putchar", "fprintf"}, true)
               .Default(false);
  }

  bool destroys(QualType Type) {
    const CXXRecordDecl *Class =
        Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (!Class || !Class->hasDefinition() || Class->hasTrivialDestructor())
      return true;
    Found |= !Class->getDestructor();
    return !Found && run(Class->getDestructor());
  }

  const SourceManager &SM;
  std::set<const FunctionDecl *> Seen;
};

} // namespace

bool mayPrint(const FunctionDecl *F, const SourceManager &SM) {
  OutputFinder Finder(SM);
  Finder.run(F);
  return Finder.Found;
}

} // namespace tessera
