//===- GridSymbols.cpp - Block ids and grid sizes that device code uses ---===//
#include "KernelBuilder.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace tessera {
namespace {

class SymbolFinder : public RecursiveASTVisitor<SymbolFinder> {
public:
  explicit SymbolFinder(std::set<std::string> &Into) : Into(Into) {}

  bool TraverseStmt(Stmt *S) {
    const auto *E = dyn_cast_or_null<Expr>(S);
    std::optional<std::string> Symbol =
        E && isa<MemberExpr, PseudoObjectExpr, MSPropertyRefExpr>(E)
            ? builtinSymbol(E)
            : std::nullopt;
    if (!Symbol)
      return RecursiveASTVisitor::TraverseStmt(S);
    Into.insert(*Symbol);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    const ValueDecl *D = E->getDecl();
    if (const auto *Callee = dyn_cast<FunctionDecl>(D)) {
      const FunctionDecl *Definition = nullptr;
      if (Callee->hasBody(Definition) && Seen.insert(Definition).second)
        TraverseStmt(Definition->getBody());
    } else if (D->getDeclContext()->isTranslationUnit() && D->getIdentifier()) {
      for (auto [Name, Letter] :
           {std::pair("blockIdx", "b"), std::pair("gridDim", "G")})
        if (D->getName() == Name)
          for (const char *Axis : {"x", "y", "z"})
            Into.insert(std::string(Letter) + Axis);
    }
    return true;
  }

private:
  std::set<std::string> &Into;
  std::set<const FunctionDecl *> Seen;
};

} // namespace

std::set<std::string> gridSymbols(const FunctionDecl *Kernel) {
  std::set<std::string> Found;
  SymbolFinder(Found).TraverseStmt(Kernel->getBody());
  std::erase_if(Found, [](const std::string &Symbol) {
    return Symbol.front() != 'b' && Symbol.front() != 'G';
  });
  return Found;
}

} // namespace tessera
