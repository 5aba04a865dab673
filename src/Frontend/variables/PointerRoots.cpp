//===- PointerRoots.cpp - Which allocations pointers stand for ------------===//
#include "variables/PointerRoots.h"
#include "launch/LaunchCalls.h"
#include "tessera/Frontend/Allocations.h"
#include "variables/Containers.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace tessera {

const ValueDecl *declarationOf(const Expr *Name) {
  if (const auto *Member = dyn_cast_or_null<MemberExpr>(Name))
    return dyn_cast<FieldDecl>(Member->getMemberDecl());
  const auto *Use = dyn_cast_or_null<DeclRefExpr>(Name);
  return Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
}

bool isAssignment(const Expr *E) {
  const auto *Binary = dyn_cast<BinaryOperator>(E->IgnoreParens());
  return Binary && Binary->getOpcode() == BO_Assign;
}

clang::SourceRange nameRange(const Expr *Name) {
  const auto *Member = dyn_cast<MemberExpr>(Name);
  return Member ? clang::SourceRange(Member->getMemberLoc())
                : Name->getSourceRange();
}

const ValueDecl *namedPointer(const Expr *E) {
  const ValueDecl *V = declarationOf(E->IgnoreParenCasts());
  return V && V->getType()->isPointerType() ? V : nullptr;
}

const ValueDecl *addressedPointer(const Expr *E) {
  const auto *Address = dyn_cast<UnaryOperator>(E->IgnoreParenCasts());
  return Address && Address->getOpcode() == UO_AddrOf
             ? namedPointer(Address->getSubExpr())
             : nullptr;
}

const ValueDecl *wholeVariable(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const Expr *Container = containerAtStart(E))
    return declarationOf(Container);
  const auto *Address = dyn_cast<UnaryOperator>(E);
  if (!Address || Address->getOpcode() != UO_AddrOf)
    return declarationOf(E);
  E = Address->getSubExpr()->IgnoreParens();
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
    const auto *Zero =
        dyn_cast<IntegerLiteral>(Element->getIdx()->IgnoreParenCasts());
    return Zero && Zero->getValue() == 0
               ? declarationOf(Element->getBase()->IgnoreParenCasts())
               : nullptr;
  }
  // The address of a pointer is not that of its memory.
  const ValueDecl *V = declarationOf(E);
  return V && !V->getType()->isPointerType() ? V : nullptr;
}

/// The target and source of a statement that copies one pointer.
static std::pair<const ValueDecl *, const ValueDecl *> copiedBy(const Stmt *S) {
  if (const auto *Declares = dyn_cast<DeclStmt>(S);
      Declares && Declares->isSingleDecl())
    if (const auto *V = dyn_cast<VarDecl>(Declares->getSingleDecl());
        V && V->getInit() && V->getType()->isPointerType())
      return {V, namedPointer(V->getInit())};
  if (const auto *Assigns = dyn_cast<BinaryOperator>(S);
      Assigns && Assigns->getOpcode() == BO_Assign)
    return {namedPointer(Assigns->getLHS()), namedPointer(Assigns->getRHS())};
  return {nullptr, nullptr};
}

/// The rotation that begins with the first of \p Body, if there is one.
static std::optional<PointerRotation>
rotationFrom(llvm::ArrayRef<const Stmt *> Body) {
  auto [Saved, First] = copiedBy(Body.front());
  PointerRotation R;
  if (!Saved || !First)
    return std::nullopt;
  R.Pointers.push_back(First);
  for (const Stmt *S : Body.drop_front()) {
    auto [Target, Source] = copiedBy(S);
    if (Target != R.Pointers.back() || !Source ||
        llvm::is_contained(R.Pointers, Source))
      return std::nullopt;
    R.Assignments.push_back(S);
    if (Source == Saved)
      break;
    R.Pointers.push_back(Source);
  }
  R.Save = Body.front();
  bool Closed = R.Pointers.size() > 1 &&
                R.Assignments.size() == R.Pointers.size() &&
                !llvm::is_contained(R.Pointers, Saved);
  return Closed ? std::optional(std::move(R)) : std::nullopt;
}

std::vector<PointerRotation> findRotations(const CompoundStmt *S) {
  std::vector<PointerRotation> Found;
  std::vector<const Stmt *> Body(S->body_begin(), S->body_end());
  for (size_t I = 0; I + 2 < Body.size(); ++I)
    if (auto R = rotationFrom(llvm::ArrayRef(Body).drop_front(I)))
      Found.push_back(std::move(*R));
  return Found;
}

namespace {

bool isNull(const Expr *E, ASTContext &AST) {
  return E->isNullPointerConstant(AST, Expr::NPC_ValueDependentIsNull) !=
         Expr::NPCK_NotNull;
}

bool isAllocation(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (isa<CXXNewExpr>(E))
    return true;
  const auto *Call = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || !Callee->getIdentifier())
    return false;
  return llvm::StringSwitch<bool>(Callee->getName())
      .Cases({"malloc", "calloc", "aligned_alloc"}, true)
      .Default(false);
}

} // namespace

class PointerRoots::Watcher : public DynamicRecursiveASTVisitor {
public:
  explicit Watcher(PointerRoots &Into) : Into(Into), AST(Into.C.AST) {
    ShouldVisitTemplateInstantiations = true;
  }

  /// `t = a; a = b; b = t;` exchanges pointers.
  bool VisitCompoundStmt(CompoundStmt *S) override {
    for (const PointerRotation &R : findRotations(S)) {
      Exchanges.insert(R.Assignments.begin(), R.Assignments.end());
      Into.Exchanged.insert(R.Pointers.begin(), R.Pointers.end());
    }
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *E) override {
    const ValueDecl *V =
        E->isAssignmentOp() ? namedPointer(E->getLHS()) : nullptr;
    if (V)
      Into.Changed[V].push_back(E->getBeginLoc());
    if (!V || Exchanges.count(E))
      return true;
    if (E->getOpcode() == BO_Assign && isAllocation(E->getRHS()))
      Into.Allocated.insert(V);
    else if (E->getOpcode() != BO_Assign || !isNull(E->getRHS(), AST))
      Into.Foreign.insert(V);
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    Launched.use(E);
    return true;
  }

  bool VisitVarDecl(VarDecl *V) override {
    Launched.declare(V);
    if (V->getType()->isReferenceType() && V->getInit()) {
      if (const ValueDecl *Bound = namedPointer(V->getInit()))
        change(Bound, V->getLocation());
      return true;
    }
    if (!V->getType()->isPointerType() || !V->getInit())
      return true;
    if (isAllocation(V->getInit()))
      Into.Allocated.insert(V);
    else if (!isNull(V->getInit(), AST))
      Into.Foreign.insert(V);
    return true;
  }

  bool VisitUnaryOperator(UnaryOperator *E) override {
    if (E->isIncrementDecrementOp())
      if (const ValueDecl *V = namedPointer(E->getSubExpr()))
        change(V, E->getBeginLoc());
    if (E->getOpcode() == UO_AddrOf && !Allocations.count(E) &&
        !Launched.holds(E))
      if (const ValueDecl *V = namedPointer(E->getSubExpr()))
        change(V, E->getBeginLoc());
    return true;
  }

  bool VisitCallExpr(CallExpr *E) override {
    Launched.call(*E);
    if (passesByReference(*E))
      return true;
    const FunctionDecl *Callee = E->getDirectCallee();
    llvm::StringRef Name =
        Callee && Callee->getIdentifier() ? Callee->getName() : "";
    std::optional<unsigned> New =
        Callee ? allocatedArgument(*Callee) : std::nullopt;
    if (New && *New < E->getNumArgs())
      if (const ValueDecl *V = addressedPointer(E->getArg(*New))) {
        Into.Allocated.insert(V);
        Into.Changed[V].push_back(E->getBeginLoc());
        Allocations.insert(E->getArg(*New)->IgnoreParenCasts());
        return true;
      }
    if (Name == "swap" && E->getNumArgs() == 2 && namedPointer(E->getArg(0)) &&
        namedPointer(E->getArg(1))) {
      for (const Expr *Argument : E->arguments()) {
        Into.Exchanged.insert(namedPointer(Argument));
        Into.Changed[namedPointer(Argument)].push_back(E->getBeginLoc());
      }
      return true;
    }
    for (unsigned I = 0; I < E->getNumArgs(); ++I) {
      bool ByReference = !Callee || I >= Callee->getNumParams() ||
                         Callee->getParamDecl(I)->getType()->isReferenceType();
      if (ByReference && E->getArg(I)->isGLValue())
        if (const ValueDecl *V = namedPointer(E->getArg(I)))
          change(V, E->getBeginLoc());
    }
    return true;
  }

  /// Behind all else.
  void finish() {
    for (const UnaryOperator *Address : Launched.leaked())
      if (const ValueDecl *V = namedPointer(Address->getSubExpr()))
        change(V, Address->getBeginLoc());
  }

private:
  void change(const ValueDecl *V, SourceLocation At) {
    Into.Foreign.insert(V);
    Into.Changed[V].push_back(At);
  }

  PointerRoots &Into;
  ASTContext &AST;
  std::set<const Stmt *> Exchanges;
  std::set<const Stmt *> Allocations;
  ArgumentArrays Launched;
};

PointerRoots::PointerRoots(FrontendContext &C) : C(C) {
  Watcher Watch(*this);
  for (Decl *D : C.mainFileDecls())
    Watch.TraverseDecl(D);
  Watch.finish();
}

const Expr *PointerRoots::base(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary &&
      (Unary->getOpcode() == UO_AddrOf || Unary->getOpcode() == UO_Deref))
    // An element that is itself a pointer leads elsewhere.
    return Unary->getOpcode() == UO_Deref && Unary->getType()->isPointerType()
               ? nullptr
               : base(Unary->getSubExpr());
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return Subscript->getBase()->IgnoreImpCasts()->getType()->isArrayType() ||
                   !Subscript->getType()->isPointerType()
               ? base(Subscript->getBase())
               : nullptr;
  if (const auto *Sum = dyn_cast<BinaryOperator>(E); Sum && Sum->isAdditiveOp())
    return base(Sum->getLHS()->getType()->isPointerType() ||
                        Sum->getLHS()->getType()->isArrayType()
                    ? Sum->getLHS()
                    : Sum->getRHS());
  return declarationOf(E) ? E : nullptr;
}

const Expr *PointerRoots::valueOf(const ValueDecl *D) const {
  const auto *V = dyn_cast_or_null<VarDecl>(D);
  if (!V || !V->isLocalVarDecl() || V->isStaticLocal() || !V->getInit() ||
      !V->getType()->isPointerType() || Changed.count(V) || Allocated.count(V))
    return nullptr;
  const ValueDecl *Root = declarationOf(base(V->getInit()));
  return Root && Root != V && !Exchanged.count(Root) && keepsMemory(Root, V)
             ? V->getInit()
             : nullptr;
}

bool PointerRoots::keepsMemory(const ValueDecl *Root, const VarDecl *V) const {
  auto Found = Changed.find(Root);
  if (Found == Changed.end())
    return true;
  // Only one other value, and it is there before V is declared. What is not
  // local could get it again from a function that calls itself.
  const auto *Function = dyn_cast<FunctionDecl>(V->getDeclContext());
  const auto *Local = dyn_cast<VarDecl>(Root);
  SourceManager &SM = C.AST.getSourceManager();
  clang::SourceLocation At = SM.getExpansionLoc(Found->second.front());
  return Found->second.size() == 1 && Function &&
         ((Local && Local->isLocalVarDecl() && !Local->isStaticLocal()) ||
          Function->isMain()) &&
         SM.isPointWithin(At, SM.getExpansionLoc(Function->getBeginLoc()),
                          SM.getExpansionLoc(V->getLocation()));
}

PointerRoot PointerRoots::lastingRoot(const Expr *E) const {
  const Expr *Whole = base(E);
  const auto *V = dyn_cast_or_null<VarDecl>(declarationOf(Whole));
  bool Lasts = V && Whole == E->IgnoreParenCasts() && !Exchanged.count(V);
  return Lasts ? root(E) : PointerRoot{};
}

PointerRoot PointerRoots::root(const Expr *E) const {
  const ValueDecl *Named = declarationOf(base(E));
  if (const Expr *Value = valueOf(Named))
    return root(Value);
  std::optional<SharedVarId> Held = C.held(Named);
  bool Own = Named && Allocated.count(Named) && !Foreign.count(Named);
  const auto *V = dyn_cast_or_null<VarDecl>(Named);
  if (!V) // a member of objects that are not copied
    return Held && Own && C.Result.Host.variable(*Held).Obstacle.empty()
               ? PointerRoot{PointerRoot::Kind::Allocation,
                             Named->getNameAsString(), Held}
               : PointerRoot{};
  auto Shared = C.SharedVariables.find(V->getCanonicalDecl());
  if (Shared != C.SharedVariables.end())
    // The value of a shared pointer leads elsewhere.
    return V->getType()->isPointerType()
               ? PointerRoot{}
               : PointerRoot{PointerRoot::Kind::SharedVariable,
                             V->getNameAsString(), Shared->second};
  if (V->getType()->isArrayType())
    return {PointerRoot::Kind::Allocation, V->getNameAsString(), {}};
  if (Held && isa<ParmVarDecl>(V)) // others may be the same memory
    return {PointerRoot::Kind::Unknown, V->getNameAsString(), Held};
  if (!Own)
    return {};
  return {PointerRoot::Kind::Allocation, V->getNameAsString(), Held};
}

} // namespace tessera
