//===- ArchDependence.cpp - Kernels that differ between architectures -----===//
#include "source/ArchDependence.h"
#include "FrontendContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace tessera {
namespace {

/// Follows what a kernel uses.
class Finder : public DynamicRecursiveASTVisitor {
public:
  explicit Finder(const FrontendContext &C)
      : C(C), Uses(C.Facts.ArchExpansions) {
    ShouldVisitImplicitCode = true;
    for (const Token &T : C.Facts.MacroTokens)
      if (const IdentifierInfo *Name = T.getIdentifierInfo();
          Name && C.Facts.ArchMacros.count(Name->getName().str()))
        Uses.insert(C.offset(T.getLocation()).value_or(0));
  }

  bool look(const Decl *D) {
    if (!D || Found || C.SM.isInSystemHeader(D->getLocation()) ||
        !Seen.insert(D).second)
      return !Found;
    Found |= isInRegion(D->getSourceRange()) || usesMacro(D->getSourceRange());
    if (const auto *F = dyn_cast<FunctionDecl>(D)) {
      const FunctionDecl *Definition = nullptr;
      if (F->hasBody(Definition) && !look(Definition))
        return false;
      TraverseStmt(F->doesThisDeclarationHaveABody() ? F->getBody() : nullptr);
      for (const ParmVarDecl *P : F->parameters())
        follow(P->getTypeSourceInfo());
      if (const auto *Made = dyn_cast<CXXConstructorDecl>(F))
        for (const CXXCtorInitializer *Init : Made->inits())
          TraverseStmt(Init->getInit());
    } else if (const auto *V = dyn_cast<VarDecl>(D);
               V && !V->isLocalVarDecl()) {
      follow(V->getTypeSourceInfo());
      TraverseStmt(const_cast<Expr *>(V->getInit()));
    } else if (const auto *T = dyn_cast<TypedefNameDecl>(D)) {
      follow(T->getTypeSourceInfo());
    }
    return !Found;
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    const ValueDecl *D = E->getDecl();
    if (isa<EnumConstantDecl>(D))
      return look(cast<Decl>(D->getDeclContext()));
    return look(D);
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    const ValueDecl *D = E->getMemberDecl();
    return look(D) && look(dyn_cast<Decl>(D->getDeclContext()));
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    return look(E->getConstructor());
  }
  bool VisitTypedefTypeLoc(TypedefTypeLoc T) override {
    return look(T.getDecl());
  }
  bool VisitTagTypeLoc(TagTypeLoc T) override { return look(T.getDecl()); }

  bool Found = false;

private:
  void follow(TypeSourceInfo *Type) {
    if (Type)
      TraverseTypeLoc(Type->getTypeLoc());
  }

  bool isInRegion(clang::SourceRange Range) const {
    SourceLocation Begin = C.SM.getExpansionLoc(Range.getBegin());
    SourceLocation End = C.SM.getExpansionLoc(Range.getEnd());
    return llvm::any_of(C.Facts.ArchRegions, [&](clang::SourceRange R) {
      return C.SM.isWrittenInSameFile(R.getBegin(), Begin) &&
             R.getBegin() < End && Begin < R.getEnd();
    });
  }

  bool usesMacro(clang::SourceRange Range) const {
    CharSourceRange Written = C.SM.getExpansionRange(Range);
    auto isArch = [&](llvm::StringRef Text) {
      return llvm::any_of(identifiers(Text.str() + "\n", C.AST.getLangOpts()),
                          [&](const std::string &Name) {
                            return C.Facts.ArchMacros.count(Name);
                          });
    };
    if (isArch(Lexer::getSourceText(Written, C.SM, C.AST.getLangOpts())))
      return true;
    std::optional<SourceRange> Here = C.parsedRange(Range);
    if (!Here)
      return false;
    auto First = Uses.lower_bound(Here->Begin);
    return First != Uses.end() && *First < Here->End;
  }

  const FrontendContext &C;
  std::set<unsigned> Uses; ///< of macros that depend on the architecture
  std::set<const Decl *> Seen;
};

} // namespace

bool dependsOnArch(const FrontendContext &C, const FunctionDecl *Kernel) {
  if (C.Facts.ArchRegions.empty())
    return false;
  Finder Find(C);
  Find.look(Kernel);
  return Find.Found;
}

} // namespace tessera
