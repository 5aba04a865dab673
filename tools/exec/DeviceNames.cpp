//===- DeviceNames.cpp ----------------------------------------------------===//
#include "DeviceNames.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace tessera::exec {

namespace {

/// Goes through what the files of the program declare, bodies left out.
class Finder {
public:
  Finder(const SourceManager &SM, EditList &Edits,
         const std::set<std::string> &Shared)
      : SM(SM), Edits(Edits), Shared(Shared) {}

  void visitAll(const DeclContext &Declarations) {
    for (Decl *D : Declarations.noload_decls())
      if (!SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())))
        visit(*D);
  }

  DeviceNeeds Needs;

private:
  void visit(Decl &D) {
    if (isa<NamespaceDecl, LinkageSpecDecl, CXXRecordDecl>(D))
      visitAll(cast<DeclContext>(D));
    else if (auto *Class = dyn_cast<ClassTemplateDecl>(&D))
      visitAll(cast<DeclContext>(*Class->getTemplatedDecl()));
    else if (auto *Template = dyn_cast<FunctionTemplateDecl>(&D))
      visitTemplate(*Template);
    else if (auto *Function = dyn_cast<FunctionDecl>(&D))
      visitFunction(*Function, Function->getInnerLocStart());
    else if (auto *Friend = dyn_cast<FriendDecl>(&D);
             Friend && Friend->getFriendDecl())
      visit(*Friend->getFriendDecl());
    else if (auto *Var = dyn_cast<VarDecl>(&D))
      visitVariable(*Var);
  }

  /// Whether device code may call or launch \p F.
  static bool isOfDevice(const FunctionDecl &F) {
    const auto *Device = F.getAttr<CUDADeviceAttr>();
    return F.hasAttr<CUDAGlobalAttr>() || (Device && !Device->isImplicit());
  }

  /// Whether another file has \p Instance of the template \p F.
  static bool isElsewhere(const FunctionDecl &Instance, const FunctionDecl &F) {
    const TemplateSpecializationKind Kind =
        Instance.getTemplateSpecializationKind();
    return Kind == TSK_ExplicitInstantiationDeclaration ||
           (Kind == TSK_ImplicitInstantiation && !F.isDefined());
  }

  void visitTemplate(const FunctionTemplateDecl &Template) {
    const FunctionDecl &F = *Template.getTemplatedDecl();
    if (!isOfDevice(F))
      return;
    const std::string Name = F.getQualifiedNameAsString();
    for (const FunctionDecl *Instance : Template.specializations())
      if (Instance->isReferenced() && isElsewhere(*Instance, F)) {
        if (F.hasAttr<CUDAGlobalAttr>())
          Needs.Kernels.insert(Name);
        else
          Needs.Names = true;
      }
    if (Shared.count(Name))
      return;
    // A macro may begin with `template`.
    SourceLocation Begin = F.getInnerLocStart();
    if (Begin.isMacroID() &&
        SM.getFileLoc(Begin) == SM.getFileLoc(Template.getBeginLoc()))
      Begin = SM.getSpellingLoc(Begin);
    visitFunction(F, Begin);
  }

  void visitFunction(const FunctionDecl &F, SourceLocation Begin) {
    if (!isOfDevice(F) || F.isImplicit() || F.isDeleted() || F.isDefaulted() ||
        F.getTemplateSpecializationInfo() || !F.isExternallyVisible())
      return;
    // The linker takes one of several equal ones, but what they use may be
    // each file's own.
    const bool Merged = F.isInlined() || F.isTemplated();
    const bool OfDeviceOnly =
        F.hasAttr<CUDADeviceAttr>() && !F.hasAttr<CUDAHostAttr>();
    if (OfDeviceOnly && !F.isTemplated() && !F.isDefined())
      Needs.Names |= F.isReferenced();
    else if ((OfDeviceOnly || Merged) && !F.isOutOfLine())
      insert(Begin);
  }

  void visitVariable(const VarDecl &Var) {
    if (!(Var.hasAttr<CUDADeviceAttr>() || Var.hasAttr<CUDAConstantAttr>()) ||
        Var.hasAttr<CUDASharedAttr>() || !Var.isFileVarDecl() ||
        Var.isStaticDataMember() || Var.isTemplated())
      return;
    if (!Var.hasDefinition())
      Needs.Names |= Var.isReferenced();
    else if (!Var.isInline() && Var.isExternallyVisible() &&
             !isa<VarTemplateSpecializationDecl>(Var))
      insert(Var.getBeginLoc());
  }

  void insert(SourceLocation Begin) {
    Edits.insertBefore(SM.getFileLoc(Begin),
                       "__attribute__((internal_linkage)) ");
  }

  const SourceManager &SM;
  EditList &Edits;
  const std::set<std::string> &Shared;
};

} // namespace

DeviceNeeds keepDeviceNames(ASTContext &Context, EditList &Edits,
                            const std::set<std::string> &Shared) {
  Finder Names(Context.getSourceManager(), Edits, Shared);
  Names.visitAll(*Context.getTranslationUnitDecl());
  return std::move(Names.Needs);
}

} // namespace tessera::exec
