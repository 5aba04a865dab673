//===- KernelsElsewhere.cpp - Kernels and launches across files -----------===//
#include "launch/KernelsElsewhere.h"
#include "kernel/KernelBuilder.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace tessera {

namespace {

/// Kernels that launches start and that have no definition here.
class DeclaredKernels : public DynamicRecursiveASTVisitor {
public:
  explicit DeclaredKernels(FrontendContext &C) : C(C) {}

  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *E) override {
    const FunctionDecl *F = E->getDirectCallee();
    if (!F || F->isDefined() || C.kernel(F))
      return true;
    const std::string Name = linkName(*F);
    auto Effects = C.Others->Kernels.find(Name);
    if (Name.empty() || (Effects == C.Others->Kernels.end() && C.Others->Known))
      return true;
    C.Kernels[F->getCanonicalDecl()] = {unsigned(C.Result.Kernels.size())};
    C.Result.Kernels.push_back(KernelBuilder(C, F).buildDeclaration(
        Effects == C.Others->Kernels.end() ? unknownEffects(*F)
                                           : Effects->second));
    return true;
  }

private:
  static KernelEffects unknownEffects(const FunctionDecl &F) {
    KernelEffects Result;
    for (const ParmVarDecl *P : F.parameters())
      Result.Parameters.push_back(
          {true, !P->getType()->isPointerType() ||
                     !P->getType()->getPointeeType().isConstQualified()});
    return Result;
  }

  FrontendContext &C;
};

/// Kernels that headers define, of those that the visited declarations name or
/// are.
class HeaderKernels : public DynamicRecursiveASTVisitor {
public:
  explicit HeaderKernels(FrontendContext &C) : C(C) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    note(dyn_cast<FunctionDecl>(E->getDecl()));
    return true;
  }
  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (F->isThisDeclarationADefinition())
      note(F);
    return true;
  }

  llvm::MapVector<const FunctionDecl *, SourceLocation> Found;

private:
  void note(const FunctionDecl *F) {
    if (!F || !isKernel(F) || !F->isDefined(F))
      return;
    if (const FunctionDecl *Pattern = F->getTemplateInstantiationPattern())
      F = Pattern;
    const SourceLocation At = C.SM.getExpansionLoc(F->getLocation());
    if (!C.SM.isInMainFile(At))
      Found.try_emplace(F, At);
  }

  FrontendContext &C;
};

/// The variable of this file that is called \p LinkName.
std::optional<SharedVarId> variableOf(const Program &P,
                                      llvm::StringRef LinkName) {
  for (unsigned I = 0; I < P.Host.Variables.size(); ++I)
    if (!LinkName.empty() && P.Host.Variables[I].LinkName == LinkName)
      return SharedVarId{I};
  return std::nullopt;
}

} // namespace

void declareKernelsElsewhere(FrontendContext &C) {
  if (!C.Others)
    return;
  DeclaredKernels Declare(C);
  for (Decl *D : C.mainFileDecls())
    Declare.TraverseDecl(D);
}

void tellOfKernelsInHeaders(FrontendContext &C,
                            const std::map<std::string, LeftHeader> &Left) {
  HeaderKernels Kernels(C);
  for (Decl *D : C.AST.getTraversalScope()) {
    const SourceLocation At = C.SM.getExpansionLoc(D->getLocation());
    auto In = Left.find(C.SM.getFilename(At).str());
    if (C.SM.isInMainFile(At) || (In != Left.end() && In->second.OfProject))
      Kernels.TraverseDecl(D);
  }
  for (auto [F, At] : Kernels.Found) {
    const std::string Path = C.SM.getFilename(At).str();
    auto In = Left.find(Path);
    SourceLocation Include = At;
    while (Include.isValid() && !C.SM.isInMainFile(Include))
      Include = C.SM.getIncludeLoc(C.SM.getFileID(Include));
    C.Result.Warnings.push_back(
        {DiagKind::InHeader,
         Include.isValid() ? C.place(Include) : SourcePlace::nowhere(),
         {F->getNameAsString(),
          llvm::sys::path::remove_leading_dotslash(Path).str(),
          In != Left.end()            ? In->second.Why
          : C.SM.isInSystemHeader(At) ? "a header of the system"
                                      : "which is left as it is"}});
  }
}

void addUsesElsewhere(FrontendContext &C) {
  HostModel &H = C.Result.Host;
  for (unsigned I = 0; I < C.Result.Kernels.size(); ++I)
    if (const auto &Effects = C.Result.Kernels[I].Elsewhere)
      for (const auto &[Name, Use] : Effects->ByName)
        if (std::optional<SharedVarId> Id = variableOf(C.Result, Name))
          H.Kernels[I].ByName.push_back({*Id, Use.Reads, Use.Writes});
}

/// Lets the launches of the file know what versions their kernels have.
static void addVersions(FrontendContext &C) {
  std::map<std::string, unsigned> Seen;
  for (LaunchModel &L : C.Result.Launches) {
    const std::string &Kernel = C.Result.kernel(L.Kernel).LinkName;
    L.Number = Seen[Kernel]++;
    auto Versions = C.Others->Versions.find(Kernel);
    if (Versions == C.Others->Versions.end())
      continue;
    auto Own = Versions->second.find(L.Number);
    if (Own != Versions->second.end())
      L.Versions = Own->second;
  }
}

void addLaunchesElsewhere(FrontendContext &C) {
  if (!C.Others)
    return;
  Program &P = C.Result;
  P.SimpleArrayElsewhere = C.Others->SimpleArray;
  addVersions(C);
  for (unsigned I = 0; I < P.Kernels.size(); ++I) {
    KernelModel &K = P.Kernels[I];
    if (!K.LinkName.empty() && C.Others->KernelsTaken.count(K.LinkName))
      K.Refusals.push_back({DiagKind::AddressEscapes, K.NamePlace, {K.Name}});
    auto Launches = C.Others->Launches.find(K.LinkName);
    if (K.LinkName.empty() || K.Elsewhere ||
        Launches == C.Others->Launches.end())
      continue;
    for (LaunchModel L : Launches->second) {
      L.Kernel = {I};
      for (LaunchArgument &A : L.Arguments)
        if (std::optional<SharedVarId> Id = variableOf(P, A.Root.Name))
          A.Root = {PointerRoot::Kind::SharedVariable,
                    P.Host.variable(*Id).Name, Id};
      P.Launches.push_back(std::move(L));
    }
  }
}

} // namespace tessera
