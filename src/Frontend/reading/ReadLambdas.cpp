//===- ReadLambdas.cpp - Lambdas whose body can stand in the kernel -------===//
#include "reading/Reader.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace tessera {

static const LambdaExpr *lambdaOf(const Expr *Init) {
  return Init ? dyn_cast<LambdaExpr>(Init->IgnoreUnlessSpelledInSource())
              : nullptr;
}

/// The variable whose call \p E is.
static const VarDecl *calledVariable(const CXXOperatorCallExpr *E) {
  const auto *Of = dyn_cast<DeclRefExpr>(E->getArg(0)->IgnoreParenImpCasts());
  return Of && E->getOperator() == OO_Call ? dyn_cast<VarDecl>(Of->getDecl())
                                           : nullptr;
}

/// How often \p S names \p V, less how often it calls it.
static int otherUses(const Stmt *S, const VarDecl *V) {
  if (!S)
    return 0;
  int Count = 0;
  if (const auto *Use = dyn_cast<DeclRefExpr>(S))
    Count += Use->getDecl() == V;
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(S))
    Count -= calledVariable(Call) == V;
  for (const Stmt *Child : S->children())
    Count += otherUses(Child, V);
  if (const auto *Lambda = dyn_cast<LambdaExpr>(S))
    for (const LambdaCapture &Capture : Lambda->captures())
      Count += Capture.capturesVariable() && Capture.getCapturedVar() == V;
  return Count;
}

bool KernelReader::readLambda(const VarDecl *V, ir::VarId Id) {
  const LambdaExpr *Lambda = lambdaOf(V->getInit());
  if (!Lambda || Lambda->isGenericLambda() || V->getType()->isReferenceType() ||
      otherUses(F->getBody(), V) != 0)
    return false;
  std::vector<ir::VarId> Captures, Objects;
  for (const LambdaCapture &Capture : Lambda->captures()) {
    if (!Capture.capturesVariable() || Lambda->isInitCapture(&Capture))
      return false;
    const auto *Of = dyn_cast<VarDecl>(Capture.getCapturedVar());
    const auto *P = Of ? dyn_cast<ParmVarDecl>(Of) : nullptr;
    if (P && P->getType()->isRecordType() && !Changed.count(P) &&
        P->getDeclContext() == F)
      continue; // its members are always the same
    const bool IsElement = Of && Of->getType()->isLValueReferenceType() &&
                           Of->isLocalVarDecl() &&
                           Capture.getCaptureKind() == LCK_ByRef;
    if (std::optional<ir::VarId> Other =
            IsElement ? otherOf(Of) : std::nullopt) {
      Objects.push_back(*Other);
      continue;
    }
    std::optional<ir::VarId> Known = Of ? scalarOf(Of) : std::nullopt;
    if (!Known || (Capture.getCaptureKind() == LCK_ByCopy && Changed.count(Of)))
      return false;
    Captures.push_back(*Known);
  }
  if (!function(Lambda->getCallOperator()))
    return false;
  K.Others[Id].Captures = std::move(Captures);
  K.Others[Id].CapturedObjects = std::move(Objects);
  return true;
}

std::shared_ptr<ir::Expr>
KernelReader::calledLambda(const CXXOperatorCallExpr *E) {
  const VarDecl *V = calledVariable(E);
  const std::optional<ir::VarId> Id = V ? otherOf(V) : std::nullopt;
  const FunctionDecl *Callee = E->getDirectCallee();
  if (!Id || !K.Others[*Id].Captures || !Callee)
    return opaque(E);
  auto Result = node(ir::Expr::Op::Call, E);
  Result->Word = V->getNameAsString();
  Result->Function = function(Callee);
  Result->IsLocal = true;
  Result->Scalar = *Id;
  const ir::Function Of = K.Functions[*Result->Function];
  for (auto [Arg, P] :
       llvm::zip(llvm::drop_begin(E->arguments()), Callee->parameters()))
    Result->Args.push_back(argument(Arg, P, Of));
  for (ir::VarId Known : *K.Others[*Id].Captures) {
    if (!ir::assigns(Of.Body, Known))
      continue;
    auto Changes = std::make_shared<ir::Expr>();
    Changes->O = ir::Expr::Op::Assign;
    Changes->Word = "&";
    Changes->Ty = K.Scalars[Known].Ty;
    Changes->Args = {ir::scalar(Known, Changes->Ty)};
    Result->Args.push_back(std::move(Changes));
  }
  return Result;
}

} // namespace tessera
