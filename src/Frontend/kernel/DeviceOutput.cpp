//===- DeviceOutput.cpp - What kernels print, and hosts beside them -------===//
#include "kernel/DeviceOutput.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <set>

using namespace clang;

namespace tessera {

namespace {

class OutputFinder : public DynamicRecursiveASTVisitor {
public:
  OutputFinder(const SourceManager &SM, bool OnHost) : SM(SM), OnHost(OnHost) {
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
    if (OnHost && (isa<CUDAKernelCallExpr>(E) || isOfErrors(E)))
      return true;
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
    if (F->getOverloadedOperator() == OO_LessLess)
      return F->getReturnType().getAsString().find("stream") !=
             std::string::npos;
    return F->getIdentifier() &&
           llvm::StringSwitch<bool>(F->getName())
               .Cases({"printf", "vprintf", "puts", "putchar", "fprintf"}, true)
               .Cases({"vfprintf", "fputs", "fputc", "putc", "fwrite"}, true)
               .Cases({"write", "put", "print", "println", "system"}, true)
               .Default(false);
  }

  /// Whether \p E writes to the stream of errors, which kernels do not.
  static bool isOfErrors(const CallExpr *E) {
    auto IsErrors = [](const Expr *Of) {
      const auto *Ref = dyn_cast<DeclRefExpr>(Of->IgnoreParenImpCasts());
      return Ref && Ref->getDecl()->getIdentifier() &&
             llvm::is_contained({"stderr", "cerr", "clog"},
                                Ref->getDecl()->getName());
    };
    const auto *Next = dyn_cast<CXXOperatorCallExpr>(E);
    return llvm::any_of(E->arguments(), IsErrors) ||
           (Next && Next->getNumArgs() > 0 &&
            isa<CXXOperatorCallExpr>(Next->getArg(0)->IgnoreParenImpCasts()) &&
            isOfErrors(cast<CXXOperatorCallExpr>(
                Next->getArg(0)->IgnoreParenImpCasts())));
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
  const bool OnHost;
  std::set<const FunctionDecl *> Seen;
};

} // namespace

bool mayPrint(const FunctionDecl *F, const SourceManager &SM) {
  OutputFinder Finder(SM, /*OnHost=*/false);
  Finder.run(F);
  return Finder.Found;
}

bool mayPrintOnHost(const Stmt *S, const SourceManager &SM) {
  OutputFinder Finder(SM, /*OnHost=*/true);
  Finder.TraverseStmt(const_cast<Stmt *>(S));
  return Finder.Found;
}

} // namespace tessera
