//===- ConstantCopies.cpp - What host code does with constant memory ------===//
#include "Steps.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ParentMapContext.h"

using namespace clang;

namespace tessera {
namespace {

class ConstantFinder : public DynamicRecursiveASTVisitor {
public:
  explicit ConstantFinder(FrontendContext &C) : C(C) {}

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    const auto *V = dyn_cast<VarDecl>(E->getDecl());
    if (!V || !V->hasAttr<CUDAConstantAttr>())
      return true;
    const CallExpr *Copy = nullptr;
    for (DynTypedNode N = DynTypedNode::create(*E);;) {
      DynTypedNodeList Parents = C.AST.getParents(N);
      if (Parents.empty())
        break;
      N = Parents[0];
      if (N.get<UnaryExprOrTypeTraitExpr>())
        return true; // its size
      if (const auto *Call = N.get<CallExpr>(); Call && !Copy)
        Copy = Call;
      const auto *F = N.get<FunctionDecl>();
      if (F && F->hasAttr<CUDAGlobalAttr>())
        return true;
      if (F && F->hasAttr<CUDADeviceAttr>() && !F->hasAttr<CUDAHostAttr>())
        return true;
    }
    ConstantUse Use = {V->getNameAsString(), {}};
    if (Copy && copies(Copy, E))
      if (std::optional<SourceRange> Range =
              C.exactRange(Copy->getSourceRange()))
        Use.Copy = C.toUser(*Range);
    C.Result.Host.Constants.push_back(std::move(Use));
    return true;
  }

private:
  /// Whether \p E copies from the host to \p Constant.
  bool copies(const CallExpr *E, const Expr *Constant) const {
    const FunctionDecl *Callee = E->getDirectCallee();
    if (!Callee || !Callee->getIdentifier() ||
        Callee->getName() != "cudaMemcpyToSymbol")
      return false;
    for (const Expr *Argument : E->arguments())
      if (Argument->HasSideEffects(C.AST))
        return false;
    const Expr *Symbol = E->getArg(0)->IgnoreParenCasts();
    if (const auto *Address = dyn_cast<UnaryOperator>(Symbol);
        Address && Address->getOpcode() == UO_AddrOf)
      Symbol = Address->getSubExpr()->IgnoreParenCasts();
    if (Symbol != Constant || E->getNumArgs() < 5 ||
        isa<CXXDefaultArgExpr>(E->getArg(4)))
      return Symbol == Constant;
    constexpr int HostToDevice = 1;
    Expr::EvalResult Kind;
    return E->getArg(4)->EvaluateAsInt(Kind, C.AST) &&
           Kind.Val.getInt() == HostToDevice;
  }

  FrontendContext &C;
};

} // namespace

void collectConstants(FrontendContext &C) {
  ConstantFinder Finder(C);
  for (Decl *D : C.mainFileDecls())
    Finder.TraverseDecl(D);
}

} // namespace tessera
