//===- ManagedPointers.cpp - Pointers that cudaMallocManaged sets ---------===//
//
// Finds the variables, what exchanges them, and whether the size of their
// memory can be said anywhere by the expression it was allocated with. What
// host code does with the pointers is for HostEffects to see.
//
//===----------------------------------------------------------------------===//
#include "Steps.h"
#include "effects/Changes.h"
#include "source/OtherMacros.h"
#include "source/Semicolons.h"
#include "source/TypePlaces.h"
#include "source/TypeText.h"
#include "values/HostConstants.h"
#include "variables/AllocationFinder.h"
#include "variables/MemberPointers.h"
#include "variables/PointerRoots.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace tessera {
namespace {

/// What the file says about pointers before any flow of control.
class ManagedFinder : public AllocationFinder<ManagedFinder, const Expr *> {
public:
  bool VisitCallExpr(CallExpr *E) override {
    const FunctionDecl *Callee = E->getDirectCallee();
    if (!Callee || !Callee->getIdentifier())
      return true;
    if (Callee->getName() == "cudaMallocManaged" && E->getNumArgs() >= 2) {
      if (const ValueDecl *V = addressedPointer(E->getArg(0)))
        add(V, E->getArg(1));
    }
    return true;
  }

  bool VisitDeclStmt(DeclStmt *S) override {
    for (const Decl *D : S->decls())
      Declared[D] = S;
    return true;
  }

  bool VisitVarDecl(VarDecl *V) override {
    if (V->isLocalVarDeclOrParm())
      LocalNames.insert(V->getNameAsString());
    return true;
  }
  bool VisitFieldDecl(FieldDecl *Field) override {
    LocalNames.insert(Field->getNameAsString());
    return true;
  }

  std::map<const Decl *, const DeclStmt *> Declared;
  std::multiset<std::string> LocalNames;
};

class ManagedCollector {
public:
  ManagedCollector(FrontendContext &C, const ManagedFinder &Found)
      : C(C), Found(Found) {}

  void collect() {
    for (const ValueDecl *V : Found.Order)
      if (isCandidate(V))
        add(V);
  }

private:
  bool isCandidate(const ValueDecl *D) const {
    if (isa<FieldDecl>(D))
      return C.offset(D->getLocation()) &&
             !D->getDeclContext()->isDependentContext();
    const auto *V = cast<VarDecl>(D);
    return C.offset(V->getLocation()) && !isa<ParmVarDecl>(V) &&
           !V->getDeclContext()->isDependentContext() &&
           !C.SharedVariables.count(V->getCanonicalDecl()) &&
           !V->hasAttr<CUDADeviceAttr>() && !V->hasAttr<CUDASharedAttr>() &&
           !V->hasAttr<CUDAConstantAttr>();
  }

  void add(const ValueDecl *V) {
    const auto *Variable = dyn_cast<VarDecl>(V);
    const auto *Field = dyn_cast<FieldDecl>(V);
    SharedVariable S;
    S.D = SharedVariable::Dialect::Managed;
    S.Name = V->getNameAsString();
    S.Pointer.emplace();
    S.Pointer->IsMember = Field;
    unsigned Name = *C.offset(V->getLocation());
    S.NameRange =
        C.toUser(SourceRange{Name, Name + unsigned(V->getName().size())});
    S.TopLevel = topLevel(V);
    S.Initialized = true;
    S.Obstacle = typeObstacle(V, S);
    if (S.Obstacle.empty())
      S.Obstacle =
          Field ? memberObstacle(C, Field) : placeObstacle(Variable, S);
    if (Field)
      placeBehind(Field, S);
    if (S.Obstacle.empty())
      if (std::string Macro =
              hiddenName(C, S.Qualifier + S.Name + " " + S.ElementType);
          !Macro.empty())
        S.Obstacle = "'" + Macro + "' is a macro of the program, too";
    if (S.Obstacle.empty())
      S.Pointer->Bytes = bytesAnywhere(V);
    if (!S.Pointer->Bytes.empty()) {
      const ManagedFinder::Allocation &A = Found.Allocations.at(V).front();
      S.Pointer->Size =
          HostConstants(C.AST, A.Function->getBody()).size(A.What);
      S.Pointer->NamesSize = namesVariables(A.What, V);
    }
    C.Pointers[V] = {unsigned(C.Result.Host.Variables.size())};
    C.Result.Host.Variables.push_back(std::move(S));
  }

  SourcePlace topLevel(const ValueDecl *V) const {
    const Decl *D = V;
    while (!isa<TranslationUnitDecl>(D->getLexicalDeclContext()))
      D = cast<Decl>(D->getLexicalDeclContext());
    if (const auto *F = dyn_cast<FunctionDecl>(D))
      if (const FunctionTemplateDecl *T = F->getDescribedFunctionTemplate())
        D = T;
    return C.place(D->getBeginLoc());
  }

  std::string typeObstacle(const ValueDecl *V, SharedVariable &S) const {
    QualType Type = V->getType()->getPointeeType();
    S.Extents = {0};
    S.ExtentTexts = {""};
    while (const auto *Array = C.AST.getAsArrayType(Type)) {
      const auto *Constant = dyn_cast<ConstantArrayType>(Array);
      if (!Constant)
        return "the size of its elements is not constant";
      S.Extents.push_back(Constant->getSize().getSExtValue());
      S.ExtentTexts.push_back(std::to_string(S.Extents.back()));
      Type = Array->getElementType();
    }
    if (V->getType().isVolatileQualified() || Type.isVolatileQualified())
      return "it is volatile";
    if (Type->isVoidType() || Type->isIncompleteType())
      return "the type of its elements is not known";
    if (!Type.isTriviallyCopyableType(C.AST))
      return "its type cannot be copied byte by byte";
    const TagDecl *Tag = Type->getAsTagDecl();
    if (Tag && !Tag->getIdentifier() && !Tag->getTypedefNameForAnonDecl())
      return "its type has no name";
    S.Const = Type.isConstQualified();
    if (S.Const)
      return "its elements are const";
    S.ElementType = typeText(Type.getUnqualifiedType(), C.AST);
    S.ElementBytes = C.AST.getTypeSizeInChars(Type).getQuantity();
    return "";
  }

  /// Finds where another declaration can follow that of \p Field. Values in
  /// braces are for the members in their order: then all others come first.
  void placeBehind(const FieldDecl *Field, SharedVariable &S) const {
    const RecordDecl *Record = Field->getParent();
    const FieldDecl *Last = Field;
    if (C.AST.getCanonicalTagType(Record)->isAggregateType())
      for (const FieldDecl *Each : Record->fields())
        Last = Each;
    unsigned Begin = C.offset(Field->getBeginLoc()).value_or(0);
    unsigned Name = C.offset(Last->getLocation()).value_or(Begin);
    S.Declaration = C.toUser(SourceRange{Begin, behindDeclaration(C, Name)});
  }

  /// Finds where another declaration can follow that of \p V.
  std::string placeObstacle(const VarDecl *V, SharedVariable &S) const {
    if (V->getLocation().isMacroID())
      return "a macro declares it";
    if (V->isStaticLocal() || V->getTSCSpec() != TSCS_unspecified)
      return "it is a static or thread-local variable of a function";
    if (V->isFileVarDecl()) {
      if (V->isStaticDataMember() || !V->isFirstDecl() ||
          V->getMostRecentDecl() != V || V->hasExternalStorage())
        return "it is declared more than once";
      S.Declaration = C.toUser(
          SourceRange{C.offset(V->getBeginLoc()).value_or(0),
                      behindDeclaration(C, *C.offset(V->getLocation()))});
      for (const DeclContext *D = V->getDeclContext(); D; D = D->getParent())
        if (const auto *N = dyn_cast<NamespaceDecl>(D);
            N && !N->isAnonymousNamespace() && !N->isInline())
          S.Qualifier = N->getNameAsString() + "::" + S.Qualifier;
      return "";
    }
    if (Found.LocalNames.count(S.Name) > 1 && isHidden(V))
      return "another variable of its function has its name";
    auto Statement = Found.Declared.find(V);
    const Stmt *Parent =
        Statement != Found.Declared.end() ? parent(Statement->second) : nullptr;
    std::optional<SourceRange> Range =
        Parent ? C.parsedRange(Statement->second->getSourceRange())
               : std::nullopt;
    if (!Range || !isa<CompoundStmt>(Parent) ||
        Statement->second->getBeginLoc().isMacroID())
      return "its declaration is not a statement of its own";
    for (const Stmt *S = Parent; S; S = parent(S))
      if (isa<SwitchStmt, CXXTryStmt, CXXCatchStmt, LabelStmt, LambdaExpr>(S))
        return "its declaration stands where control flow is not followed";
    S.Declaration = C.toUser(*Range);
    return "";
  }

  const Stmt *parent(const Stmt *S) const {
    DynTypedNodeList Parents = C.AST.getParents(*S);
    return Parents.empty() ? nullptr : Parents[0].get<Stmt>();
  }

  /// Whether a further variable of the function has the name of \p V.
  bool isHidden(const VarDecl *V) const {
    struct Watcher : DynamicRecursiveASTVisitor {
      const VarDecl *V;
      bool Found = false;
      explicit Watcher(const VarDecl *V) : V(V) {}
      bool VisitVarDecl(VarDecl *Other) override {
        Found |= Other != V && Other->getDeclName() == V->getDeclName();
        return true;
      }
    };
    Watcher Watch(V);
    const auto *F = dyn_cast<FunctionDecl>(V->getDeclContext());
    if (!F)
      return true;
    Watch.TraverseDecl(const_cast<FunctionDecl *>(F));
    return Watch.Found;
  }

  //===--------------------------------------------------------------------===//
  // Sizes
  //===--------------------------------------------------------------------===//

  /// The size of all allocations of \p V as text that means the same wherever
  /// \p V is visible and allocated; empty if there is none.
  std::string bytesAnywhere(const ValueDecl *V) const {
    std::string Text;
    for (const ManagedFinder::Allocation &A : Found.Allocations.at(V)) {
      if (!A.Function || !A.Function->hasBody())
        return "";
      const std::string This =
          textElsewhere(C, A.What, [&](const TypePlace &Place) {
            return isVisible(Place, V);
          });
      std::set<const VarDecl *> Mutated;
      Mutated = changedIn(A.Function->getBody());
      if (!meansTheSame(A.What, V, Mutated) ||
          This.find_first_of("\n\r") != std::string::npos ||
          This.find("/*") != std::string::npos || This.empty() ||
          (!Text.empty() && Text != This))
        return "";
      Text = This;
    }
    return Text;
  }

  bool meansTheSame(const Expr *E, const ValueDecl *V,
                    const std::set<const VarDecl *> &Mutated) const {
    if (const auto *Use = dyn_cast<DeclRefExpr>(E)) {
      if (isa<EnumConstantDecl>(Use->getDecl()))
        return true;
      const auto *Named = dyn_cast<VarDecl>(Use->getDecl());
      return Named && !Mutated.count(Named) && isVisible(Named, V);
    }
    if (const auto *Trait = dyn_cast<UnaryExprOrTypeTraitExpr>(E))
      return Trait->isArgumentType() ||
             meansTheSame(Trait->getArgumentExpr(), V, {});
    bool Known = isa<IntegerLiteral, ParenExpr, ImplicitCastExpr,
                     ExplicitCastExpr, BinaryOperator, ConstantExpr>(E) ||
                 (isa<UnaryOperator>(E) &&
                  !cast<UnaryOperator>(E)->isIncrementDecrementOp());
    if (const auto *Binary = dyn_cast<BinaryOperator>(E))
      Known &= !Binary->isAssignmentOp();
    if (E->getType()->isRecordType())
      Known = false;
    return Known && llvm::all_of(E->children(), [&](const Stmt *Child) {
             return meansTheSame(cast<Expr>(Child), V, Mutated);
           });
  }

  /// Whether all variables that \p E and the initial values of these are made
  /// of have their value wherever \p V is allocated.
  bool namesVariables(const Stmt *E, const ValueDecl *V) const {
    if (const auto *Use = dyn_cast<DeclRefExpr>(E))
      if (const auto *Named = dyn_cast<VarDecl>(Use->getDecl());
          Named && Named != V) {
        const Expr *Init = Named->getInit();
        if (!isVisible(Named, V) ||
            (Init && !isa<ParmVarDecl>(Named) && !namesVariables(Init, V)))
          return false;
      }
    return llvm::all_of(E->children(), [&](const Stmt *Child) {
      return !Child || namesVariables(Child, V);
    });
  }

  /// Whether \p Named has its value wherever \p V is allocated.
  bool isVisible(const VarDecl *Named, const ValueDecl *D) const {
    const auto *V = dyn_cast<VarDecl>(D);
    std::string Name = Named->getNameAsString();
    if (Named == D)
      return true; // in `sizeof(*a)`
    if (Named->isFileVarDecl())
      return Named->getType().isConstQualified() &&
             !Found.LocalNames.count(Name) &&
             Named->getDeclContext()->getRedeclContext() ==
                 C.AST.getTranslationUnitDecl();
    if (!V || V->isFileVarDecl() || Named->getType()->isReferenceType() ||
        Named->isStaticLocal() || isHidden(Named))
      return false;
    if (isa<ParmVarDecl>(Named))
      return true;
    auto Outer = Found.Declared.find(Named);
    if (Outer == Found.Declared.end())
      return false;
    return isInside(V, parent(Outer->second));
  }

  /// Whether \p V is declared in \p Scope, or in a block inside.
  bool isInside(const ValueDecl *V, const Stmt *Scope) const {
    auto At = Found.Declared.find(V);
    if (At == Found.Declared.end())
      return false;
    for (const Stmt *S = parent(At->second); S; S = parent(S))
      if (S == Scope)
        return true;
    return false;
  }

  bool isVisible(const TypePlace &Place, const ValueDecl *V) const {
    if (const Decl *Name = Place.Name) {
      const DeclContext *Of = Name->getDeclContext(),
                        *Own = V->getDeclContext();
      if (Of->isRecord())
        return Of == Own->getParent();
      auto At = Found.Declared.find(Name);
      return At != Found.Declared.end() && isInside(V, parent(At->second));
    }
    auto IsVisible = [&](const DeclRefExpr *Use) {
      return isVisible(cast<VarDecl>(Use->getDecl()), V);
    };
    return llvm::all_of(Place.Variables, IsVisible) &&
           llvm::all_of(Place.Inside, [&](const TypePlace &Inner) {
             return isVisible(Inner, V);
           });
  }

  FrontendContext &C;
  const ManagedFinder &Found;
};

} // namespace

void collectManagedPointers(FrontendContext &C) {
  ManagedFinder Find;
  for (Decl *D : C.mainFileDecls())
    Find.TraverseDecl(D);
  ManagedCollector(C, Find).collect();
}

} // namespace tessera
