//===- LaunchBuilder.cpp - Launches as models -----------------------------===//
#include "Steps.h"
#include "effects/Changes.h"
#include "launch/KernelPointers.h"
#include "launch/KernelsElsewhere.h"
#include "launch/LaunchArguments.h"
#include "launch/LaunchCallee.h"
#include "launch/LaunchCalls.h"
#include "launch/LaunchLoops.h"
#include "launch/LaunchPlaces.h"
#include "launch/LauncherCalls.h"
#include "launch/NamedLaunches.h"
#include "launch/SharedLaunches.h"
#include "values/HostConstants.h"
#include "variables/PointerRoots.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace tessera {
namespace {

class LaunchFinder : public DynamicRecursiveASTVisitor {
public:
  LaunchFinder(FrontendContext &C, const PointerRoots &Roots)
      : C(C), Roots(Roots), Pointers(C) {
    ShouldVisitTemplateInstantiations = true;
    struct Finder : DynamicRecursiveASTVisitor {
      explicit Finder(LaunchFinder &Into) : Into(Into) {
        ShouldVisitTemplateInstantiations = true;
      }
      bool VisitCallExpr(CallExpr *E) override {
        if (std::optional<LauncherCall> Call = launcherCall(Into.C, *E))
          Into.AtCalls.insert(Call->Kernel);
        return true;
      }
      LaunchFinder &Into;
    } Find(*this);
    for (Decl *D : C.mainFileDecls())
      Find.TraverseDecl(D);
  }

  bool TraverseFunctionDecl(FunctionDecl *F) override {
    return inFunction(
        F, [&] { return DynamicRecursiveASTVisitor::TraverseFunctionDecl(F); });
  }
  bool TraverseCXXMethodDecl(CXXMethodDecl *F) override {
    return inFunction(F, [&] {
      return DynamicRecursiveASTVisitor::TraverseCXXMethodDecl(F);
    });
  }

  bool TraverseCXXConstructorDecl(CXXConstructorDecl *F) override {
    return inFunction(F, [&] {
      return DynamicRecursiveASTVisitor::TraverseCXXConstructorDecl(F);
    });
  }
  bool TraverseCXXDestructorDecl(CXXDestructorDecl *F) override {
    return inFunction(F, [&] {
      return DynamicRecursiveASTVisitor::TraverseCXXDestructorDecl(F);
    });
  }
  bool TraverseCXXConversionDecl(CXXConversionDecl *F) override {
    return inFunction(F, [&] {
      return DynamicRecursiveASTVisitor::TraverseCXXConversionDecl(F);
    });
  }

  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *E) override {
    const FunctionDecl *Callee = E->getDirectCallee();
    std::optional<SourceRange> Range = rangeOf(C, E);
    if (!Range) // a macro's body has it
      Range = C.parsedRange(E->getSourceRange());
    if (!Range || !Constants) {
      for (const DeclRefExpr *Name : Pointers.kernelsIn(E->getCallee()))
        Unplaced.insert(Name);
      return true;
    }
    if (!Callee) {
      throughPointer(E, *Range);
      if (SourceRange Statement = statementOf(C, E); Statement.size() > 0)
        C.Result.Host.Choices.push_back(Statement);
      return true;
    }
    if (OnDevice) {
      fromKernel(E, *Range, *Callee);
      return true;
    }
    if (InInstance) {
      inInstance(E, *Range, *Callee);
      return true;
    }
    const FunctionDecl *Pattern = Callee->getTemplateInstantiationPattern();
    for (unsigned I = 0; I < E->getNumArgs(); ++I)
      if (!fixesElementType(Pattern ? Pattern : Callee, I))
        warnIfRows(E->getArg(I));
    std::optional<KernelId> Kernel = C.kernel(Callee);
    if (!Kernel)
      return true;
    Callees.insert(functionIn(E->getCallee()));
    C.Launches[E] = {unsigned(C.Result.Launches.size())};
    C.Result.Launches.push_back(describe(E, *Range, *Kernel));
    if (C.Others && C.Result.kernel(*Kernel).Elsewhere &&
        C.Result.Launches.back().Callee.size() == 0)
      C.Result.KernelsTaken.insert(linkName(*Callee)); // it starts no version
    fixInMacros(*E, C.Result.Launches.back());
    return true;
  }

  /// `cudaLaunchKernel((void *)k, grid, block, args)`
  bool VisitCallExpr(CallExpr *E) override {
    if (const Expr *Operand = launchedBy(*E); Operand && Constants)
      byCall(E, Operand);
    else if (std::optional<LauncherCall> Call = launcherCall(C, *E))
      byLauncher(E, *Call);
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    const auto *F = dyn_cast<FunctionDecl>(E->getDecl());
    if (F && C.Kernels.count(F->getCanonicalDecl()))
      Uses.push_back(E);
    else if (F && isKernel(F) && C.Others)
      C.Result.KernelsTaken.insert(linkName(*F));
    return true;
  }

  /// A launch with arguments that depend on a template's, of one of several
  /// kernels.
  bool VisitUnresolvedLookupExpr(UnresolvedLookupExpr *E) override {
    for (const NamedDecl *D : E->decls())
      if (const auto *F = dyn_cast<FunctionDecl>(D); F && isKernel(F)) {
        if (std::optional<KernelId> Kernel = C.kernel(F))
          C.Result.Kernels[Kernel->Index].MayStartElsewhere = true;
        if (C.Others)
          C.Result.KernelsTaken.insert(linkName(*F));
      }
    return true;
  }

  /// Kernels that are used other than by a launch.
  void reportEscapes() {
    for (const DeclRefExpr *E : Uses) {
      if (!Unplaced.count(E) && (Callees.count(E) || !Pointers.escapes(E)))
        continue;
      const auto *F = cast<FunctionDecl>(E->getDecl());
      KernelModel &K = C.Result.Kernels[C.Kernels[F->getCanonicalDecl()].Index];
      K.Refusals.push_back(
          {DiagKind::AddressEscapes, C.place(E->getBeginLoc()), {K.Name}});
      if (C.Others)
        C.Result.KernelsTaken.insert(K.LinkName);
    }
  }

private:
  template <typename Traversal> bool inFunction(FunctionDecl *F, Traversal Go) {
    std::optional<HostConstants> Saved = std::move(Constants);
    const bool SavedInstance =
        std::exchange(InInstance, F->isTemplateInstantiation());
    const bool SavedOnDevice =
        std::exchange(OnDevice, isKernel(F) || F->hasAttr<CUDADeviceAttr>());
    std::string SavedName = std::exchange(Function, F->getNameAsString());
    const Stmt *SavedBody = std::exchange(
        Body, F->doesThisDeclarationHaveABody() ? F->getBody() : nullptr);
    Constants.emplace(C.AST, Body);
    bool Result = Go();
    Body = SavedBody;
    InInstance = SavedInstance;
    OnDevice = SavedOnDevice;
    Constants.reset();
    if (Saved)
      Constants.emplace(std::move(*Saved));
    Function = std::move(SavedName);
    return Result;
  }

  /// A launch in an instance of a function, which has its text in common with
  /// others.
  void inInstance(const CUDAKernelCallExpr *E, SourceRange Range,
                  const FunctionDecl &Callee) {
    std::optional<KernelId> Kernel = C.kernel(&Callee);
    if (!Kernel)
      return;
    const auto InPattern = llvm::find_if(C.Launches, [&](const auto &Seen) {
      const LaunchModel &L = C.Result.Launches[Seen.second.Index];
      return L.Kernel == *Kernel && L.Source == C.toUser(Range);
    });
    if (InPattern != C.Launches.end()) {
      complete(InPattern->second, describe(E, Range, *Kernel));
    } else {
      LaunchModel L = describe(E, Range, *Kernel);
      L.AsCall = asCall(C, *E, L);
      if (!addFixed(std::move(L)))
        return;
    }
    Callees.insert(functionIn(E->getCallee()));
  }

  /// Adds to the launch \p Id of a template what its instances have in common:
  /// one of them has \p L there.
  void complete(LaunchId Id, const LaunchModel &L) {
    LaunchModel &Into = C.Result.Launches[Id.Index];
    const bool IsFirst = Completed.insert(Id.Index).second;
    auto Complete = [&](auto &Part, const auto &Of) {
      if (IsFirst && !Part)
        Part = Of;
      else if (Part != Of)
        Part.reset();
    };
    for (unsigned A = 0; A < 3; ++A) {
      Complete(Into.Grid[A], L.Grid[A]);
      Complete(Into.GridValues[A], L.GridValues[A]);
      Complete(Into.Block[A], L.Block[A]);
    }
    Complete(Into.DynamicBytes, L.DynamicBytes);
  }

  /// A launch by a kernel, or what it calls: no call of the host's library can
  /// stand there.
  void fromKernel(const CUDAKernelCallExpr *E, SourceRange Range,
                  const FunctionDecl &Callee) {
    std::optional<KernelId> Kernel = C.kernel(&Callee);
    if (Kernel && addFixed(describe(E, Range, *Kernel)))
      Callees.insert(functionIn(E->getCallee()));
  }

  /// A launch of what a pointer holds.
  void throughPointer(const CUDAKernelCallExpr *E, SourceRange Range) {
    startNamed(E->getCallee(), [&](KernelId Kernel, const FunctionDecl &) {
      LaunchModel L = describe(E, Range, Kernel);
      if (Pointers.holdsOneKernel(E->getCallee()))
        byName(E, E->getCallee(), configurationOf(*E),
               {E->getArgs(), E->getNumArgs()}, L);
      return L;
    });
  }

  /// A launch in the function that \p E calls.
  void byLauncher(const CallExpr *E, const LauncherCall &Call) {
    const auto *F = cast<FunctionDecl>(Call.Kernel->getDecl());
    std::optional<KernelId> Kernel = C.kernel(F);
    std::optional<SourceRange> Range = C.parsedRange(E->getSourceRange());
    if (!Kernel)
      return;
    if (!Range || !Constants) {
      Unplaced.insert(Call.Kernel);
      return;
    }
    LaunchModel L;
    L.Kernel = *Kernel;
    L.Source = C.toUser(*Range);
    L.Function = Function;
    L.Overloaded = Call.Kernel->hadMultipleCandidates();
    addParts(Call.Operands, Call.Arguments, L);
    if (!llvm::all_of(Call.Shared, [&](unsigned I) {
          return keepsValue(Call.Arguments[I]);
        }))
      for (LaunchArgument &A : L.Arguments)
        A.Repeatable = false;
    if (isCallee(C, Call.Kernel, *F))
      byName(E, Call.Kernel, Call.Operands, Call.Arguments, L);
    (addFixed(std::move(L)) ? Callees : Unplaced).insert(Call.Kernel);
  }

  /// Whether no function that gets \p E by reference can change it before it
  /// reads it.
  bool keepsValue(const Expr *E) const {
    if (isa<MaterializeTemporaryExpr>(E))
      return true;
    const auto *Use = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    const auto *V = Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
    return V && V->hasLocalStorage() && !V->getType()->isReferenceType() &&
           !changesIn(Body).Unseen.count(V);
  }

  /// As startByName, where the text of \p E starts nothing else.
  void byName(const Expr *E, const Expr *Named,
              llvm::ArrayRef<const Expr *> Operands,
              llvm::ArrayRef<const Expr *> Arguments, LaunchModel &L) const {
    if (!InInstance && !OnDevice)
      startByName(C, E, Named, Operands, Arguments, L);
  }

  void byCall(const CallExpr *E, const Expr *Operand) {
    std::optional<SourceRange> Range = C.parsedRange(E->getSourceRange());
    startNamed(Operand,
               [&](KernelId Kernel,
                   const FunctionDecl &F) -> std::optional<LaunchModel> {
                 std::optional<LaunchCall> Call =
                     describeLaunchCall(*E, F, Body);
                 if (!Call || !Range)
                   return std::nullopt;
                 LaunchModel L;
                 L.Kernel = Kernel;
                 L.Source = C.toUser(*Range);
                 L.Function = Function;
                 addParts(Call->Configuration, Call->Arguments, L);
                 const DeclRefExpr *Name = functionIn(Operand);
                 if (Name && isCallee(C, Name, F)) {
                   L.Overloaded = Name->hadMultipleCandidates();
                   byName(E, Name, Call->Configuration, Call->Arguments, L);
                 } else if (Pointers.holdsOneKernel(Operand)) {
                   byName(E, Operand->IgnoreParenCasts(), Call->Configuration,
                          Call->Arguments, L);
                 }
                 return L;
               });
  }

  /// Adds launches of the kernels that \p Operand, a name or a pointer, may
  /// be, as \p Describe does it.
  void startNamed(const Expr *Operand,
                  llvm::function_ref<std::optional<LaunchModel>(
                      KernelId, const FunctionDecl &)>
                      Describe) {
    std::map<const Decl *, bool> Added;
    for (const DeclRefExpr *Name : Pointers.kernelsIn(Operand)) {
      if (AtCalls.count(Name))
        continue;
      const auto *F = cast<FunctionDecl>(Name->getDecl());
      std::optional<KernelId> Kernel = C.kernel(F);
      auto [Known, IsNew] = Added.insert({F->getCanonicalDecl(), false});
      if (IsNew && Kernel)
        if (std::optional<LaunchModel> L = Describe(*Kernel, *F)) {
          L->MayStartOther = Name != functionIn(Operand) && !L->ByName;
          Known->second = addFixed(std::move(*L));
        }
      (Known->second ? Callees : Unplaced).insert(Name);
    }
  }

  /// Adds a launch that stays as it is; whether it can be one.
  bool addFixed(LaunchModel L) {
    if (C.Result.kernel(L.Kernel).Elsewhere)
      return false;
    L.Fixed = true;
    L.Statement = L.Callee = {};
    L.Loop = L.Around = std::nullopt;
    C.Result.Launches.push_back(std::move(L));
    return true;
  }

  /// A launch that a macro makes stays as it is, unless all of it is one
  /// argument that the macro uses once, or for one instance of a kernel each.
  void fixInMacros(const CUDAKernelCallExpr &E, LaunchModel &Last) {
    auto Fix = [](LaunchModel &L) {
      L.Fixed = true;
      L.Statement = L.Callee = L.Configuration = {};
    };
    Last.AsCall = asCall(C, E, Last);
    if (Last.Configuration.size() == 0) {
      Fix(Last);
      const auto *Name =
          dyn_cast<DeclRefExpr>(E.getCallee()->IgnoreParenImpCasts());
      if (!Last.AsCall && Name && isCallee(C, Name, *E.getDirectCallee()))
        byName(&E, Name, configurationOf(E), {E.getArgs(), E.getNumArgs()},
               Last);
    }
    for (LaunchModel &L : C.Result.Launches)
      if (&L != &Last && L.Source == Last.Source) {
        Fix(L);
        Fix(Last);
        L.ByName = Last.ByName = std::nullopt;
      }
  }

  /// Whether parameter \p I says what its argument points to.
  static bool fixesElementType(const FunctionDecl *Callee, unsigned I) {
    if (const FunctionTemplateDecl *Template = Callee->getPrimaryTemplate())
      Callee = Template->getTemplatedDecl();
    if (I >= Callee->getNumParams())
      return true;
    QualType Type = Callee->getParamDecl(I)->getType();
    return !Type->isVoidPointerType() && !Type->isDependentType();
  }

  /// `a + i` with `a` of rank >= 2 looks like the simple memory model's count
  /// of elements.
  void warnIfRows(const Expr *E) {
    const auto *Sum = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
    const auto *Use =
        dyn_cast_or_null<DeclRefExpr>(Sum ? PointerRoots::base(Sum) : nullptr);
    if (!Use || !Sum->getType()->isPointerType() ||
        !Sum->getType()->getPointeeType()->isArrayType())
      return;
    auto Id = C.SharedVariables.find(
        cast<VarDecl>(Use->getDecl())->getCanonicalDecl());
    if (Id != C.SharedVariables.end() &&
        C.Result.Host.variable(Id->second).D ==
            SharedVariable::Dialect::SimpleModel)
      C.Result.Warnings.push_back({DiagKind::PointerCountsRows,
                                   C.place(E->getBeginLoc()),
                                   {Use->getDecl()->getNameAsString()}});
  }

  LaunchModel describe(const CUDAKernelCallExpr *E, SourceRange Range,
                       KernelId Kernel) {
    LaunchModel L;
    L.Kernel = Kernel;
    L.Source = C.toUser(Range);
    L.Function = Function;
    if (const FunctionDecl *Callee = E->getDirectCallee())
      if (std::optional<SourceRange> Name = calleeOf(C, E, *Callee))
        L.Callee = C.toUser(*Name);
    L.Overloaded = isOverloaded(E);
    const llvm::ArrayRef<const Expr *> Config = configurationOf(*E);
    addParts(Config, llvm::ArrayRef(E->getArgs(), E->getNumArgs()), L);
    const CallExpr &Marks = *E->getConfig();
    std::optional<SourceRange> Marked =
        C.exactRange({Marks.getBeginLoc(), Marks.getRParenLoc()});
    if (Marked && C.text(*Marked).starts_with("<<<") &&
        C.text(*Marked).ends_with(">>>"))
      L.Configuration =
          C.toUser(SourceRange{Marked->Begin + 3, Marked->End - 3});
    if (L.Configuration.size() == 0 || isHidden(C, Config))
      L.Callee = {};
    L.Statement = statementOf(C, E);
    describeLaunchLoops(C, E, Body, L);
    for (std::optional<LaunchLoop> *Loop : {&L.Loop, &L.Around})
      if (*Loop) { // members vary, as far as is known
        (*Loop)->Arguments.resize(L.Arguments.size(),
                                  {/*Varies=*/true, {}, {}});
        for (unsigned I = 0; I < L.Arguments.size(); ++I)
          if (!L.Arguments[I].Alias.empty())
            (*Loop)->Arguments[I] = {/*Varies=*/true, {}, {}};
        const KernelModel &K = C.Result.kernel(Kernel);
        for (unsigned I = 0; I < L.Arguments.size(); ++I)
          if (I < K.Parameters.size() && !K.Parameters[I].Derived.empty())
            (*Loop)->Arguments[I].Varies = llvm::any_of(
                K.Parameters[I].Derived, [&](const ParameterInfo::Part &P) {
                  return P.Parameter && (*Loop)->Arguments[*P.Parameter].Varies;
                });
      }
    return L;
  }

  void addParts(llvm::ArrayRef<const Expr *> Config,
                llvm::ArrayRef<const Expr *> Arguments, LaunchModel &L) const {
    LaunchArguments(C, Roots, *Constants, Body).describe(Config, Arguments, L);
  }

  FrontendContext &C;
  const PointerRoots &Roots;
  KernelPointers Pointers;
  std::optional<HostConstants> Constants;
  std::string Function;
  const Stmt *Body = nullptr;   ///< of the function
  std::set<unsigned> Completed; ///< launches of templates
  bool InInstance = false;      ///< it is one of a template
  bool OnDevice = false;        ///< the device runs it, or may
  std::vector<const DeclRefExpr *> Uses;
  std::set<const Expr *> AtCalls;  ///< names that a \ref LauncherCall has
  std::set<const Expr *> Callees;  ///< names that a launch has
  std::set<const Expr *> Unplaced; ///< names of which launches are not known
};

} // namespace

void buildLaunches(FrontendContext &C) {
  PointerRoots Roots(C);
  LaunchFinder Finder(C, Roots);
  for (Decl *D : C.mainFileDecls())
    Finder.TraverseDecl(D);
  Finder.reportEscapes();
  keepSharedCalls(C.Result.Launches);
  addLaunchesElsewhere(C);
  for (unsigned I = 0; I < C.Result.Kernels.size(); ++I) {
    KernelModel &K = C.Result.Kernels[I];
    bool Launched = llvm::any_of(C.Result.Launches, [&](const LaunchModel &L) {
      return L.Kernel.Index == I;
    });
    bool IsTemplate = llvm::any_of(K.Refusals, [](const Diagnostic &D) {
      return D.Kind == DiagKind::TemplateKernel; // launches of its instances
    });
    if (!Launched && !IsTemplate)
      K.Refusals.push_back({DiagKind::NoVisibleLaunch, K.NamePlace, {K.Name}});
  }
}

} // namespace tessera
