//===- OwnMemory.cpp - Memory that the program copies itself --------------===//
#include "OwnCopies.h"
#include "PointerRoots.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace tessera {
namespace {

/// Finds pointers that receive memory of their own, and the variables that
/// copies name.
class Finder : public RecursiveASTVisitor<Finder> {
public:
  struct Allocation {
    OwnMemory Memory;
    const FunctionDecl *Function = nullptr;
  };

  bool TraverseFunctionDecl(FunctionDecl *F) {
    return in(F, [&] { return RecursiveASTVisitor::TraverseFunctionDecl(F); });
  }
  bool TraverseCXXMethodDecl(CXXMethodDecl *F) {
    return in(F, [&] { return RecursiveASTVisitor::TraverseCXXMethodDecl(F); });
  }

  bool VisitCallExpr(CallExpr *E) {
    if (std::optional<OwnMemory> New = allocatedThrough(E))
      if (const ValueDecl *V = addressedPointer(E->getArg(0)))
        add(V, *New);
    const FunctionDecl *Callee = E->getDirectCallee();
    if (Callee && Callee->getIdentifier() &&
        Callee->getName() == "cudaMemcpy" && E->getNumArgs() == 4)
      for (unsigned I : {0, 1})
        if (const auto *V =
                dyn_cast_or_null<VarDecl>(wholeVariable(E->getArg(I)));
            V && !V->getType()->isPointerType() &&
            !llvm::is_contained(Variables, V))
          Variables.push_back(V);
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) {
    if (E->getOpcode() == BO_Assign)
      if (const ValueDecl *V = namedPointer(E->getLHS()))
        if (std::optional<OwnMemory> New = allocatedBy(E->getRHS()))
          add(V, *New);
    return true;
  }
  bool VisitVarDecl(VarDecl *V) {
    if (V->getType()->isPointerType() && V->getInit())
      if (std::optional<OwnMemory> New = allocatedBy(V->getInit()))
        add(V, *New);
    return true;
  }

  std::vector<const VarDecl *> Pointers;
  std::map<const VarDecl *, std::vector<Allocation>> Allocations;
  std::vector<const VarDecl *> Variables;

private:
  void add(const ValueDecl *D, const OwnMemory &M) {
    const auto *V = dyn_cast<VarDecl>(D->getCanonicalDecl());
    if (!V)
      return; // a member
    if (!Allocations.count(V))
      Pointers.push_back(V);
    Allocations[V].push_back({M, Function});
  }
  template <typename Traversal> bool in(const FunctionDecl *F, Traversal Go) {
    const FunctionDecl *Outer = std::exchange(Function, F);
    bool Result = Go();
    Function = Outer;
    return Result;
  }

  const FunctionDecl *Function = nullptr;
};

class Collector {
public:
  explicit Collector(FrontendContext &C) : C(C) {}

  void addPointer(const VarDecl *V,
                  const std::vector<Finder::Allocation> &Allocations) {
    if (!isCandidate(V))
      return;
    SharedVariable S = describe(V);
    bool OnDevice = Allocations.front().Memory.OnDevice;
    S.D = OnDevice ? SharedVariable::Dialect::DeviceOnly
                   : SharedVariable::Dialect::HostOnly;
    S.Extents = {0};
    S.Pointer.emplace();
    S.Pointer->Size =
        sizeOf(C, Allocations.front().Function, Allocations.front().Memory);
    for (const Finder::Allocation &A : Allocations) {
      std::optional<HostValue> Size = sizeOf(C, A.Function, A.Memory);
      if (!Size || !S.Pointer->Size ||
          !(Size->Numerator == S.Pointer->Size->Numerator))
        S.Pointer->Size.reset();
      if (A.Memory.OnDevice != OnDevice)
        S.Obstacle = "it has memory of the host and of the device";
    }
    C.Pointers[V] = {unsigned(C.Result.Host.Variables.size())};
    C.Result.Host.Variables.push_back(std::move(S));
  }

  void addVariable(const VarDecl *V) {
    if (!isCandidate(V) || V->getType()->isReferenceType() ||
        V->getType()->isVariableArrayType())
      return;
    SharedVariable S = describe(V);
    S.D = SharedVariable::Dialect::HostOnly;
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
  bool isCandidate(const VarDecl *V) const {
    return C.offset(V->getLocation()) && !isa<ParmVarDecl>(V) &&
           !V->getDeclContext()->isDependentContext() &&
           !V->hasAttr<CUDADeviceAttr>() && !V->hasAttr<CUDASharedAttr>() &&
           !V->hasAttr<CUDAConstantAttr>();
  }

  SharedVariable describe(const VarDecl *V) const {
    SharedVariable S;
    S.Name = V->getNameAsString();
    unsigned Name = *C.offset(V->getLocation());
    S.NameRange =
        C.toUser(SourceRange{Name, Name + unsigned(V->getName().size())});
    S.Initialized = true;
    S.External = V->isExternallyVisible();
    S.Outlives = V->hasGlobalStorage();
    S.Const = C.AST.getBaseElementType(V->getType()).isConstQualified();
    const DeclContext *Scope = V->getDeclContext()->getRedeclContext();
    if (const auto *Named = dyn_cast<NamedDecl>(Scope);
        Named && S.Outlives) // a namespace, class or function
      S.Qualifier = Named->getNameAsString() + "::";
    if ((V->isStaticLocal() && V->getType()->isPointerType()) ||
        V->getTSCSpec() != TSCS_unspecified)
      S.Obstacle = "it is a static pointer or a thread-local variable";
    else if (V->hasExternalStorage() || V->getMostRecentDecl() != V)
      S.Obstacle = "it is declared more than once";
    QualType Type = V->getType();
    if (Type.isVolatileQualified() ||
        (Type->isPointerType() &&
         Type->getPointeeType().isVolatileQualified()) ||
        C.AST.getBaseElementType(Type).isVolatileQualified())
      S.Obstacle = "it is volatile";
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
  Finder Find;
  for (Decl *D : C.mainFileDecls())
    Find.TraverseDecl(D);
  Collector Into(C);
  for (const VarDecl *V : Find.Pointers)
    Into.addPointer(V, Find.Allocations.at(V));
  for (const VarDecl *V : Find.Variables)
    Into.addVariable(V);
  collectExchanges(C);
}

} // namespace tessera
