//===- InlineDefinitions.cpp - What other files may define, too -----------===//
#include "Steps.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace tessera {

namespace {

/// Finds definitions of which a program has one, whatever files have them.
class InlineCollector {
public:
  explicit InlineCollector(FrontendContext &C) : C(C) {}

  void visit(llvm::iterator_range<DeclContext::decl_iterator> Declarations) {
    for (const Decl *D : Declarations)
      visit(D);
  }

private:
  void visit(const Decl *D) {
    if (const auto *N = dyn_cast<NamespaceDecl>(D)) {
      if (!N->isAnonymousNamespace())
        visit(N->noload_decls());
    } else if (const auto *L = dyn_cast<LinkageSpecDecl>(D)) {
      visit(L->noload_decls());
    } else if (const auto *R = dyn_cast<CXXRecordDecl>(D)) {
      if (R->isThisDeclarationADefinition())
        visit(R->noload_decls());
    } else if (const auto *T = dyn_cast<ClassTemplateDecl>(D)) {
      add(T);
    } else if (const auto *T = dyn_cast<FunctionTemplateDecl>(D)) {
      const FunctionDecl *F = T->getTemplatedDecl();
      if (F->isThisDeclarationADefinition() && isVisible(F))
        add(T);
    } else if (const auto *F = dyn_cast<FunctionDecl>(D)) {
      if (F->isThisDeclarationADefinition() && F->isInlined() && isVisible(F))
        add(F);
    } else if (const auto *V = dyn_cast<VarDecl>(D)) {
      if (V->isInline() && V->isExternallyVisible())
        add(V);
    }
  }

  static bool isVisible(const FunctionDecl *F) {
    return F->getFormalLinkage() == Linkage::External &&
           F->getStorageClass() != SC_Static && !F->isInAnonymousNamespace();
  }

  void add(const Decl *D) {
    if (std::optional<SourceRange> Where = C.parsedRange(D->getSourceRange()))
      C.Result.InlineDefinitions.push_back(C.toUser(*Where));
  }

  FrontendContext &C;
};

} // namespace

void collectInlineDefinitions(FrontendContext &C) {
  InlineCollector(C).visit(programDecls(C.AST));
}

} // namespace tessera
