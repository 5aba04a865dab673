//===- KernelDeclarations.cpp - Where a kernel is declared ----------------===//
//
// A version of a kernel is declared wherever the kernel is:
//
//   namespace app { __global__ void mul(float *); }
//   class Image { friend __global__ void app::mul(float *); };
//   __global__ void app::mul(float *a) { .. }
//
//===----------------------------------------------------------------------===//
#include "kernel/KernelDeclarations.h"
#include "kernel/KernelParts.h"
#include "source/Semicolons.h"
#include "tessera/Frontend/SplicedSource.h"
#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace tessera {
namespace {

/// Whether a function uses what only members and friends may.
class PrivateUses : public DynamicRecursiveASTVisitor {
public:
  bool VisitMemberExpr(MemberExpr *E) override {
    return see(E->getMemberDecl());
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override { return see(E->getDecl()); }
  bool VisitTypedefTypeLoc(TypedefTypeLoc T) override {
    return see(T.getDecl());
  }
  bool VisitTagTypeLoc(TagTypeLoc T) override { return see(T.getDecl()); }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    return see(E->getConstructor());
  }
  bool Found = false;

private:
  bool see(const Decl *D) {
    Found |= D->getAccess() == AS_private || D->getAccess() == AS_protected;
    return !Found;
  }
};

/// Finds where classes make instances of a template their friends:
/// `friend __global__ void mul<T>(T *);`
class FriendInstances : public DynamicRecursiveASTVisitor {
public:
  explicit FriendInstances(const FunctionTemplateDecl *Template)
      : Template(Template->getCanonicalDecl()) {}

  bool VisitFriendDecl(FriendDecl *D) override {
    const auto *F = dyn_cast_or_null<FunctionDecl>(D->getFriendDecl());
    if (F && isInstance(F))
      Found.push_back(F);
    return true;
  }
  bool TraverseStmt(Stmt *) override { return true; }

  std::vector<const FunctionDecl *> Found;

private:
  bool isInstance(const FunctionDecl *F) const {
    auto Is = [&](const FunctionTemplateDecl *T) {
      return T && T->getCanonicalDecl() == Template;
    };
    if (const auto *Unknown = F->getDependentSpecializationInfo())
      return llvm::any_of(Unknown->getCandidates(), Is);
    return Is(F->getPrimaryTemplate());
  }

  const FunctionTemplateDecl *Template;
};

bool usesPrivateMembers(const FunctionDecl *F) {
  PrivateUses Uses;
  Uses.TraverseDecl(const_cast<FunctionDecl *>(F));
  return Uses.Found;
}

/// Where the text of \p F, a declaration, begins.
std::optional<unsigned> beginOf(const FrontendContext &C,
                                const FunctionDecl *F) {
  const FunctionTemplateDecl *Template = F->getDescribedFunctionTemplate();
  std::optional<unsigned> Begin =
      C.offset(Template ? Template->getBeginLoc() : F->getBeginLoc());
  const DeclContext *Around = F->getLexicalDeclContext();
  if (const auto *Language = dyn_cast<LinkageSpecDecl>(Around);
      Language && !Language->hasBraces())
    Begin = C.offset(Language->getBeginLoc());
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Around))
    for (const FriendDecl *Each : Class->friends())
      if (const NamedDecl *D = Each->getFriendDecl();
          D && (D == F || D == Template))
        if (std::optional<unsigned> At = C.offset(Each->getFriendLoc()))
          Begin = std::min(Begin.value_or(*At), *At);
  return Begin;
}

/// The text of \p F; nothing if a macro makes what is named in it.
std::optional<KernelDeclaration> textOf(const FrontendContext &C,
                                        const FunctionDecl *F) {
  FunctionTypeLoc Type = F->getFunctionTypeLoc();
  if (!Type || F->getLocation().isMacroID() ||
      Type.getLParenLoc().isMacroID() || Type.getRParenLoc().isMacroID())
    return std::nullopt;
  std::optional<unsigned> Begin = beginOf(C, F),
                          Name = C.offset(F->getLocation()),
                          Open = C.offset(Type.getLParenLoc()),
                          Close = C.offset(Type.getRParenLoc());
  if (!Begin || !Name || !Open || !Close)
    return std::nullopt;
  KernelDeclaration Result;
  Result.Source =
      C.toUser(SourceRange{*Begin, behindDeclaration(C, *Close + 1)});
  Result.NameRange =
      C.toUser(SourceRange{*Name, *Name + unsigned(F->getName().size())});
  Result.ParameterList = C.toUser(SourceRange{*Open + 1, *Close});
  return Result;
}

/// What stands around \p Definition, or a declaration that it is for.
void locateScope(const FunctionDecl *Definition, KernelModel &K) {
  auto Add = [&](std::string Text) {
    K.Scope.Around.insert(K.Scope.Around.begin(), std::move(Text));
  };
  for (const DeclContext *Each = Definition->getDeclContext();
       Each && !Each->isTranslationUnit(); Each = Each->getParent()) {
    const auto *Space = dyn_cast<NamespaceDecl>(Each);
    if (!Space)
      continue;
    const std::string Name = Space->getNameAsString();
    if (!Name.empty())
      K.Namespace = Name + "::" + K.Namespace;
    Add((Space->isInline() ? "inline namespace" : "namespace") +
        (Name.empty() ? "" : " " + Name));
  }
  for (const DeclContext *Each = Definition->getLexicalDeclContext(); Each;
       Each = Each->getLexicalParent())
    if (const auto *Language = dyn_cast<LinkageSpecDecl>(Each);
        Language && Language->hasBraces()) {
      if (Language->getLanguage() == LinkageSpecLanguageIDs::C)
        Add("extern \"C\"");
      break;
    }
}

void locateInDefinition(const FrontendContext &C,
                        const FunctionDecl *Definition, KernelModel &K) {
  if (NestedNameSpecifierLoc Qualifier = Definition->getQualifierLoc())
    if (std::optional<unsigned> At = C.offset(Qualifier.getBeginLoc()))
      K.Scope.Qualifier = {C.toUser(*At).Offset, K.NameRange.Begin};
  for (const ParmVarDecl *P : Definition->parameters()) {
    if (!P->hasDefaultArg() || P->hasInheritedDefaultArg())
      continue;
    std::optional<SourceRange> Value = C.parsedRange(P->getDefaultArgRange());
    const size_t Equals = Value ? C.buffer().take_front(Value->Begin).rfind('=')
                                : llvm::StringRef::npos;
    if (Equals != llvm::StringRef::npos)
      K.Scope.DefaultArguments.push_back(
          C.toUser(SourceRange{unsigned(Equals), Value->End}));
  }
}

} // namespace

std::string locateDeclarations(FrontendContext &C, const FunctionDecl *F,
                               KernelModel &K) {
  const FunctionDecl *Pattern = patternOf(F);
  locateScope(Pattern, K);
  locateInDefinition(C, Pattern, K);
  const unsigned Here = *C.offset(Pattern->getLocation());
  std::set<SourceLocation> Seen = {Pattern->getLocation()};
  std::vector<const FunctionDecl *> All(Pattern->redecls_begin(),
                                        Pattern->redecls_end());
  const bool NeedsFriends = usesPrivateMembers(F);
  K.CanHandOn &= !NeedsFriends; // functions that it calls are no friends
  if (const FunctionTemplateDecl *Template =
          Pattern->getDescribedFunctionTemplate();
      Template && (NeedsFriends || C.buffer().contains("friend"))) {
    FriendInstances Instances(Template);
    Instances.TraverseAST(C.AST); // of the program only
    llvm::append_range(All, Instances.Found);
  }
  // What is first declared as a friend cannot become `static` later.
  if (llvm::min_element(All,
                        [&](const auto *L, const auto *R) {
                          return C.SM.isBeforeInTranslationUnit(
                              L->getLocation(), R->getLocation());
                        })[0]
          ->getFriendObjectKind() != Decl::FOK_None)
    K.IsInManyFiles = false;
  bool FriendElsewhere = false;
  for (const FunctionDecl *Each : All) {
    if (!Seen.insert(Each->getLocation()).second)
      continue;
    const bool IsFriend = Each->getFriendObjectKind() != Decl::FOK_None;
    std::optional<unsigned> At = C.offset(Each->getLocation());
    const bool InFile = At && areInOneFile(C.buffer(), {*At}, {Here});
    if (InFile && *At > Here && !IsFriend)
      continue;
    std::optional<KernelDeclaration> Text =
        InFile ? textOf(C, Each) : std::nullopt;
    if (Text) {
      Text->IsFriend = IsFriend;
      K.Scope.Declarations.push_back(*Text);
    } else {
      (IsFriend ? FriendElsewhere : K.Scope.ElsewhereToo) = true;
    }
  }
  llvm::sort(K.Scope.Declarations,
             [](const KernelDeclaration &L, const KernelDeclaration &R) {
               return L.Source.Begin < R.Source.Begin;
             });
  return FriendElsewhere && NeedsFriends
             ? "it is a friend of a class in another file"
             : "";
}

} // namespace tessera
