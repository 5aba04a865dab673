//===- DeviceOutput.cpp - What kernels print, and hosts beside them -------===//
#include "kernel/calls/DeviceOutput.h"
#include "calls/LibraryCalls.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace clang;

namespace tessera {

namespace {

class OutputFinder : public DynamicRecursiveASTVisitor {
public:
  OutputFinder(const SourceManager &SM, bool OnHost) : SM(SM), OnHost(OnHost) {
    ShouldVisitImplicitCode = true;
  }

  /// Looks at a call of \p F with \p Arguments.
  bool run(const FunctionDecl *F, ArgumentList Arguments = {}) {
    const FunctionDecl *Definition = nullptr;
    if (F->getBuiltinID() != 0 || SM.isInSystemHeader(F->getLocation()))
      Found |= prints(F, Arguments);
    else if (!F->hasBody(Definition))
      Found |= !F->isTrivial() && !F->isDefaulted();
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
    ArgumentList Arguments(E->getArgs(), E->getNumArgs());
    // The object of an operator that is a member.
    const bool HasObject = isa<CXXOperatorCallExpr>(E) && Method &&
                           !Method->isStatic() && !Arguments.empty();
    return !Found && run(F, Arguments.drop_front(HasObject));
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
  /// Whether \p F, a function of the system, prints, or runs what does.
  /// Functions of devices that have no row in the table do not.
  bool prints(const FunctionDecl *F, ArgumentList Arguments) const {
    const std::string Name = libraryName(F);
    if (const LibraryRow *Row = LibraryTable::get().find(Name)) {
      bool Runs = false;
      for (unsigned I = 0; I < Arguments.size(); ++I)
        if (const LibraryArgument *A = Row->argument(I))
          Runs |= A->Calls;
      return Row->Prints || Runs;
    }
    const bool IsMade = isa<CXXConstructorDecl, CXXDestructorDecl>(F);
    // `__cuda...`: the configuration of a launch.
    const bool IsOfCuda = llvm::StringRef(Name).ltrim('_').starts_with("cuda");
    if (!OnHost || IsMade || IsOfCuda)
      return false;
    const auto *Method = dyn_cast<CXXMethodDecl>(F);
    return (Method && !Method->isStatic()) ||
           llvm::any_of(Arguments, [](const Expr *E) {
             const QualType Of = E->IgnoreParenImpCasts()->getType();
             return Of->isRecordType() || Of->isPointerType();
           });
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

bool onlyTells(const CallExpr *E, const SourceManager &SM) {
  const FunctionDecl *F = E->getDirectCallee();
  if (!F || !F->getIdentifier() || isa<CXXMethodDecl>(F) ||
      !(F->getBuiltinID() != 0 || SM.isInSystemHeader(F->getLocation())) ||
      !llvm::is_contained({"printf", "__assert_fail", "__assertfail"},
                          F->getName()))
    return false;
  return llvm::all_of(E->arguments(), [](const Expr *Argument) {
    const Expr *Of = Argument->IgnoreParenCasts();
    return Argument->getType()->isArithmeticType() ||
           Argument->getType()->isEnumeralType() ||
           isa<StringLiteral, PredefinedExpr>(Of);
  });
}

bool mayPrintOnHost(const Stmt *S, const SourceManager &SM) {
  OutputFinder Finder(SM, /*OnHost=*/true);
  Finder.TraverseStmt(const_cast<Stmt *>(S));
  return Finder.Found;
}

} // namespace tessera
