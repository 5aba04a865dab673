//===- OwnMemory.cpp - Memory that the program copies itself --------------===//
#include "Steps.h"
#include "effects/Changes.h"
#include "variables/AllocationFinder.h"
#include "variables/Containers.h"
#include "variables/MemberPointers.h"
#include "variables/OwnCopies.h"
#include "variables/PointerRoots.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace tessera {
namespace {

/// Finds pointers that receive memory of their own, and the variables that
/// copies name.
class OwnMemoryFinder : public AllocationFinder<OwnMemoryFinder, OwnMemory> {
public:
  explicit OwnMemoryFinder(ASTContext &AST) : AST(AST) {}

  bool VisitCallExpr(CallExpr *E) override {
    if (std::optional<OwnMemory> New = allocatedThrough(E))
      if (const ValueDecl *V = addressedPointer(E->getArg(0)))
        add(V, *New);
    const FunctionDecl *Callee = E->getDirectCallee();
    if (!Callee || !Callee->getIdentifier() ||
        Callee->getName() != "cudaMemcpy" || E->getNumArgs() != 4)
      return true;
    std::optional<llvm::APSInt> Direction =
        E->getArg(3)->getIntegerConstantExpr(AST);
    for (unsigned I : {0, 1}) {
      const auto *V = dyn_cast_or_null<VarDecl>(wholeVariable(E->getArg(I)));
      const auto *P = dyn_cast_or_null<ParmVarDecl>(V);
      if (P && P->getType()->isPointerType() && Direction) {
        bool OnDevice = *Direction == 3 || *Direction == (I == 0 ? 1 : 2);
        Parameters[P].insert(OnDevice);
      } else if (V && !V->getType()->isPointerType() &&
                 !llvm::is_contained(Variables, V)) {
        Variables.push_back(V);
      }
    }
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) override {
    if (E->getOpcode() == BO_Assign)
      if (const ValueDecl *V = namedPointer(E->getLHS()))
        if (std::optional<OwnMemory> New = allocatedBy(E->getRHS()))
          add(V, *New);
    return true;
  }
  bool VisitVarDecl(VarDecl *V) override {
    if (V->getType()->isPointerType() && V->getInit())
      if (std::optional<OwnMemory> New = allocatedBy(V->getInit()))
        add(V, *New);
    return true;
  }

  std::vector<const VarDecl *> Variables;
  /// On which sides copies take their memory to be.
  std::map<const ParmVarDecl *, std::set<bool>> Parameters;

private:
  ASTContext &AST;
};

class OwnMemoryCollector {
public:
  explicit OwnMemoryCollector(FrontendContext &C) : C(C) {}

  void addPointer(const ValueDecl *V,
                  const std::vector<OwnMemoryFinder::Allocation> &Allocations) {
    if (!isCandidate(V))
      return;
    SharedVariable S = describe(V);
    S.Pointer.emplace();
    if (const auto *Field = dyn_cast<FieldDecl>(V)) {
      S.Pointer->IsMember = true;
      if (S.Obstacle.empty())
        S.Obstacle = memberObstacle(C, Field);
    }
    bool OnDevice = Allocations.front().What.OnDevice;
    S.D = OnDevice ? SharedVariable::Dialect::DeviceOnly
                   : SharedVariable::Dialect::HostOnly;
    S.Extents = {0};
    S.Pointer->Size =
        sizeOf(C, Allocations.front().Function, Allocations.front().What);
    for (const OwnMemoryFinder::Allocation &A : Allocations) {
      std::optional<HostValue> Size = sizeOf(C, A.Function, A.What);
      if (!Size || !S.Pointer->Size ||
          !(Size->Numerator == S.Pointer->Size->Numerator))
        S.Pointer->Size.reset();
      if (A.What.OnDevice != OnDevice)
        S.Obstacle = "it has memory of the host and of the device";
    }
    C.Pointers[V] = {unsigned(C.Result.Host.Variables.size())};
    C.Result.Host.Variables.push_back(std::move(S));
  }

  /// A parameter stands for memory that callers have.
  void addParameter(const ParmVarDecl *V, const std::set<bool> &Sides) {
    const auto *F = dyn_cast<FunctionDecl>(V->getDeclContext());
    if (!F || !F->doesThisDeclarationHaveABody() || Sides.size() > 1 ||
        !C.offset(V->getLocation()) || V->getName().empty() ||
        F->isDependentContext())
      return;
    std::set<const VarDecl *> Mutated;
    Mutated = changedIn(F->getBody());
    if (Mutated.count(V))
      return;
    SharedVariable S = describe(V);
    S.D = *Sides.begin() ? SharedVariable::Dialect::DeviceOnly
                         : SharedVariable::Dialect::HostOnly;
    S.External = false;
    S.Outlives = true;
    S.Qualifier.clear();
    S.Extents = {0};
    S.Pointer.emplace();
    S.Pointer->IsParameter = true;
    C.Pointers[V] = {unsigned(C.Result.Host.Variables.size())};
    C.Result.Host.Variables.push_back(std::move(S));
  }

  void addVariable(const VarDecl *V) {
    if (!isCandidate(V) || V->getType()->isReferenceType() ||
        V->getType()->isVariableArrayType())
      return;
    SharedVariable S = describe(V);
    S.D = SharedVariable::Dialect::HostOnly;
    if (!isVector(V->getType()))
      S.ElementBytes = C.AST.getTypeSizeInChars(V->getType()).getQuantity();
    // Another one in each round would be other memory.
    const auto *F = dyn_cast<FunctionDecl>(V->getDeclContext());
    if (V->isLocalVarDecl() && !(F && isDeclaredBy(F->getBody(), V)))
      S.Obstacle = "it is declared inside a statement";
    C.SharedVariables[V->getCanonicalDecl()] = {
        unsigned(C.Result.Host.Variables.size())};
    C.Result.Host.Variables.push_back(std::move(S));
  }

private:
  bool isCandidate(const ValueDecl *V) const {
    return C.offset(V->getLocation()) && !isa<ParmVarDecl>(V) &&
           !V->getDeclContext()->isDependentContext() &&
           !V->hasAttr<CUDADeviceAttr>() && !V->hasAttr<CUDASharedAttr>() &&
           !V->hasAttr<CUDAConstantAttr>();
  }

  SharedVariable describe(const ValueDecl *D) const {
    SharedVariable S;
    S.Name = D->getNameAsString();
    unsigned Name = *C.offset(D->getLocation());
    S.NameRange =
        C.toUser(SourceRange{Name, Name + unsigned(D->getName().size())});
    S.Initialized = true;
    S.Const = C.AST.getBaseElementType(D->getType()).isConstQualified();
    QualType Type = D->getType();
    if (Type.isVolatileQualified() ||
        (Type->isPointerType() &&
         Type->getPointeeType().isVolatileQualified()) ||
        C.AST.getBaseElementType(Type).isVolatileQualified())
      S.Obstacle = "it is volatile";
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V)
      return S; // a member
    S.External = V->isExternallyVisible();
    S.Outlives = V->hasGlobalStorage();
    const DeclContext *Scope = V->getDeclContext()->getRedeclContext();
    if (const auto *Named = dyn_cast<NamedDecl>(Scope);
        Named && S.Outlives) // a namespace, class or function
      S.Qualifier = Named->getNameAsString() + "::";
    if ((V->isStaticLocal() && V->getType()->isPointerType()) ||
        V->getTSCSpec() != TSCS_unspecified)
      S.Obstacle = "it is a static pointer or a thread-local variable";
    else if (V->hasExternalStorage() || V->getMostRecentDecl() != V)
      S.Obstacle = "it is declared more than once";
    return S;
  }

  static bool isDeclaredBy(const Stmt *Body, const VarDecl *V) {
    const auto *Block = dyn_cast_or_null<CompoundStmt>(Body);
    return Block && llvm::any_of(Block->body(), [&](const Stmt *S) {
             const auto *Declares = dyn_cast<DeclStmt>(S);
             return Declares && llvm::is_contained(Declares->decls(), V);
           });
  }

  FrontendContext &C;
};

} // namespace

void collectOwnMemory(FrontendContext &C) {
  OwnMemoryFinder Find(C.AST);
  for (Decl *D : C.mainFileDecls())
    Find.TraverseDecl(D);
  OwnMemoryCollector Into(C);
  for (const ValueDecl *V : Find.Order)
    Into.addPointer(V, Find.Allocations.at(V));
  for (auto &[V, Sides] : Find.Parameters)
    Into.addParameter(V, Sides);
  for (const VarDecl *V : Find.Variables)
    Into.addVariable(V);
}

} // namespace tessera
