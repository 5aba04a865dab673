//===- CalledFunctions.cpp - Which functions calls may run ----------------===//
#include "calls/CalledFunctions.h"
#include "calls/LibraryCalls.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace tessera {

bool mayLaunch(const FrontendContext &C, const FunctionDecl *Callee) {
  if (Callee->isInStdNamespace() || Callee->getBuiltinID())
    return false;
  if (!C.SM.isInSystemHeader(Callee->getLocation()))
    return true;
  std::string Name = Callee->getQualifiedNameAsString();
  llvm::StringRef Text = Name;
  return Text.starts_with("cu") || Text.starts_with("nccl") ||
         Text.starts_with("npp") || Text.starts_with("thrust::");
}

llvm::StringRef leavesSequence(llvm::StringRef Name) {
  return llvm::StringSwitch<llvm::StringRef>(Name)
      .Cases({"pthread_create", "thrd_create", "std::thread::thread",
              "std::jthread::jthread", "std::async"},
             "starts another host thread")
      .Cases({"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"},
             "lets functions that are called later jump back here")
      .Cases({"longjmp", "siglongjmp", "_longjmp"},
             "jumps into a function that called this one")
      .Cases({"signal", "sigaction"},
             "lets a handler run between any two statements")
      .Cases({"fork", "vfork"}, "starts another process")
      .Default("");
}

static const CXXRecordDecl *lambdaOf(QualType Type) {
  const CXXRecordDecl *Class = Type.getNonReferenceType()->getAsCXXRecordDecl();
  return Class && Class->isLambda() ? Class : nullptr;
}

bool isBodyOf(const FunctionDecl *F, const CXXRecordDecl *Lambda) {
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  return Method && Method->getParent() == Lambda &&
         Method->getOverloadedOperator() == OO_Call;
}

//===----------------------------------------------------------------------===//
// Headers
//===----------------------------------------------------------------------===//

namespace {

/// What one function calls, and what else it does.
class BodyWatcher : public DynamicRecursiveASTVisitor {
public:
  explicit BodyWatcher(const FrontendContext &C) : C(C) {
    ShouldVisitImplicitCode = true;
  }

  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *) override {
    return !(Plain = false);
  }
  bool VisitCallExpr(CallExpr *E) override {
    call(E->getDirectCallee());
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    call(E->getConstructor());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    const auto *V = dyn_cast<VarDecl>(E->getDecl());
    if (V && (C.held(V) || C.SharedVariables.count(V->getCanonicalDecl())))
      Plain = false;
    return true;
  }

  const FrontendContext &C;
  bool Plain = true;
  FunctionList InHeaders;

private:
  void call(const FunctionDecl *Callee) {
    const FunctionDecl *Definition = nullptr;
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
    if (!Callee || (Method && Method->isVirtual())) {
      Plain = false;
    } else if (Callee->isTrivial() ||
               (Method && isBodyOf(Callee, Method->getParent()) &&
                Method->getParent()->isLambda() &&
                C.offset(Callee->getLocation()))) {
      return; // a lambda that a caller passed: see followLambdas
    } else if (mayLaunch(C, Callee) && Callee->hasBody(Definition) &&
               !C.offset(Definition->getLocation()) &&
               !C.SM.isInSystemHeader(Definition->getLocation())) {
      InHeaders.push_back(Definition);
    } else if (mayLaunch(C, Callee) ||
               !leavesSequence(Callee->getQualifiedNameAsString()).empty()) {
      Plain = false;
    }
  }
};

} // namespace

FunctionList plainHeaderFunctions(const FrontendContext &C,
                                  const FunctionList &Functions) {
  FunctionList All;
  std::map<const FunctionDecl *, FunctionList> Calls;
  std::set<const FunctionDecl *> Others;
  auto Look = [&](const FunctionDecl *F) {
    BodyWatcher Watch(C);
    Watch.TraverseDecl(const_cast<FunctionDecl *>(F));
    if (!Watch.Plain)
      Others.insert(F);
    for (const FunctionDecl *Callee : Watch.InHeaders) {
      Calls[F].push_back(Callee);
      if (!llvm::is_contained(All, Callee))
        All.push_back(Callee);
    }
  };
  for (const FunctionDecl *F : Functions)
    Look(F);
  for (unsigned I = 0; I < All.size(); ++I)
    Look(All[I]);
  for (bool Changed = true; std::exchange(Changed, false);)
    for (const FunctionDecl *F : All)
      if (llvm::any_of(Calls[F], [&](const FunctionDecl *Callee) {
            return Others.count(Callee);
          }))
        Changed |= Others.insert(F).second;
  llvm::erase_if(All, [&](const FunctionDecl *F) { return Others.count(F); });
  return All;
}

//===----------------------------------------------------------------------===//
// Lambdas
//===----------------------------------------------------------------------===//

namespace {

/// Tells uses of lambdas that are followed from others.
class LambdaFinder : public DynamicRecursiveASTVisitor {
public:
  LambdaFinder(FrontendContext &C, const FunctionList &Plain)
      : C(C), Plain(Plain) {
    ShouldVisitTemplateInstantiations = ShouldVisitImplicitCode = true;
  }

  bool VisitVarDecl(VarDecl *V) override {
    const Expr *Init = V->getInit();
    if (Init && V->isLocalVarDecl() && !V->isStaticLocal() &&
        lambdaOf(V->getType()) && isa<LambdaExpr>(named(Init)))
      Followed.insert(named(Init));
    return true;
  }
  bool VisitLambdaExpr(LambdaExpr *E) override {
    Uses.push_back(E);
    for (const Expr *Captured : E->capture_inits())
      if (Captured) // the body uses it by the same name
        Followed.insert(named(Captured));
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (isa<VarDecl>(E->getDecl()) && lambdaOf(E->getType()))
      Uses.push_back(E);
    return true;
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    if (isa<FieldDecl>(E->getMemberDecl()) && lambdaOf(E->getType()))
      Uses.push_back(E);
    return true;
  }
  bool VisitCallExpr(CallExpr *E) override {
    const FunctionDecl *Callee = E->getDirectCallee();
    const FunctionDecl *Definition = nullptr;
    if (!Callee)
      return true;
    if (isa<CXXOperatorCallExpr>(E) &&
        Callee->getOverloadedOperator() == OO_Call) {
      Followed.insert(named(E->getArg(0)));
      return true;
    }
    bool Here =
        Callee->hasBody(Definition) && C.HostFunctions.count(Definition);
    bool Runs = Definition && llvm::is_contained(Plain, Definition);
    std::optional<LibraryCall> Library =
        LibraryCall::of(C, Callee, {E->getArgs(), E->getNumArgs()});
    for (unsigned I = 0; I < E->getNumArgs(); ++I)
      if (lambdaOf(E->getArg(I)->getType()) &&
          (Here || Runs || (Library && Library->runs(I))))
        Followed.insert(named(E->getArg(I)));
    return true;
  }

  std::vector<const Expr *> Uses;
  std::set<const Expr *> Followed;

private:
  /// The use of a variable, or the lambda, that \p E is or copies.
  static const Expr *named(const Expr *E) {
    E = E->IgnoreParens()->IgnoreImplicit();
    while (const auto *Copy = dyn_cast<CXXConstructExpr>(E)) {
      if (Copy->getNumArgs() != 1 ||
          !Copy->getConstructor()->isCopyOrMoveConstructor())
        break;
      E = Copy->getArg(0)->IgnoreParens()->IgnoreImplicit();
    }
    return E;
  }

  FrontendContext &C;
  const FunctionList &Plain;
};

} // namespace

std::set<const CXXRecordDecl *> followLambdas(FrontendContext &C,
                                              const FunctionList &Plain) {
  LambdaFinder Find(C, Plain);
  for (Decl *D : C.mainFileDecls())
    Find.TraverseDecl(D);
  for (const FunctionDecl *F : Plain)
    Find.TraverseDecl(const_cast<FunctionDecl *>(F));
  std::set<const CXXRecordDecl *> Unseen;
  for (const Expr *Use : Find.Uses)
    if (!Find.Followed.count(Use))
      Unseen.insert(lambdaOf(Use->getType()));
  return Unseen;
}

} // namespace tessera
