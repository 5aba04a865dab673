//===- KernelUses.cpp - Shared variables that device code names itself ----===//
//
// A kernel that names a shared array gets its device copy as one more parameter
// of the same name, which hides the host's array. That works where every use
// in the kernel means the same with a pointer.
//
//===----------------------------------------------------------------------===//
#include "FrontendContext.h"
#include "launch/KernelsElsewhere.h"
#include "tessera/Frontend/SplicedSource.h"
#include "variables/PointerRoots.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace tessera {

static SharedVarId idOf(const FrontendContext &C, const Expr *Use) {
  const ValueDecl *Named = declarationOf(Use);
  if (std::optional<SharedVarId> Held = C.held(Named))
    return *Held;
  return C.SharedVariables.find(cast<VarDecl>(Named)->getCanonicalDecl())
      ->second;
}

namespace {

/// Where a name means something else than in the kernel around it.
enum class Inside {
  Kernel,
  CopyingLambda, ///< parameters are copied: a reference is one variable less
  Elsewhere,     ///< a class, or a lambda that captures by name: not visible
};

/// The uses of shared variables in one device function, and its local names.
class UseFinder : public DynamicRecursiveASTVisitor {
public:
  UseFinder(FrontendContext &C, const FunctionDecl *Root) : C(C), Root(Root) {}

  bool TraverseDecl(Decl *D) override {
    const bool IsOwn = D == Root || !isa_and_nonnull<FunctionDecl>(D);
    Inside Saved = Where;
    if (!IsOwn)
      Where = Inside::Elsewhere;
    bool Result = DynamicRecursiveASTVisitor::TraverseDecl(D);
    Where = Saved;
    return Result;
  }
  bool TraverseLambdaExpr(LambdaExpr *E) override {
    const Inside Saved = Where;
    if (E->getCaptureDefault() == LCD_None)
      Where = Inside::Elsewhere;
    else if (E->getCaptureDefault() == LCD_ByCopy && Where == Inside::Kernel)
      Where = Inside::CopyingLambda;
    bool Result = DynamicRecursiveASTVisitor::TraverseLambdaExpr(E);
    Where = Saved;
    return Result;
  }

  bool VisitImplicitCastExpr(ImplicitCastExpr *E) override {
    if (E->getCastKind() == CK_ArrayToPointerDecay)
      Decayed.insert(E->getSubExpr()->IgnoreParens());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    if (const auto *V = dyn_cast<VarDecl>(E->getDecl()))
      if (C.SharedVariables.count(V->getCanonicalDecl()) || C.held(V))
        add(E);
    return true;
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    if (C.held(E->getMemberDecl()))
      add(E);
    return true;
  }
  bool VisitVarDecl(VarDecl *V) override {
    Locals.insert(V->getNameAsString());
    reach(destructorOf(V->getType()));
    return true;
  }
  bool VisitTypeDecl(TypeDecl *T) override {
    Locals.insert(T->getNameAsString());
    return true;
  }
  bool VisitBindingDecl(BindingDecl *B) override {
    Locals.insert(B->getNameAsString());
    return true;
  }

  // What is evaluated here and written elsewhere.
  bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr *E) override {
    return lookAt(E->getExpr());
  }
  bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr *E) override {
    return lookAt(E->getExpr());
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    return reach(E->getConstructor());
  }
  bool VisitCallExpr(CallExpr *E) override {
    return reach(E->getDirectCallee());
  }

  /// Why \p E does not mean the same when a parameter hides the variable.
  std::string obstacle(const DeclRefExpr *E) const {
    if (E->hasQualifier())
      return "a kernel uses it by its qualified name";
    if (Locals.count(E->getDecl()->getNameAsString()))
      return "a kernel that uses it has a variable of the same name";
    if (E->getType()->isArrayType() && !Decayed.count(E))
      return "a kernel uses the array as a whole";
    const Inside Place = Places.at(E);
    if (Place == Inside::Elsewhere)
      return "a class or a lambda of a kernel uses it by name";
    if (Place == Inside::CopyingLambda && !E->getType()->isArrayType())
      return "a lambda of a kernel would copy it";
    return "";
  }

  FrontendContext &C;
  std::vector<const Expr *> Uses;
  /// In code that the function runs and does not have: initialisers of members,
  /// default arguments, functions that are not made for the device.
  std::vector<const Expr *> Indirect;
  std::set<const Expr *> Decayed;
  std::set<std::string> Locals;

private:
  void add(const Expr *E) {
    if (IsIndirect) {
      Indirect.push_back(E);
      return;
    }
    Uses.push_back(E);
    Places.emplace(E, Where);
  }

  static const FunctionDecl *destructorOf(QualType Type) {
    const auto *Class =
        Type->isDependentType()
            ? nullptr
            : Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    return Class && Class->hasDefinition() ? Class->getDestructor() : nullptr;
  }

  bool lookAt(const Stmt *S) {
    if (!S || !Seen.insert(S).second)
      return true;
    const bool Saved = std::exchange(IsIndirect, true);
    TraverseStmt(const_cast<Stmt *>(S));
    IsIndirect = Saved;
    return true;
  }

  /// Looks at \p F unless it is looked at as code of the device by itself.
  bool reach(const FunctionDecl *F) {
    const FunctionDecl *Definition = nullptr;
    if (!F || !F->hasBody(Definition) || Definition->isDependentContext())
      return true;
    if (const auto *Made = dyn_cast<CXXConstructorDecl>(Definition))
      for (const CXXCtorInitializer *I : Made->inits())
        lookAt(I->getInit());
    const auto *Device = Definition->getAttr<CUDADeviceAttr>();
    if (!Device || Device->isImplicit())
      lookAt(Definition->getBody());
    return true;
  }

  const FunctionDecl *Root;
  Inside Where = Inside::Kernel;
  bool IsIndirect = false;
  std::map<const Expr *, Inside> Places;
  std::set<const Stmt *> Seen;
};

class KernelUses : public DynamicRecursiveASTVisitor {
public:
  explicit KernelUses(FrontendContext &C) : C(C) {
    ShouldVisitTemplateInstantiations = true;
    C.Result.Host.Kernels.resize(C.Result.Kernels.size());
  }

  bool VisitFunctionDecl(FunctionDecl *F) override {
    bool OnDevice = isKernel(F) || F->hasAttr<CUDADeviceAttr>();
    if (!OnDevice || !F->doesThisDeclarationHaveABody())
      return true;
    UseFinder Find(C, F);
    Find.TraverseDecl(F);
    for (const Expr *Use : Find.Indirect)
      obstruct(Use, "'" + F->getNameAsString() +
                        "' runs code of another place that uses it by name");
    auto Kernel = C.Kernels.find(F->getCanonicalDecl());
    if (Kernel != C.Kernels.end() && !F->isTemplateInstantiation())
      inKernel(F, Kernel->second, Find);
    else
      for (const Expr *Use : Find.Uses)
        obstruct(Use, "'" + F->getNameAsString() +
                          "', which runs on the device, uses it by name");
    return true;
  }

  /// A lambda of the host that a kernel runs.
  bool VisitLambdaExpr(LambdaExpr *E) override {
    const CXXMethodDecl *Call = E->getCallOperator();
    const auto *Device = Call ? Call->getAttr<CUDADeviceAttr>() : nullptr;
    if (!Device || Device->isImplicit())
      return true;
    UseFinder Find(C, nullptr);
    Find.TraverseStmt(E->getBody());
    for (const auto *Found : {&Find.Uses, &Find.Indirect})
      for (const Expr *Use : *Found)
        obstruct(Use, "a lambda that runs on the device uses it by name");
    return true;
  }

private:
  SharedVarId id(const Expr *Use) const { return idOf(C, Use); }

  void obstruct(const Expr *Use, std::string Why) {
    std::string &Obstacle = C.Result.Host.Variables[id(Use).Index].Obstacle;
    if (Obstacle.empty())
      Obstacle = std::move(Why);
  }

  void inKernel(const FunctionDecl *F, KernelId Id, const UseFinder &Find) {
    std::set<SharedVarId> Named;
    std::string &Fixed = C.Result.Host.Kernels[Id.Index].FixedParameters;
    Fixed = describeSignature(F, Id);
    for (const Expr *Use : Find.Uses) {
      if (C.Result.Host.variable(id(Use)).Pointer) {
        obstruct(Use, "a kernel uses the pointer itself");
        continue;
      }
      Named.insert(id(Use));
      if (std::string Why = Find.obstacle(cast<DeclRefExpr>(Use)); !Why.empty())
        obstruct(Use, std::move(Why));
      else if (!Fixed.empty())
        obstruct(Use, "a kernel that uses it by name " + Fixed);
    }
    const KernelModel &K = C.Result.Kernels[Id.Index];
    for (SharedVarId V : Named) {
      SharedAccess Sum = {V, !hasCompleteAccesses(K), !hasCompleteAccesses(K)};
      for (const AccessInfo &A : K.Accesses)
        if (K.array(A.Array).Variable == V) {
          Sum.Reads |= A.reads();
          Sum.Writes |= A.writes();
        }
      C.Result.Host.Kernels[Id.Index].ByName.push_back(Sum);
    }
  }

  /// Collects the parameter lists of the other declarations of \p F.
  ///
  /// \returns KernelUse::FixedParameters.
  std::string describeSignature(const FunctionDecl *F, KernelId Id) {
    KernelUse &Use = C.Result.Host.Kernels[Id.Index];
    if (F->getLocation().isMacroID())
      return "is made by a macro";
    if (C.Result.kernel(Id).Definition.size() == 0)
      return "begins or ends in another file";
    for (const ParmVarDecl *P : F->parameters())
      if (P->hasDefaultArg())
        return "has default arguments";
    if (F->isVariadic())
      return "is variadic";
    for (const FunctionDecl *Other : F->redecls()) {
      if (Other == F)
        continue;
      FunctionTypeLoc Type = Other->getFunctionTypeLoc();
      std::optional<unsigned> Open, Close;
      if (Type && !Type.getLParenLoc().isMacroID()) {
        Open = C.offset(Type.getLParenLoc());
        Close = C.offset(Type.getRParenLoc());
      }
      std::optional<unsigned> Here = C.offset(F->getLocation());
      if (!Open || !Close || !Here ||
          !areInOneFile(C.buffer(), {*Open}, {*Here}))
        return "is declared in another file";
      Use.DeclaredParameters.push_back(
          C.toUser(SourceRange{*Open + 1, *Close}));
    }
    return "";
  }

  FrontendContext &C;
};

/// Marks the variables that occur in text which only a device parse sees.
void checkArchConditionals(FrontendContext &C) {
  for (SourceRange Range : C.Facts.ArchConditionals)
    for (const std::string &Name :
         identifiers(C.text(Range).str() + "\n", C.AST.getLangOpts()))
      for (SharedVariable &V : C.Result.Host.Variables)
        if (V.Name == Name && V.Obstacle.empty())
          V.Obstacle = "code that depends on the architecture uses it";
}

} // namespace

void buildKernelUses(FrontendContext &C) {
  KernelUses Uses(C);
  for (Decl *D : C.mainFileDecls())
    Uses.TraverseDecl(D);
  addUsesElsewhere(C);
  checkArchConditionals(C);
  UseFinder Elsewhere(C, nullptr);
  for (Decl *D : programDecls(C.AST))
    if (!C.SM.isInMainFile(C.SM.getExpansionLoc(D->getLocation())) &&
        !C.SM.isInSystemHeader(C.SM.getExpansionLoc(D->getLocation())))
      Elsewhere.TraverseDecl(D);
  for (const Expr *Use : Elsewhere.Uses)
    C.Result.Host.Variables[idOf(C, Use).Index].Obstacle =
        "an included file uses it";
}

/// Where the first function of the file itself begins; its end if there is
/// none.
static unsigned firstFunction(const FrontendContext &C) {
  for (const Decl *D : C.mainFileDecls())
    if (const auto *F = dyn_cast<FunctionDecl>(D);
        F && F->isThisDeclarationADefinition())
      if (std::optional<SourceRange> Where = C.parsedRange(F->getSourceRange());
          Where && !placeInFile(C.buffer(), {Where->Begin}).Header)
        return C.toUser(*Where).Begin;
  return C.Result.Source.size();
}

void describePlaces(FrontendContext &C) {
  HostModel &H = C.Result.Host;
  H.Identifiers.insert(C.Facts.Macros.begin(), C.Facts.Macros.end());
  H.Headers = C.Facts.Headers;
  auto First = llvm::min_element(H.Variables, [](const auto &L, const auto &R) {
    return L.TopLevel.Offset < R.TopLevel.Offset;
  });
  unsigned Place = 0, Limit = 0;
  if (First != H.Variables.end()) {
    Limit = First->TopLevel.Offset;
    Place = First->Qualifier.empty() ? Limit : 0;
  } else if (auto Own = llvm::find_if(
                 C.Result.Kernels,
                 [&](const KernelModel &K) {
                   return !K.Elsewhere &&
                          !placeInFile(C.Result.Source, {K.Definition.Begin})
                               .Header;
                 });
             Own != C.Result.Kernels.end()) {
    Limit = Own->Definition.Begin;
  } else {
    Limit = firstFunction(C);
  }
  llvm::StringRef Source = C.Result.Source;
  for (unsigned Parsed : C.Facts.IncludeEnds) {
    unsigned End = C.toUser(Parsed).Offset;
    if (End < Limit)
      Place = std::min(Source.find('\n', End), Source.size() - 1) + 1;
  }
  H.AfterIncludes = {Place};
}

} // namespace tessera
