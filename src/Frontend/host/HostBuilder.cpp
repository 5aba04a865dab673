//===- HostBuilder.cpp - The host functions of a program ------------------===//
#include "Steps.h"
#include "calls/Callbacks.h"
#include "calls/HostEntries.h"
#include "calls/SystemBodies.h"
#include "effects/StatementFacts.h"
#include "host/HostParts.h"
#include "host/HostStatements.h"
#include "source/OtherMacros.h"
#include "values/HostConstants.h"
#include "variables/MemberPointers.h"
#include "variables/OwnCopies.h"
#include "variables/PointerRoots.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace tessera {
namespace {

bool runsOnHost(const FunctionDecl *F) {
  return !isKernel(F) &&
         (!F->hasAttr<CUDADeviceAttr>() || F->hasAttr<CUDAHostAttr>());
}

/// Finds the host functions of the file, and what else is done with functions
/// and shared variables.
class FunctionFinder : public DynamicRecursiveASTVisitor {
public:
  explicit FunctionFinder(FrontendContext &C) : C(C) {
    ShouldVisitTemplateInstantiations = ShouldVisitImplicitCode = true;
  }

  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (F->doesThisDeclarationHaveABody() && !F->isDependentContext() &&
        runsOnHost(F) && !F->isTrivial())
      Functions.push_back(F);
    return true;
  }
  bool VisitCallExpr(CallExpr *E) override {
    Callees.insert(E->getCallee()->IgnoreParenImpCasts());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (isa<FunctionDecl>(E->getDecl()))
      Uses.push_back(E);
    return true;
  }

  FrontendContext &C;
  std::vector<const FunctionDecl *> Functions;
  std::set<const Expr *> Callees;
  std::vector<const DeclRefExpr *> Uses;
};

/// The names that host functions and classes declare.
std::set<std::string> localNames(const std::vector<const FunctionDecl *> &All) {
  struct Watcher : DynamicRecursiveASTVisitor {
    std::set<std::string> Names;
    bool VisitVarDecl(VarDecl *V) override {
      Names.insert(V->getNameAsString());
      return true;
    }
  };
  Watcher Watch;
  for (const FunctionDecl *F : All) {
    Watch.TraverseDecl(const_cast<FunctionDecl *>(F));
    if (const auto *Method = dyn_cast<CXXMethodDecl>(F))
      for (const FieldDecl *Field : Method->getParent()->fields())
        Watch.Names.insert(Field->getNameAsString());
  }
  return Watch.Names;
}

HostFunction describe(FrontendContext &C, const FunctionDecl *F) {
  HostFunction H;
  H.Name = F->getNameAsString();
  H.IsMain = F->isMain();
  H.External = F->isExternallyVisible();
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  H.CalledUnseen = isa<CXXDestructorDecl>(F) || (Method && Method->isVirtual());
  H.Editable = !F->isTemplateInstantiation() && !F->isDefaulted() &&
               !F->isImplicit() && !F->getBody()->getBeginLoc().isMacroID() &&
               isa<CompoundStmt>(F->getBody());
  H.HasTryBody = isa<CXXTryStmt>(F->getBody());
  if (std::optional<SourceRange> Range = C.parsedRange(F->getSourceRange()))
    H.Source = C.toUser(*Range);
  for (const ParmVarDecl *Parameter : F->parameters())
    if (Parameter->getType()->isIntegerType())
      H.Parameters.push_back(HostConstants::symbolOf(Parameter));
  return H;
}

/// Host threads stop only the simple memory model: a managed program keeps
/// CUDA's own rules, and so its memory.
void forgiveManagedPrograms(HostModel &H, bool SharesElsewhere) {
  auto IsSimple = [](const SharedVariable &V) {
    return V.D == SharedVariable::Dialect::SimpleModel;
  };
  if (llvm::any_of(H.Variables, IsSimple) || SharesElsewhere)
    return;
  for (const Diagnostic &Error : H.Errors)
    for (SharedVariable &V : H.Variables)
      if (Error.Kind == DiagKind::HostThreads && V.Obstacle.empty())
        V.Obstacle = "'" + Error.Arguments.front() + "' is called";
  llvm::erase_if(H.Errors, [](const Diagnostic &D) {
    return D.Kind == DiagKind::HostThreads;
  });
}

} // namespace

/// Finds the function of the local pointer \p V.
static void findOwner(const FrontendContext &C, const ValueDecl *D,
                      SharedVariable &Into) {
  const auto *V = dyn_cast<VarDecl>(D);
  if (!V || !V->isLocalVarDeclOrParm())
    return;
  auto Owner =
      C.HostFunctions.find(dyn_cast<FunctionDecl>(V->getDeclContext()));
  if (Owner != C.HostFunctions.end())
    Into.Pointer->Owner = Owner->second;
  else if (Into.Obstacle.empty())
    Into.Obstacle = "its function does not run on the host alone";
}

/// Notes what is known of functions of the file because libraries run them.
static void noteCallbacks(FrontendContext &C) {
  HostModel &H = C.Result.Host;
  C.CalledBack = std::make_shared<Callbacks>(C);
  for (const FunctionDecl *F : C.CalledBack->unseen())
    H.Functions[C.HostFunctions[F]].CalledUnseen = true;
  for (const FunctionDecl *F : C.CalledBack->beforeMain())
    H.Functions[C.HostFunctions[F]].BeforeMain = true;
  if (C.LacksBodies)
    for (const FunctionDecl *F : C.HostFunctionList)
      H.Functions[C.HostFunctions[F]].CalledUnseen |=
          isa<CXXMethodDecl>(F) || F->getNumParams() > 0;
  for (const FunctionDecl *F : C.CalledBack->all()) {
    for (auto [Pointer, Id] : C.Pointers)
      if (isa<FieldDecl>(Pointer))
        H.Functions[C.HostFunctions[F]].UnknownToCallers.insert(Id);
    for (const ParmVarDecl *P : F->parameters())
      if (std::optional<SharedVarId> Id = C.held(P))
        if (std::string &Why = H.Variables[Id->Index].Obstacle; Why.empty())
          Why = "a caller passes memory that is not followed";
  }
}

/// What kernels print appears where the program waits, which copies do, too.
static void keepForOutput(FrontendContext &C) {
  const auto Prints = llvm::find_if(
      C.Result.Kernels, [](const KernelModel &K) { return K.MayPrint; });
  if (Prints == C.Result.Kernels.end())
    return;
  for (SharedVariable &V : C.Result.Host.Variables)
    if (V.D == SharedVariable::Dialect::Managed && V.Obstacle.empty())
      V.Obstacle = "copies would change when the output of '" + Prints->Name +
                   "' appears";
}

void buildHostModel(FrontendContext &C) {
  HostModel &H = C.Result.Host;
  describePlaces(C);
  noteErrorPolicy(C);
  keepForOutput(C);
  buildKernelUses(C);
  FunctionFinder Find(C);
  for (Decl *D : C.mainFileDecls())
    Find.TraverseDecl(D);
  C.HostFunctionList = Find.Functions;
  for (const FunctionDecl *F : Find.Functions) {
    C.HostFunctions[F] = H.Functions.size();
    H.Functions.push_back(describe(C, F));
  }
  for (const DeclRefExpr *Use : Find.Uses) {
    const auto *Named = cast<FunctionDecl>(Use->getDecl());
    const FunctionDecl *Definition = nullptr;
    if (Find.Callees.count(Use))
      continue;
    if (!llvm::is_contained(C.AddressTaken, Named))
      C.AddressTaken.push_back(Named);
    if (Named->hasBody(Definition))
      if (auto Index = C.HostFunctions.find(Definition);
          Index != C.HostFunctions.end())
        H.Functions[Index->second].CalledUnseen = true;
  }
  std::set<std::string> Locals = localNames(Find.Functions);
  for (SharedVariable &V : H.Variables)
    V.Shadowed = Locals.count(V.Name);
  for (auto [V, Id] : C.Pointers)
    findOwner(C, V, H.Variables[Id.Index]);

  noteCallbacks(C);
  noteEntries(C);
  findObjects(C);
  FunctionList Plain = plainHeaderFunctions(C, Find.Functions);
  for (const CXXRecordDecl *Lambda : followLambdas(C, Plain))
    for (auto [F, Index] : C.HostFunctions)
      H.Functions[Index].CalledUnseen |= isBodyOf(F, Lambda);
  FunctionList Summarised = Find.Functions;
  Summarised.insert(Summarised.end(), Plain.begin(), Plain.end());
  Summaries Known = summarise(C, Summarised);
  CertainWrites Writes(C);
  for (const FunctionDecl *F : Find.Functions)
    H.Functions[C.HostFunctions[F]].Body = statementsOf(C, F, Known, Writes);
  C.NeedsBodies = needsSystemBodies(C, Known);
  noteInitialisers(C, Known);
  for (auto &[Call, Passed] : C.Passed) {
    SharedVarId First = Passed.begin()->first;
    H.Functions[*H.variable(First).Pointer->Owner].Passed.push_back(Passed);
  }
  passOnExchanges(H);
  if (std::string Macro = findHidingMacro(C, /*OnHost=*/true); !Macro.empty())
    for (SharedVariable &V : H.Variables)
      if (V.Obstacle.empty())
        V.Obstacle = "inserted code would use '" + Macro +
                     "', which is a macro of the program";
  forgiveManagedPrograms(H, !C.Result.SimpleArrayElsewhere.empty());
}

} // namespace tessera
