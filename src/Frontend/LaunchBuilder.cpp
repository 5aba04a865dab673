//===- LaunchBuilder.cpp - Launches as models -----------------------------===//
#include "AllocatedBytes.h"
#include "FrontendContext.h"
#include "HostConstants.h"
#include "KernelPointers.h"
#include "KernelsElsewhere.h"
#include "LaunchCallee.h"
#include "LaunchLoops.h"
#include "LaunchPlaces.h"
#include "MemberValues.h"
#include "PointerRoots.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace tessera {
namespace {

class LaunchFinder : public RecursiveASTVisitor<LaunchFinder> {
public:
  LaunchFinder(FrontendContext &C, const PointerRoots &Roots)
      : C(C), Roots(Roots) {}
  bool shouldVisitTemplateInstantiations() const { return true; }

  bool TraverseFunctionDecl(FunctionDecl *F) {
    return inFunction(
        F, [&] { return RecursiveASTVisitor::TraverseFunctionDecl(F); });
  }
  bool TraverseCXXMethodDecl(CXXMethodDecl *F) {
    return inFunction(
        F, [&] { return RecursiveASTVisitor::TraverseCXXMethodDecl(F); });
  }

  bool TraverseCXXConstructorDecl(CXXConstructorDecl *F) {
    return inFunction(
        F, [&] { return RecursiveASTVisitor::TraverseCXXConstructorDecl(F); });
  }
  bool TraverseCXXDestructorDecl(CXXDestructorDecl *F) {
    return inFunction(
        F, [&] { return RecursiveASTVisitor::TraverseCXXDestructorDecl(F); });
  }
  bool TraverseCXXConversionDecl(CXXConversionDecl *F) {
    return inFunction(
        F, [&] { return RecursiveASTVisitor::TraverseCXXConversionDecl(F); });
  }

  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *E) {
    const FunctionDecl *Callee = E->getDirectCallee();
    std::optional<SourceRange> Range = rangeOf(C, E);
    if (!Range) // a macro's body has it
      Range = C.parsedRange(E->getSourceRange());
    if (!Range || !Constants)
      return true;
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
    Callees.insert(E->getCallee()->IgnoreParenImpCasts());
    C.Launches[E] = {unsigned(C.Result.Launches.size())};
    C.Result.Launches.push_back(describe(E, *Range, *Kernel));
    if (C.Others && C.Result.kernel(*Kernel).Elsewhere &&
        C.Result.Launches.back().Callee.size() == 0)
      C.Result.KernelsTaken.insert(linkName(*Callee)); // it starts no version
    fixInMacros(C.Result.Launches.back());
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) {
    const auto *F = dyn_cast<FunctionDecl>(E->getDecl());
    if (F && C.Kernels.count(F->getCanonicalDecl()))
      Uses.push_back(E);
    else if (F && isKernel(F) && C.Others)
      C.Result.KernelsTaken.insert(linkName(*F));
    return true;
  }

  /// A launch with arguments that depend on a template's, of one of several
  /// kernels.
  bool VisitUnresolvedLookupExpr(UnresolvedLookupExpr *E) {
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
      if (Callees.count(E))
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
    KernelPointers SavedPointers =
        std::exchange(Pointers, KernelPointers(Body));
    bool Result = Go();
    Pointers = std::move(SavedPointers);
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
    const Expr *Name = E->getCallee()->IgnoreParenImpCasts();
    std::optional<KernelId> Kernel = C.kernel(&Callee);
    if (!Kernel)
      return;
    const bool InPattern = llvm::any_of(C.Launches, [&](const auto &Seen) {
      const LaunchModel &L = C.Result.Launches[Seen.second.Index];
      return L.Kernel == *Kernel && L.Source == C.toUser(Range);
    });
    if (!InPattern && !addFixed(E, Range, *Kernel))
      return;
    Callees.insert(Name);
  }

  /// A launch by a kernel, or what it calls: no call of the host's library can
  /// stand there.
  void fromKernel(const CUDAKernelCallExpr *E, SourceRange Range,
                  const FunctionDecl &Callee) {
    std::optional<KernelId> Kernel = C.kernel(&Callee);
    if (Kernel && addFixed(E, Range, *Kernel))
      Callees.insert(E->getCallee()->IgnoreParenImpCasts());
  }

  /// A launch of what a pointer holds.
  void throughPointer(const CUDAKernelCallExpr *E, SourceRange Range) {
    const std::vector<const DeclRefExpr *> Names = Pointers.kernelsOf(E);
    std::set<const Decl *> Seen;
    for (const DeclRefExpr *Name : Names) {
      const auto *F = cast<FunctionDecl>(Name->getDecl());
      std::optional<KernelId> Kernel = C.kernel(F);
      if (!Kernel)
        continue;
      if (Seen.insert(F->getCanonicalDecl()).second) {
        if (!addFixed(E, Range, *Kernel))
          continue;
        C.Result.Launches.back().MayStartOther = true;
      }
      Callees.insert(Name);
    }
  }

  /// Adds a launch that stays as it is; whether it can be one.
  bool addFixed(const CUDAKernelCallExpr *E, SourceRange Range,
                KernelId Kernel) {
    if (C.Result.kernel(Kernel).Elsewhere)
      return false;
    LaunchModel L = describe(E, Range, Kernel);
    L.Fixed = true;
    L.Statement = L.Callee = L.Configuration = {};
    L.Loop = L.Around = std::nullopt;
    C.Result.Launches.push_back(std::move(L));
    return true;
  }

  /// A launch that a macro makes stays as it is, unless all of it is one
  /// argument that the macro uses once.
  void fixInMacros(LaunchModel &Last) {
    auto Fix = [](LaunchModel &L) {
      L.Fixed = true;
      L.Statement = L.Callee = L.Configuration = {};
    };
    if (Last.Configuration.size() == 0)
      Fix(Last);
    for (LaunchModel &L : C.Result.Launches)
      if (&L != &Last && L.Source == Last.Source) {
        Fix(L);
        Fix(Last);
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
    const llvm::ArrayRef<const Expr *> Config = configurationOf(*E);
    L.Grid = Constants->sizes(Config[0]);
    L.Block = Constants->sizes(Config[1]);
    L.GridValues = Constants->sizeValues(Config[0]);
    describeGrid(Config[0], L);
    L.BlockText = textOf(C, Config[1]);
    if (std::optional<SourceRange> Sizes = rangeOf(C, Config[1]))
      L.BlockSource = C.toUser(*Sizes);
    const Expr *Block = Config[1]->IgnoreImplicit();
    if (const auto *Make = dyn_cast<CXXConstructExpr>(Block);
        Make && Make->getNumArgs() >= 1 && !isa<CXXTemporaryObjectExpr>(Make))
      Block = Make->getArg(0)->IgnoreImplicit();
    L.BlockIsInteger = Block->getType()->isIntegerType();
    L.BlockIsRepeatable = !L.BlockText.empty() && isRepeatable(C, Config[1]);
    if (Config.size() > 2) {
      L.SharedBytesText = textOf(C, Config[2]);
      L.DynamicBytes =
          isa<CXXDefaultArgExpr>(Config[2]) ? 0 : Constants->integer(Config[2]);
      if (std::optional<SourceRange> Bytes = rangeOf(C, Config[2]))
        L.SharedBytes = C.toUser(*Bytes);
    }
    if (Config.size() > 3)
      L.StreamText = textOf(C, Config[3]);
    llvm::StringRef Text = C.text(Range);
    size_t Open = Text.find("<<<"), Close = Text.find(">>>");
    if (Open != llvm::StringRef::npos && Close != llvm::StringRef::npos)
      L.Configuration = C.toUser(SourceRange{Range.Begin + unsigned(Open) + 3,
                                             Range.Begin + unsigned(Close)});
    if (L.Configuration.size() == 0 || isHidden(C, Config))
      L.Callee = {};
    for (const Expr *Argument : E->arguments())
      L.Arguments.push_back(argument(Argument));
    L.Statement = statementOf(C, E);
    describeLaunchLoops(C, E, Body, L);
    for (std::optional<LaunchLoop> *Loop : {&L.Loop, &L.Around})
      for (unsigned I = 0; *Loop && I < L.Arguments.size(); ++I)
        if (!L.Arguments[I].Alias.empty())
          (*Loop)->Arguments[I] = {/*Varies=*/true, std::nullopt};
    addMembers(E, L);
    return L;
  }

  void describeGrid(const Expr *E, LaunchModel &L) {
    L.GridText = textOf(C, E);
    if (std::optional<SourceRange> Range = rangeOf(C, E))
      L.GridSource = C.toUser(*Range);
    L.GridRepeatable = !L.GridText.empty() && isRepeatable(C, E);
    // An integer becomes a dim3 by itself; `dim3(n)` has a longer text.
    if (const auto *Make = dyn_cast<CXXConstructExpr>(
            E->IgnoreUnlessSpelledInSource()->IgnoreParenImpCasts()))
      L.GridIsScalar = Make->getNumArgs() > 0 &&
                       Make->getArg(0)->getType()->isIntegerType() &&
                       textOf(C, Make->getArg(0)) == L.GridText;
    else
      L.GridIsScalar = E->IgnoreUnlessSpelledInSource()
                           ->IgnoreParenImpCasts()
                           ->getType()
                           ->isIntegerType();
  }

  /// Whether the parameter gets the value of the argument \p E, an integer.
  /// Sizes fit into 32 bits.
  bool keepsInteger(const Expr *E) const {
    QualType From = E->IgnoreParenImpCasts()->getType();
    unsigned Bits = C.AST.getIntWidth(E->getType());
    return From->isIntegerType() &&
           (Bits >= 32 || Bits >= C.AST.getIntWidth(From));
  }

  LaunchArgument argument(const Expr *E) {
    LaunchArgument A;
    A.Text = textOf(C, E);
    if (std::optional<SourceRange> Range = rangeOf(C, E))
      A.Source = C.toUser(*Range);
    A.IsPointer = E->getType()->isPointerType();
    if (A.IsPointer) {
      A.Root = Roots.root(E);
      A.RootName = rootName(E);
      A.AtRoot =
          A.RootName && PointerRoots::base(E) == E->IgnoreParenImpCasts();
      describeAlias(declarationOf(PointerRoots::base(E)), A);
      if (A.Root.K == PointerRoot::Kind::Allocation && A.AtRoot)
        A.Bytes = allocatedBytes(C.AST, Body, PointerRoots::base(E));
    } else if (E->getType()->isIntegerType()) {
      A.IsInteger = keepsInteger(E);
      A.Constant = Constants->integer(E);
      A.Value = Constants->value(E);
    }
    A.Repeatable = !A.Text.empty() && !E->HasSideEffects(C.AST);
    return A;
  }

  /// What the launch passes in the members that its kernel uses.
  void addMembers(const CUDAKernelCallExpr *E, LaunchModel &L) {
    const KernelModel &K = C.Result.Kernels[L.Kernel.Index];
    for (const ParameterInfo &P : K.Parameters) {
      if (!P.Object || *P.Object >= E->getNumArgs())
        continue;
      L.Arguments.push_back(member(E->getArg(*P.Object), P));
      for (std::optional<LaunchLoop> *Loop : {&L.Loop, &L.Around})
        if (*Loop)
          (*Loop)->Arguments.push_back({/*Varies=*/true, std::nullopt});
    }
  }

  LaunchArgument member(const Expr *Object, const ParameterInfo &P) {
    LaunchArgument A;
    Object = Object->IgnoreImplicit();
    if (const auto *Copy = dyn_cast<CXXConstructExpr>(Object);
        Copy && Copy->getNumArgs() == 1)
      Object = Copy->getArg(0)->IgnoreImplicit();
    const auto *Use = dyn_cast<DeclRefExpr>(Object);
    const auto *V = Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
    if (!V)
      return A;
    A.Text = textOf(C, Use) + "." + llvm::join(P.Members, ".");
    A.IsInteger = P.IsInteger;
    A.Repeatable = true;
    MemberValue Known = valueOfMember(V, P.Members, Body);
    if (P.IsPointer && Known.Allocated)
      A.Root = {PointerRoot::Kind::Allocation, A.Text, {}};
    else if (P.IsPointer && Known.Value)
      A.Root = Roots.lastingRoot(Known.Value);
    Expr::EvalResult Size;
    if (P.IsInteger && Known.Value && Known.Value->EvaluateAsInt(Size, C.AST) &&
        Size.Val.getInt().isRepresentableByInt64())
      A.Constant = Size.Val.getInt().getExtValue();
    return A;
  }

  /// What the argument \p A names, if that is not its root.
  void describeAlias(const ValueDecl *Named, LaunchArgument &A) {
    const Expr *Value = Roots.valueOf(Named);
    if (!Value)
      return;
    A.AtRoot = false;
    A.Alias = Named->getNameAsString();
    const ValueDecl *Root = declarationOf(Value->IgnoreParenCasts());
    const ValueDecl *Base = declarationOf(PointerRoots::base(Value));
    while (const Expr *Next = Roots.valueOf(Base)) {
      Root = Root ? declarationOf(Next->IgnoreParenCasts()) : nullptr;
      Base = declarationOf(PointerRoots::base(Next));
    }
    QualType Memory = Base->getType();
    QualType Element = Memory->isArrayType()
                           ? C.AST.getAsArrayType(Memory)->getElementType()
                           : Memory->getPointeeType();
    if (C.AST.hasSameUnqualifiedType(Named->getType()->getPointeeType(),
                                     Element))
      return;
    if (Root)
      A.AliasType = Named->getType().getAsString(C.AST.getPrintingPolicy());
    else
      A.RootName = std::nullopt;
  }

  /// Where the text of the argument \p E names its root.
  std::optional<SourceRange> rootName(const Expr *E) {
    const Expr *Use = PointerRoots::base(E);
    std::optional<SourceRange> Argument = C.exactRange(E->getSourceRange());
    std::optional<SourceRange> Name =
        Use ? C.exactRange(nameRange(Use)) : std::nullopt;
    if (!Name || !Argument || !Argument->contains(*Name))
      return std::nullopt;
    return SourceRange{Name->Begin - Argument->Begin,
                       Name->End - Argument->Begin};
  }

  FrontendContext &C;
  const PointerRoots &Roots;
  std::optional<HostConstants> Constants;
  std::string Function;
  const Stmt *Body = nullptr; ///< of the function
  bool InInstance = false;    ///< it is one of a template
  bool OnDevice = false;      ///< the device runs it, or may
  KernelPointers Pointers;    ///< its own
  std::vector<const DeclRefExpr *> Uses;
  std::set<const Expr *> Callees;
};

} // namespace

void buildLaunches(FrontendContext &C) {
  PointerRoots Roots(C);
  LaunchFinder Finder(C, Roots);
  for (Decl *D : C.mainFileDecls())
    Finder.TraverseDecl(D);
  Finder.reportEscapes();
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
