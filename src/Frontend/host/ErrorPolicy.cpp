//===- ErrorPolicy.cpp - What a program does about errors of CUDA ---------===//
#include "effects/ResultChecks.h"
#include "host/HostParts.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace tessera {
namespace {

class PolicyFinder : public DynamicRecursiveASTVisitor {
public:
  explicit PolicyFinder(FrontendContext &C) : C(C) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool VisitCallExpr(CallExpr *E) override {
    if (E->isInstantiationDependent())
      return true;
    HostModel &H = C.Result.Host;
    const FunctionDecl *Callee = E->getDirectCallee();
    if (!Callee || !isOfSystem(*Callee)) {
      IsUnseen |= !Callee || !(Callee->hasBody() || Callee->isImplicit() ||
                               Callee->isDefaulted());
      return true;
    }
    const std::string Type = Callee->getReturnType().getAsString();
    if (!Callee->getIdentifier() ||
        (Type != "cudaError_t" && Type != "CUresult"))
      return true;
    H.ChecksResults |= isResultUsed(C.AST, E);
    H.MayHaveErrors |= !failsOnlyWithAll(*E, Callee->getName());
    return true;
  }

  bool IsUnseen = false; ///< what some call runs

private:
  bool isOfSystem(const Decl &D) const {
    return C.SM.isInSystemHeader(C.SM.getExpansionLoc(D.getLocation()));
  }

  /// Whether a call fails only in a program that fails: not where a device
  /// lacks something, or where it has been asked for before.
  bool failsOnlyWithAll(const CallExpr &E, llvm::StringRef Name) const {
    if (Name == "cudaSetDevice") { // there is one
      Expr::EvalResult Number;
      return E.getNumArgs() > 0 && E.getArg(0)->EvaluateAsInt(Number, C.AST) &&
             Number.Val.getInt() == 0;
    }
    constexpr llvm::StringLiteral Prefixes[] = {
        "cudaMalloc",       "cudaHostAlloc",     "cudaFree",
        "cudaMemcpy",       "cudaMemset",        "cudaMemGetInfo",
        "cudaStreamCreate", "cudaStreamDestroy", "cudaStreamSynchronize",
        "cudaStreamWait",   "cudaEvent",         "cudaDeviceSynchronize",
        "cudaDeviceReset",  "cudaThread",        "cudaGetDevice",
        "cudaGetSymbol",    "cudaProfiler",      "cudaDriverGet",
        "cudaRuntimeGet",   "cudaLaunchKernel"};
    return llvm::any_of(Prefixes, [&](llvm::StringRef Prefix) {
      return Name.starts_with(Prefix);
    });
  }

  FrontendContext &C;
};

} // namespace

void noteErrorPolicy(FrontendContext &C) {
  PolicyFinder Find(C);
  for (Decl *D : C.AST.getTraversalScope())
    if (!C.SM.isInSystemHeader(C.SM.getExpansionLoc(D->getLocation())))
      Find.TraverseDecl(D);
  C.Result.Host.OthersMind =
      C.Others && C.Others->Known ? C.Others->MindErrors : Find.IsUnseen;
}

} // namespace tessera
