//===- KernelBuilder.cpp - Kernels as models ------------------------------===//
#include "kernel/KernelBuilder.h"
#include "Steps.h"
#include "effects/Changes.h"
#include "effects/ConstPromises.h"
#include "effects/StatementFacts.h"
#include "kernel/KernelDeclarations.h"
#include "kernel/accesses/BoundReads.h"
#include "kernel/accesses/ElementWords.h"
#include "kernel/accesses/UsedMemory.h"
#include "kernel/arithmetic/ProductSums.h"
#include "kernel/calls/DeviceOutput.h"
#include "kernel/parameters/ConstParameters.h"
#include "source/ArchDependence.h"
#include "source/OtherMacros.h"
#include "source/Semicolons.h"
#include "source/TypeText.h"
#include "tessera/Frontend/SplicedSource.h"
#include "tessera/Support/Marker.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace tessera {

std::string KernelText::freshSymbol(llvm::StringRef Name) {
  std::string Symbol = Name.str();
  bool LooksBuiltin = Name.size() == 2 &&
                      llvm::StringRef("tbBGO").contains(Name[0]) &&
                      llvm::StringRef("xyz").contains(Name[1]);
  if (LooksBuiltin)
    Symbol += "_";
  std::string Unique = Symbol;
  for (unsigned I = 2; !Symbols.insert(Unique).second; ++I)
    Unique = Symbol + "_" + std::to_string(I);
  return Unique;
}

bool KernelBuilder::isGuarded(const Polynomial &P) {
  std::vector<Polynomial> Known;
  for (const GuardUse &Use : Guards)
    addBounds(K.guard(Use.Guard).When, Use.Negated, Known);
  return llvm::any_of(Known, [&](const Polynomial &Each) {
    return Scope.isPlainlyNonNegative(P - Each);
  });
}

void KernelBuilder::need(Polynomial P) {
  if (!llvm::is_contained(K.MustNotBeNegative, P))
    K.MustNotBeNegative.push_back(std::move(P));
}

ScalarId KernelBuilder::scalar(const VarDecl *V) {
  auto [It, New] = Scalars.try_emplace(V, ScalarId{unsigned(K.Scalars.size())});
  if (!New)
    return It->second;
  ScalarInfo S;
  S.Name = V->getNameAsString();
  S.Type = typeText(textType(V), C.AST);
  S.NumberType = numberType(V->getType(), C.AST);
  if (const auto *P = dyn_cast<ParmVarDecl>(V)) {
    S.IsParameter = true;
    S.Parameter = P->getFunctionScopeIndex();
  }
  K.Scalars.push_back(std::move(S));
  return It->second;
}

/// Whether an array of \p Type can be declared in a kernel, whose elements get
/// their values later.
static bool canBecomeSeveral(QualType Type) {
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition())
    return !Type->isReferenceType();
  auto IsForKernels = [](const CXXConstructorDecl *Make) {
    return Make->isDefaultConstructor() && !Make->isDeleted() &&
           (Make->hasAttr<CUDADeviceAttr>() || Make->isConstexpr() ||
            !Make->isUserProvided());
  };
  return Class->hasTrivialCopyAssignment() &&
         (Class->hasTrivialDefaultConstructor() ||
          Class->needsImplicitDefaultConstructor() ||
          llvm::any_of(Class->ctors(), IsForKernels));
}

/// Whether \p V, at file scope, is a number or numbers that only the host has.
static bool isOfHost(const VarDecl *V, FrontendContext &C) {
  QualType Element = C.AST.getBaseElementType(V->getType());
  return V->isFileVarDecl() && C.offset(V->getLocation()) &&
         Element->isArithmeticType() && !Element.isConstQualified() &&
         !V->hasAttr<CUDADeviceAttr>() && !V->hasAttr<CUDAConstantAttr>() &&
         !V->hasAttr<HIPManagedAttr>();
}

ArrayInfo KernelBuilder::describeArray(const ValueDecl *D) const {
  ArrayInfo A;
  A.Name = D->getNameAsString();
  QualType Type = D->getType();
  A.Restrict = Type.isRestrictQualified();
  const auto *V = dyn_cast<VarDecl>(D);
  A.Reassigned = V && !Type->isArrayType() && Mutated.count(V);
  if (!V) {
    A.K = ArrayInfo::Kind::Parameter; // a member of one
  } else if (const auto *P = dyn_cast<ParmVarDecl>(V)) {
    A.K = ArrayInfo::Kind::Parameter;
    A.Parameter = P->getFunctionScopeIndex();
  } else if (V->hasAttr<CUDASharedAttr>()) {
    A.K = ArrayInfo::Kind::Shared;
    A.Where = C.place(V->getLocation());
  } else if (V->hasGlobalStorage()) {
    A.K = ArrayInfo::Kind::Global;
    // What a pointer there leads to is elsewhere.
    A.Constant = V->hasAttr<CUDAConstantAttr>() && !Type->isPointerType();
    auto It = C.SharedVariables.find(V->getCanonicalDecl());
    if (It != C.SharedVariables.end())
      A.Variable = It->second;
    A.OfHost = !A.Variable && isOfHost(V, C);
    A.Loaded = Type->isPointerType();
  } else {
    A.K = ArrayInfo::Kind::Local;
  }
  QualType Spelled = textType(D);
  if (Type->isPointerType()) {
    A.Extents.push_back(0);
    Type = Type->getPointeeType();
    Spelled = Spelled->isPointerType() ? Spelled->getPointeeType() : Type;
  }
  while (const ArrayType *Array = C.AST.getAsArrayType(Type)) {
    const auto *Constant = dyn_cast<ConstantArrayType>(Array);
    A.Extents.push_back(Constant ? Constant->getSize().getSExtValue() : 0);
    Type = Array->getElementType();
    const ArrayType *Rows = C.AST.getAsArrayType(Spelled);
    Spelled = Rows ? Rows->getElementType() : Type;
  }
  A.IsScalar = A.Extents.empty();
  if (A.IsScalar) // as an array of one element
    A.Extents.push_back(1);
  A.PointeeConst = Type.isConstQualified();
  A.Volatile = Type.isVolatileQualified();
  A.HasMembers = !Type->isArithmeticType();
  A.ElementType = typeText(Spelled.getUnqualifiedType(), C.AST);
  A.NumberType = numberType(Type, C.AST);
  if (!Type->isIncompleteType() && !Type->isDependentType())
    A.ElementBytes = C.AST.getTypeSizeInChars(Type).getQuantity();
  if (std::optional<ElementWord> Word = wordOf(Type, C.AST)) {
    A.WordType = Word->Type;
    A.WordBytes = Word->Bytes;
  }
  return A;
}

ArrayId KernelBuilder::array(const VarDecl *V) {
  auto [It, New] = Arrays.try_emplace(V, ArrayId{unsigned(K.Arrays.size())});
  if (New)
    K.Arrays.push_back(describeArray(V));
  if (New && V->isFileVarDecl())
    noteSizes(V);
  return It->second;
}

/// Whether a function that gets a \p Type may hand it on as it is.
static bool isHandedOn(QualType Type) {
  const CXXRecordDecl *Class = Type.getCanonicalType()->getAsCXXRecordDecl();
  return !Class ||
         (Class->hasTrivialDestructor() &&
          llvm::all_of(Class->ctors(), [](const CXXConstructorDecl *Make) {
            return !Make->isCopyOrMoveConstructor() ||
                   (Make->isTrivial() && !Make->isDeleted() &&
                    !Make->isExplicit());
          }));
}

void KernelBuilder::declareParameters() {
  for (const ParmVarDecl *P : F->parameters()) {
    ParameterInfo Info;
    Info.Name = P->getNameAsString();
    K.CanHandOn &= isHandedOn(P->getType());
    Info.Type = typeText(textType(P), C.AST);
    Info.IsConst = P->getType().isConstQualified();
    Info.IsPointer = P->getType()->isPointerType();
    Info.IsInteger = P->getType()->isIntegralOrEnumerationType();
    Info.IsUnsigned = P->getType()->isUnsignedIntegerType();
    if (std::optional<SourceRange> Range = C.parsedRange(P->getSourceRange()))
      Info.Source = C.toUser(*Range);
    if (P->getType()->isPointerType()) {
      Info.MayPointToConst = F->hasBody() && mayPointToConst(C, F, P);
      array(P);
    } else if (P->getType()->isIntegralOrEnumerationType() &&
               !Mutated.count(P)) {
      Info.Symbol = freshSymbol(P->getName());
      Scope.declare(Info.Symbol, !Info.IsUnsigned, /*IsParameter=*/true,
                    C.AST.getIntWidth(P->getType()));
      Scope.bind(P, Polynomial::symbol(Info.Symbol));
    }
    K.Parameters.push_back(std::move(Info));
  }
}

/// Whether \p Name means something else somewhere in \p K.
static bool isDeclaredInside(const KernelModel &K, llvm::StringRef Name) {
  auto IsIt = [&](const auto &Declared) { return Declared.Name == Name; };
  return llvm::any_of(K.Parameters, IsIt) || llvm::any_of(K.Scalars, IsIt) ||
         llvm::any_of(K.Loops, IsIt) ||
         llvm::any_of(K.Arrays, [&](const ArrayInfo &A) {
           return A.K != ArrayInfo::Kind::Global && IsIt(A);
         });
}

/// The first declaration of \p F that is no class's of its friends.
static const FunctionDecl *firstDeclaration(const FunctionDecl *F) {
  const FunctionDecl *First = F;
  for (const FunctionDecl *Each : F->redecls())
    if (Each->getFriendObjectKind() == Decl::FOK_None &&
        F->getASTContext().getSourceManager().isBeforeInTranslationUnit(
            Each->getLocation(), First->getLocation()))
      First = Each;
  return First;
}

/// Refuses the kernel if \p Body, which was looked at, uses memory that no
/// access tells of, and nothing was said of it.
void KernelBuilder::requireTaken(const Stmt *Body) {
  if (!K.Refusals.empty())
    return;
  for (const DeclRefExpr *E : usesOfMemory(Body, [&](const VarDecl *V) {
         return Aliases.count(V) || References.count(V) || namesMemory(V);
       }))
    if (!Taken.count(E))
      unsupported(E->getBeginLoc(), "it uses '" +
                                        E->getDecl()->getNameAsString() +
                                        "' in a way that is not understood");
}

KernelModel KernelBuilder::build() {
  K.Name = F->getNameAsString();
  K.LinkName = linkName(*F);
  K.MayPrint = mayPrint(F, C.SM);
  const Stmt *Body = F->getBody();
  std::optional<SourceRange> Range = C.parsedRange(Body->getSourceRange());
  const FunctionDecl *Pattern = patternOf(F);
  const FunctionTemplateDecl *Template =
      Pattern->getDescribedFunctionTemplate();
  std::optional<SourceRange> Whole = C.parsedRange(
      Template ? Template->getSourceRange() : F->getSourceRange());
  std::optional<unsigned> Name = C.offset(F->getLocation());
  assert(Name && "kernels are built from the main file");
  K.NamePlace = C.toUser(*Name);
  if (!Range || !Whole) {
    unsupported(F->getLocation(), "it begins or ends in another file");
    declareParameters();
    return std::move(K);
  }
  if (const auto *Bounds = F->getAttr<CUDALaunchBoundsAttr>()) {
    K.HasLaunchBounds = true;
    const Expr *Most = Bounds->getMaxThreads();
    Expr::EvalResult Known;
    if (Most && !Most->isValueDependent() && Most->EvaluateAsInt(Known, C.AST))
      K.MostThreads = Known.Val.getInt().getExtValue();
  }
  K.Definition = C.toUser(*Whole);
  K.NameRange =
      C.toUser(SourceRange{*Name, *Name + unsigned(F->getName().size())});
  const auto *Linkage =
      dyn_cast<LinkageSpecDecl>(Template ? Template->getLexicalDeclContext()
                                         : F->getLexicalDeclContext());
  K.IsInManyFiles = (Template || F->isInlined()) && F->isExternallyVisible() &&
                    (!Linkage || Linkage->hasBraces());
  const std::string Undeclarable = locateDeclarations(C, F, K);
  const FunctionDecl *First = firstDeclaration(Pattern);
  K.DeclaredEarlier = First != Pattern;
  for (const FunctionDecl *Each : {First, Pattern})
    K.AtFileScope &= Each->getLexicalDeclContext()->isTranslationUnit();
  noteGridSymbols(F, K);
  std::optional<unsigned> At = C.offset(First->getEndLoc());
  // Other files may read a declaration in a header, and call the kernel.
  if (At && K.DeclaredEarlier &&
      areInOneFile(C.buffer(), {*At}, {Whole->Begin}))
    if (unsigned Behind = behindDeclaration(C, *At); Behind <= Whole->Begin)
      K.DeclaredAt = C.toUser(Behind);
  K.MayStartElsewhere = !C.Others && !K.LinkName.empty() && K.DeclaredEarlier &&
                        K.DeclaredAt.Offset == 0;
  FunctionTypeLoc Type = F->getFunctionTypeLoc();
  if (Type) {
    std::optional<unsigned> Open = C.offset(Type.getLParenLoc());
    std::optional<unsigned> Close = C.offset(Type.getRParenLoc());
    if (Open && Close)
      K.ParameterList = C.toUser(SourceRange{*Open + 1, *Close});
  }

  K.KeepsConst = !dependsOnArch(C, F) && keepsConst(C.AST, F);
  if (std::string Why = describeInstance(F, C.AST, *this); !Why.empty()) {
    refuse(DiagKind::TemplateKernel, F->getLocation(), {Why});
    return std::move(K);
  }
  if (F->getLocation().isMacroID() || Body->getBeginLoc().isMacroID() ||
      Body->getEndLoc().isMacroID()) {
    refuse(DiagKind::MacroSpansStatements, F->getLocation());
    declareParameters();
    return std::move(K);
  }
  if (!isa<CompoundStmt>(Body)) {
    unsupported(F->getLocation(), "its body is a try block");
    return std::move(K);
  }
  if (std::string Macro = findHidingMacro(C, /*OnHost=*/false); !Macro.empty())
    unsupported(F->getLocation(), "inserted code would use '" + Macro +
                                      "', which is a macro of the program");
  if (!Undeclarable.empty())
    unsupported(F->getLocation(), Undeclarable);
  const size_t Marked = markerPlace(C.buffer(), Whole->Begin);
  if (isMarked(C.buffer().take_front(Marked), C.text(*Range)))
    refuse(DiagKind::AlreadyRewritten, F->getLocation());
  if (dependsOnArch(C, F))
    refuse(DiagKind::ArchConditional, F->getLocation());
  auto Directive = C.Facts.ConditionalDirectives.lower_bound(Range->Begin);
  if (K.Refusals.empty() && Directive != C.Facts.ConditionalDirectives.end() &&
      *Directive < Range->End)
    unsupported(F->getLocation(), "its body has preprocessor conditionals");
  // A version tests first what macros of its body may say.
  auto Macro = C.Facts.MacroDirectives.lower_bound(Range->Begin);
  if (K.Refusals.empty() && Macro != C.Facts.MacroDirectives.end() &&
      *Macro < Range->End)
    unsupported(F->getLocation(), "its body defines or undefines macros");

  if (const Expr *Sum = findProductSum(Body))
    K.ProductSum = C.place(Sum->getBeginLoc());
  K.NoticedCall = noticedCall(C.SM, Body);
  Mutated = changedIn(Body);
  BoundReads = findBoundReads(C.SM, Body);
  Counters = findCounters(Body, C.AST);
  K.Identifiers = C.Result.Host.Identifiers;
  declareParameters();
  writeTypes(F, [&](const VarDecl *V) { return scalar(V).Index; });
  unsigned Cursor = Range->Begin;
  K.Body = statement(Body, Cursor);
  requireTaken(Body);

  for (const Expansion &E : HiddenTypes)
    if (E.Hidden)
      hide(E.P);
  // No other text than the user's takes away what is `const`.
  for (AccessInfo &A : K.Accesses)
    if (A.writes() && K.array(A.Array).PointeeConst)
      A.Replaceable = false;
  for (auto &[V, Id] : Scalars) {
    K.Scalars[Id.Index].Value = Scope.value(V);
    const bool IsOne = !canBecomeSeveral(V->getType());
    K.Scalars[Id.Index].Reassigned = Mutated.count(V) || IsOne;
    K.Scalars[Id.Index].Hidden |= IsOne;
  }
  for (auto &[Value, Name] : K.SizeNames)
    if (isDeclaredInside(K, Name))
      Name.clear();
  return std::move(K);
}

/// Where the declaration says what, if it is at file scope and no macro hides
/// it.
static void locateDeclaration(const FunctionDecl *F, FrontendContext &C,
                              KernelModel &K) {
  K.AtFileScope = F->getLexicalDeclContext()->isTranslationUnit();
  FunctionTypeLoc Type = F->getFunctionTypeLoc();
  std::optional<SourceRange> Whole = C.parsedRange(F->getSourceRange());
  std::optional<unsigned> Name = C.offset(F->getLocation());
  if (!Type || !Whole || !Name || F->getLocation().isMacroID() ||
      Type.getLParenLoc().isMacroID())
    return;
  std::optional<unsigned> Open = C.offset(Type.getLParenLoc());
  std::optional<unsigned> Close = C.offset(Type.getRParenLoc());
  if (!Open || !Close)
    return;
  K.Definition = C.toUser(*Whole);
  K.NameRange =
      C.toUser(SourceRange{*Name, *Name + unsigned(F->getName().size())});
  K.ParameterList = C.toUser(SourceRange{*Open + 1, *Close});
  if (!placeInFile(C.buffer(), {*Name}).Header)
    K.DeclaredAt = C.toUser(behindDeclaration(C, *Close + 1));
}

KernelModel KernelBuilder::buildDeclaration(KernelEffects Effects) {
  K.Name = F->getNameAsString();
  K.LinkName = linkName(*F);
  K.NamePlace = C.place(F->getLocation());
  declareParameters();
  locateDeclaration(F, C, K);
  Effects.Parameters.resize(K.Parameters.size());
  K.MayPrint = Effects.MayPrint;
  K.Elsewhere = std::move(Effects);
  refuse(DiagKind::InHeader, F->getLocation(), {"another file", ""});
  return std::move(K);
}

void buildKernels(FrontendContext &C) {
  struct Finder : DynamicRecursiveASTVisitor {
    FrontendContext &C;
    explicit Finder(FrontendContext &C) : C(C) {}
    bool VisitFunctionDecl(FunctionDecl *F) override {
      if (!(isKernel(F) || C.AsKernels->count(F->getNameAsString())) ||
          !F->isThisDeclarationADefinition() || !C.offset(F->getLocation()) ||
          F->isTemplateInstantiation())
        return true;
      const size_t Before = C.Result.Kernels.size();
      if (const FunctionTemplateDecl *T = F->getDescribedFunctionTemplate())
        for (const FunctionDecl *Instance : T->specializations())
          if (Instance->isTemplateInstantiation() && Instance->hasBody())
            build(Instance);
      if (C.Result.Kernels.size() == Before)
        build(F);
      return true;
    }
    void build(const FunctionDecl *F) {
      C.Kernels[F->getCanonicalDecl()] = {unsigned(C.Result.Kernels.size())};
      C.Result.Kernels.push_back(KernelBuilder(C, F).build());
    }
  };
  noteNamedKernels(C);
  Finder Find(C);
  for (Decl *D : C.mainFileDecls())
    Find.TraverseDecl(D);
}

} // namespace tessera
