//===- HostEntries.cpp - Where functions run that no call shows -----------===//
#include "calls/HostEntries.h"
#include "host/HostEffects.h"
#include "source/OtherMacros.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace tessera {

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Whether the linker's \p Symbol is something that is called \p Name, perhaps
/// in a namespace or with parameters: `_ZN1q4stepEi`.
static bool isSymbolOf(llvm::StringRef Symbol, llvm::StringRef Name) {
  return !Name.empty() &&
         (Symbol == Name ||
          (Symbol.starts_with("_Z") &&
           Symbol.contains(llvm::utostr(Name.size()) + Name.str())));
}

/// Code that is not followed uses what \p Symbol names.
static void noteSymbol(FrontendContext &C, llvm::StringRef Symbol,
                       const std::string &Why) {
  HostModel &H = C.Result.Host;
  for (SharedVariable &V : H.Variables)
    if (!V.isLocal() && V.Obstacle.empty() && isSymbolOf(Symbol, V.Name))
      V.Obstacle = Why;
  for (auto [F, Index] : C.HostFunctions)
    if (F->getIdentifier() && isSymbolOf(Symbol, F->getName()))
      H.Functions[Index].CalledUnseen = true;
}

/// The same of each name in the assembly \p Text.
static void noteAssembly(FrontendContext &C, llvm::StringRef Text) {
  auto IsPart = [](char Each) { return llvm::isAlnum(Each) || Each == '_'; };
  while (!Text.empty()) {
    llvm::StringRef Word = Text.take_while(IsPart);
    if (Word.empty()) {
      bool Operand = Text.consume_front("%["); // of the statement's own
      Text = Operand ? Text.split(']').second : Text.drop_front();
      continue;
    }
    noteSymbol(C, Word, "assembly names it");
    Text = Text.drop_front(Word.size());
  }
}

namespace {

/// Finds what gives things a second name.
class NameFinder : public DynamicRecursiveASTVisitor {
public:
  explicit NameFinder(FrontendContext &C) : C(C) {}

  bool VisitNamedDecl(NamedDecl *D) override {
    if (hidesLibrary(D))
      C.Result.Host.Hidden.insert(D->getName().str());
    if (const auto *Alias = D->getAttr<AliasAttr>())
      noteSymbol(C, Alias->getAliasee(), "it has a second name");
    if (const auto *Weak = D->getAttr<WeakRefAttr>())
      noteSymbol(C, Weak->getAliasee(), "it has a second name");
    if (const auto *Chosen = D->getAttr<IFuncAttr>())
      noteSymbol(C, Chosen->getResolver(), "it has a second name");
    if (const auto *Label = D->getAttr<AsmLabelAttr>())
      noteLabel(D, Label->getLabel());
    return true;
  }
  bool VisitFileScopeAsmDecl(FileScopeAsmDecl *D) override {
    noteAssembly(C, D->getAsmString());
    return true;
  }
  bool VisitGCCAsmStmt(GCCAsmStmt *S) override {
    noteAssembly(C, S->getAsmString());
    return true;
  }

private:
  /// Whether \p D, in its scope, hides something that our host code uses.
  bool hidesLibrary(const NamedDecl *D) const {
    return D->getIdentifier() &&
           !D->getDeclContext()->getRedeclContext()->isTranslationUnit() &&
           isLibraryName(C, D->getIdentifier());
  }

  /// Of its own, or one that something else has, too.
  void noteLabel(const NamedDecl *D, llvm::StringRef Label) {
    if (!D->getIdentifier() || D->getName() != Label)
      noteSymbol(C, Label, "it has a second name");
    if (const auto *F = dyn_cast<FunctionDecl>(D))
      if (auto Index = C.HostFunctions.find(F); Index != C.HostFunctions.end())
        C.Result.Host.Functions[Index->second].CalledUnseen = true;
  }

  FrontendContext &C;
};

} // namespace

void noteEntries(FrontendContext &C) {
  for (auto [F, Index] : C.HostFunctions) {
    HostFunction &H = C.Result.Host.Functions[Index];
    H.BeforeMain |= F->hasAttr<ConstructorAttr>();
    H.CalledUnseen |=
        F->hasAttr<DestructorAttr>() || isa<CoroutineBodyStmt>(F->getBody());
  }
  NameFinder Find(C);
  for (Decl *D : programDecls(C.AST))
    if (!C.SM.isInSystemHeader(C.SM.getExpansionLoc(D->getLocation())))
      Find.TraverseDecl(D);
  for (KernelModel &K : C.Result.Kernels)
    K.Hidden = C.Result.Host.Hidden;
}

//===----------------------------------------------------------------------===//
// Initialisers
//===----------------------------------------------------------------------===//

namespace {

class InitialiserFinder : public DynamicRecursiveASTVisitor {
public:
  explicit InitialiserFinder() { ShouldVisitTemplateInstantiations = true; }
  bool VisitVarDecl(VarDecl *V) override {
    if (V->isFileVarDecl() && V->getInit() && !V->getInit()->isValueDependent())
      All.push_back(V);
    return true;
  }
  std::vector<const VarDecl *> All;
};

} // namespace

void noteInitialisers(FrontendContext &C, const Summaries &Known) {
  HostModel &H = C.Result.Host;
  InitialiserFinder Find;
  for (Decl *D : C.mainFileDecls())
    Find.TraverseDecl(D);
  std::string Unordered = H.UnorderedCall;
  bool Elsewhere = H.CallsElsewhere;
  for (const VarDecl *V : Find.All) {
    HostEffect Effect = HostEffects(C, nullptr, Known).ofInitialiser(V);
    for (const auto &[Root, Memory] : Effect.Memory)
      if (Root.K == MemoryRoot::Kind::Variable)
        H.Variables[Root.Index].Obstacle =
            "an initialiser at file scope uses it";
    for (const MemoryEvent &E : Effect.Events)
      H.Variables[E.Variable.Index].Obstacle =
          "an initialiser at file scope uses it";
    for (const FunctionDecl *F : Effect.Calls)
      if (auto Index = C.HostFunctions.find(F);
          Index != C.HostFunctions.end()) {
        H.Functions[Index->second].BeforeMain = true;
        H.Functions[Index->second].CalledUnseen |=
            V->getTLSKind() != VarDecl::TLS_None;
      }
  }
  // Before main the device does nothing yet.
  H.UnorderedCall = Unordered;
  H.CallsElsewhere = Elsewhere;
}

} // namespace tessera
