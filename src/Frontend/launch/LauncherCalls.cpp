//===- LauncherCalls.cpp - Calls of functions that start what they get ----===//
#include "launch/LauncherCalls.h"
#include "launch/KernelPointers.h"
#include "launch/LaunchPlaces.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace tessera {

namespace {

/// Looks for launches, and how often parameters are used.
class BodyWatcher : public DynamicRecursiveASTVisitor {
public:
  BodyWatcher() { ShouldVisitImplicitCode = true; }

  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *E) override {
    Launches.push_back(E);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    ++Uses[E->getDecl()];
    return true;
  }
  std::vector<const CUDAKernelCallExpr *> Launches;
  std::map<const ValueDecl *, unsigned> Uses;
};

/// `x`, `dim3(x)` that only copies it, `std::forward<T>(x)`.
const Expr *handedOn(const Expr *E) {
  while (true) {
    const Expr *Inner = E->IgnoreParenImpCasts()->IgnoreImplicit();
    if (const auto *Copy = dyn_cast<CXXConstructExpr>(Inner);
        Copy && Copy->getNumArgs() == 1 &&
        Copy->getConstructor()->isCopyOrMoveConstructor())
      Inner = Copy->getArg(0);
    else if (const auto *Call = dyn_cast<CallExpr>(Inner);
             Call && Call->isCallToStdMove())
      Inner = Call->getArg(0);
    else if (const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
             F && F->isInStdNamespace() && F->getIdentifier() &&
             F->getName() == "forward" && Call->getNumArgs() == 1)
      Inner = Call->getArg(0);
    if (Inner == E)
      return E;
    E = Inner;
  }
}

/// Calls one at a time.
class Reader {
public:
  Reader(const FrontendContext &C, const CallExpr &E, const FunctionDecl &F)
      : C(C), E(E), F(F) {
    Body.TraverseStmt(F.getBody());
  }

  std::optional<LauncherCall> read() {
    if (Body.Launches.size() != 1)
      return std::nullopt;
    const CUDAKernelCallExpr &Launch = *Body.Launches.front();
    const Expr *Kernel = passed(Launch.getCallee());
    Call.Kernel = Kernel ? functionIn(Kernel) : nullptr;
    const FunctionDecl *Started =
        Call.Kernel ? cast<FunctionDecl>(Call.Kernel->getDecl()) : nullptr;
    if (!Started || !isKernel(Started) ||
        Started->getNumParams() != Launch.getNumArgs())
      return std::nullopt;
    for (const Expr *Operand : configurationOf(Launch)) {
      if (isa<CXXDefaultArgExpr>(Operand))
        break;
      const Expr *Given = passed(Operand);
      if (!Given)
        return std::nullopt;
      Call.Operands.push_back(Given);
    }
    const auto *Block = dyn_cast<CompoundStmt>(F.getBody());
    const auto *First = Block && !Block->body_empty()
                            ? dyn_cast<Expr>(Block->body_front())
                            : nullptr;
    const bool IsFirst = First && First->IgnoreImplicit() == &Launch;
    for (unsigned I = 0; I < Launch.getNumArgs(); ++I) {
      const ParmVarDecl *P = parameter(Launch.getArg(I));
      const Expr *Given = passed(Launch.getArg(I));
      if (!Given || !C.AST.hasSimilarType(Started->getParamDecl(I)->getType(),
                                          P->getType().getNonReferenceType()))
        return std::nullopt;
      if (P->getType()->isReferenceType() && !IsFirst)
        Call.Shared.insert(I);
      Call.Arguments.push_back(Given);
    }
    return std::move(Call);
  }

private:
  /// The parameter that \p Used is, if nothing else uses it.
  const ParmVarDecl *parameter(const Expr *Used) const {
    const auto *Name = dyn_cast<DeclRefExpr>(handedOn(Used));
    const auto *P = Name ? dyn_cast<ParmVarDecl>(Name->getDecl()) : nullptr;
    auto Uses = Body.Uses.find(P);
    return P && P->getDeclContext() == &F && Uses != Body.Uses.end() &&
                   Uses->second == 1
               ? P
               : nullptr;
  }

  const Expr *passed(const Expr *Used) const {
    const ParmVarDecl *P = parameter(Used);
    return P && P->getFunctionScopeIndex() < E.getNumArgs()
               ? E.getArg(P->getFunctionScopeIndex())
               : nullptr;
  }

  const FrontendContext &C;
  const CallExpr &E;
  const FunctionDecl &F;
  BodyWatcher Body;
  LauncherCall Call;
};

} // namespace

std::optional<LauncherCall> launcherCall(const FrontendContext &C,
                                         const CallExpr &E) {
  const FunctionDecl *Callee = E.getDirectCallee(), *Definition = nullptr;
  if (!Callee || isa<CUDAKernelCallExpr, CXXOperatorCallExpr>(E) ||
      isa<CXXMethodDecl>(Callee) || !Callee->hasBody(Definition) ||
      llvm::none_of(E.arguments(), [](const Expr *Argument) {
        const DeclRefExpr *Name = functionIn(Argument);
        return Name && isKernel(cast<FunctionDecl>(Name->getDecl()));
      }))
    return std::nullopt;
  return Reader(C, E, *Definition).read();
}

} // namespace tessera
