//===- GridSymbols.cpp - Block ids and grid sizes that device code uses ---===//
#include "kernel/KernelBuilder.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace tessera {
namespace {

class SymbolFinder : public DynamicRecursiveASTVisitor {
public:
  explicit SymbolFinder(KernelModel &Kernel) : Kernel(Kernel) {}

  bool TraverseStmt(Stmt *S) override {
    const auto *E = dyn_cast_or_null<Expr>(S);
    std::optional<std::string> Symbol =
        E && isa<MemberExpr, PseudoObjectExpr, MSPropertyRefExpr>(E)
            ? builtinSymbol(E)
            : std::nullopt;
    if (!Symbol)
      return DynamicRecursiveASTVisitor::TraverseStmt(S);
    note(*Symbol);
    return true;
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    if (const auto *Callee = dyn_cast<FunctionDecl>(E->getMemberDecl()))
      look(Callee);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    const ValueDecl *D = E->getDecl();
    if (const auto *Callee = dyn_cast<FunctionDecl>(D)) {
      look(Callee);
    } else if (D->getDeclContext()->isTranslationUnit() && D->getIdentifier()) {
      for (auto [Name, Letter] :
           {std::pair("blockIdx", "b"), std::pair("gridDim", "G"),
            std::pair("threadIdx", "t"), std::pair("blockDim", "B")})
        if (D->getName() == Name)
          for (const char *Axis : {"x", "y", "z"})
            note(std::string(Letter) + Axis);
    }
    return true;
  }

private:
  void look(const FunctionDecl *Callee) {
    const FunctionDecl *Definition = nullptr;
    if (!Callee->hasBody(Definition) || !Seen.insert(Definition).second)
      return;
    ++Depth;
    TraverseStmt(Definition->getBody());
    --Depth;
  }
  void note(const std::string &Symbol) {
    if (Symbol.front() != 'b' && Symbol.front() != 'G') {
      Kernel.CalledThreadIds |= Depth > 0;
      return;
    }
    Kernel.GridSymbols.insert(Symbol);
    if (Depth > 0)
      Kernel.CalledGridSymbols.insert(Symbol);
  }

  KernelModel &Kernel;
  unsigned Depth = 0;
  std::set<const FunctionDecl *> Seen;
};

} // namespace

void noteGridSymbols(const FunctionDecl *F, KernelModel &Into) {
  SymbolFinder(Into).TraverseStmt(F->getBody());
}

} // namespace tessera
