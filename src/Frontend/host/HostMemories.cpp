//===- HostMemories.cpp - What the variables of host code point to --------===//
//
// Without regard to the flow of control: a pointer that gets memory of two
// kinds, or is changed in a way that is not seen, is of no known kind.
//
//===----------------------------------------------------------------------===//
#include "host/HostMemories.h"
#include "Steps.h"
#include "values/HostConstants.h"
#include "variables/Containers.h"
#include "variables/OwnCopies.h"
#include "variables/PointerRoots.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace tessera {

using MemoryKind = HostMemory::Kind;

llvm::StringRef calledName(const CallExpr *E) {
  const FunctionDecl *Callee = E->getDirectCallee();
  return Callee && Callee->getIdentifier() ? Callee->getName() : "";
}

//===----------------------------------------------------------------------===//
// Origins
//===----------------------------------------------------------------------===//

static bool isZero(const Expr *E) {
  const auto *Literal = dyn_cast<IntegerLiteral>(E->IgnoreParenCasts());
  return Literal && Literal->getValue() == 0;
}

MemoryOrigin originOfObject(const Expr *E) {
  E = E->IgnoreParens();
  while (const auto *Cast = dyn_cast<CastExpr>(E)) {
    if (Cast->getCastKind() != CK_NoOp)
      return {};
    E = Cast->getSubExpr()->IgnoreParens();
  }
  if (const auto *Use = dyn_cast<DeclRefExpr>(E)) {
    QualType Type = Use->getDecl()->getType();
    const auto *V = dyn_cast<VarDecl>(Use->getDecl());
    return {Type->isPointerType() || Type->isReferenceType() ? nullptr : V};
  }
  MemoryOrigin Origin;
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
    Origin = originOf(Element->getBase());
    Origin.AtStart &= isZero(Element->getIdx());
  } else if (const auto *Unary = dyn_cast<UnaryOperator>(E);
             Unary && Unary->getOpcode() == UO_Deref) {
    Origin = originOf(Unary->getSubExpr());
  } else if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    // A member that is a reference is another object.
    if (!Member->getMemberDecl()->getType()->isReferenceType())
      Origin = Member->isArrow() ? originOf(Member->getBase())
                                 : originOfObject(Member->getBase());
    Origin.AtStart = false;
  }
  return Origin;
}

MemoryOrigin originOf(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const Expr *Container = containerAtStart(E))
    return {declarationOf(Container)};
  if (E->getType()->isArrayType())
    return originOfObject(E);
  if (const ValueDecl *V = declarationOf(E))
    return {V->getType()->isPointerType() ? V : nullptr};
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && Unary->getOpcode() == UO_AddrOf)
    return originOfObject(Unary->getSubExpr());
  const auto *Sum = dyn_cast<BinaryOperator>(E);
  if (!Sum || !Sum->isAdditiveOp())
    return {};
  bool Left = Sum->getLHS()->getType()->isPointerType();
  MemoryOrigin Origin = originOf(Left ? Sum->getLHS() : Sum->getRHS());
  Origin.AtStart &= isZero(Left ? Sum->getRHS() : Sum->getLHS());
  return Origin;
}

std::optional<HostPlace> placeOf(const FrontendContext &C,
                                 const MemoryOrigin &Origin) {
  auto Found = Origin.Variable ? C.Memories.find(cast<ValueDecl>(
                                     Origin.Variable->getCanonicalDecl()))
                               : C.Memories.end();
  if (Found == C.Memories.end())
    return std::nullopt;
  HostPlace Place = Found->second;
  Place.AtStart &= Origin.AtStart;
  return Place;
}

//===----------------------------------------------------------------------===//
// What pointers get
//===----------------------------------------------------------------------===//

namespace {

/// A value that a pointer gets.
struct Source {
  MemoryKind K = MemoryKind::Unknown;
  MemoryOrigin Copied; ///< of another variable, if not null
  std::optional<HostValue> Bytes;
};

struct PointerFacts {
  std::vector<Source> Sources;
  bool Changed = false; ///< moved or exchanged: it may point anywhere in, or
                        ///< into memory of others
};

class MemoryFinder : public DynamicRecursiveASTVisitor {
public:
  explicit MemoryFinder(FrontendContext &C) : C(C) {}

  std::map<const ValueDecl *, PointerFacts> Pointers;
  std::map<const ValueDecl *, HostStream::Kind> Streams; ///< that are created
  std::vector<const VarDecl *> Variables; ///< that are no pointers
  /// Whose memory cudaHostRegister locks, at some time.
  std::set<const ValueDecl *> Registered;

  bool TraverseFunctionDecl(FunctionDecl *F) override {
    return in(
        F, [&] { return DynamicRecursiveASTVisitor::TraverseFunctionDecl(F); });
  }
  bool TraverseCXXMethodDecl(CXXMethodDecl *F) override {
    return in(F, [&] {
      return DynamicRecursiveASTVisitor::TraverseCXXMethodDecl(F);
    });
  }
  bool TraverseConstructorInitializer(CXXCtorInitializer *Member) override {
    if (const FieldDecl *Field = Member->getMember();
        Field && Member->getInit())
      set(Field, Member->getInit());
    return DynamicRecursiveASTVisitor::TraverseConstructorInitializer(Member);
  }

  bool VisitFieldDecl(FieldDecl *Field) override {
    if (const Expr *Init = Field->getInClassInitializer())
      set(Field, Init);
    return true;
  }
  bool VisitInitListExpr(InitListExpr *E) override {
    const InitListExpr *Whole = E->isSemanticForm() ? E : E->getSemanticForm();
    const auto *Class = Whole ? Whole->getType()->getAsRecordDecl() : nullptr;
    unsigned I = 0;
    if (Class && !Class->isUnion())
      for (const FieldDecl *Field : Class->fields())
        if (I < Whole->getNumInits())
          set(Field, Whole->getInit(I++));
    return true;
  }

  bool VisitVarDecl(VarDecl *V) override {
    QualType Type = V->getType();
    if (Type->isReferenceType() && V->getInit())
      return lose(V->getInit());
    if (isa<ParmVarDecl>(V) || V->getDeclContext()->isDependentContext())
      return true;
    if (!Type->isPointerType())
      Variables.push_back(V);
    else if (V->getInit())
      set(V, V->getInit());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) override {
    const ValueDecl *V = E->isAssignmentOp()
                             ? declarationOf(E->getLHS()->IgnoreParens())
                             : nullptr;
    if (V && E->getOpcode() == BO_Assign)
      set(V, E->getRHS());
    else if (V)
      facts(V).Changed = true;
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *E) override {
    const ValueDecl *V = declarationOf(E->getSubExpr()->IgnoreParens());
    if (V && E->isIncrementDecrementOp())
      facts(V).Changed = true;
    else if (V && E->getOpcode() == UO_AddrOf && !Allocations.count(E))
      lose(E->getSubExpr());
    return true;
  }
  bool VisitLambdaExpr(LambdaExpr *E) override {
    for (const LambdaCapture &Capture : E->captures())
      if (Capture.capturesVariable() && Capture.getCaptureKind() == LCK_ByRef)
        facts(Capture.getCapturedVar()).Sources.emplace_back();
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    return references(E->getConstructor(), {E->getArgs(), E->getNumArgs()});
  }
  bool VisitCallExpr(CallExpr *E) override {
    if (E->getNumArgs() == 2 && calledName(E) == "swap") {
      MemoryOrigin A = originOf(E->getArg(0)), B = originOf(E->getArg(1));
      if (A.Variable && B.Variable) {
        copy(A.Variable, B);
        copy(B.Variable, A);
        return true;
      }
    }
    if (allocates(E))
      return true;
    return references(E->getDirectCallee(), {E->getArgs(), E->getNumArgs()});
  }

private:
  template <typename Traversal> bool in(const FunctionDecl *F, Traversal Go) {
    const FunctionDecl *Outer = std::exchange(Function, F);
    bool Result = Go();
    Function = Outer;
    return Result;
  }

  PointerFacts &facts(const ValueDecl *V) {
    return Pointers[cast<ValueDecl>(V->getCanonicalDecl())];
  }
  void copy(const ValueDecl *V, const MemoryOrigin &From) {
    facts(V).Sources.push_back({MemoryKind::Unknown, From, std::nullopt});
    facts(V).Changed = true;
  }
  /// The pointer that \p E names is changed where that is not seen.
  bool lose(const Expr *E) {
    if (const ValueDecl *V = namedPointer(E))
      facts(V).Sources.emplace_back();
    return true;
  }
  bool references(const FunctionDecl *Callee,
                  llvm::ArrayRef<const Expr *> Arguments) {
    for (unsigned I = 0; I < Arguments.size(); ++I)
      if (Arguments[I]->isGLValue() &&
          (!Callee || I >= Callee->getNumParams() ||
           Callee->getParamDecl(I)->getType()->isReferenceType()))
        lose(Arguments[I]);
    return true;
  }

  /// \p V gets the value of \p E.
  void set(const ValueDecl *V, const Expr *E) {
    if (!V->getType()->isPointerType() || isa<ImplicitValueInitExpr>(E) ||
        E->isNullPointerConstant(C.AST, Expr::NPC_ValueDependentIsNull))
      return;
    Source New;
    const Expr *Inner = E->IgnoreParenCasts();
    const auto *Call = dyn_cast<CallExpr>(Inner);
    if (std::optional<OwnMemory> Own = allocatedBy(E)) {
      New = {MemoryKind::Pageable, {}, sizeOf(C, Function, *Own)};
    } else if (isa<CXXNewExpr>(Inner) ||
               (Call && calledName(Call) == "aligned_alloc")) {
      New.K = MemoryKind::Pageable;
    } else if (!Inner->getType().isNull()) { // a list of a template has none
      New.Copied = originOf(E);
    }
    facts(V).Sources.push_back(std::move(New));
  }

  bool allocates(const CallExpr *E) {
    llvm::StringRef Name = calledName(E);
    const ValueDecl *V =
        E->getNumArgs() >= 2 ? addressedPointer(E->getArg(0)) : nullptr;
    if (Name == "cudaHostRegister" && E->getNumArgs() > 0)
      return noteRegistered(originOf(E->getArg(0)).Variable);
    if (const ValueDecl *Made = createdStream(E))
      return noteStream(Made, E);
    MemoryKind K =
        llvm::StringSwitch<MemoryKind>(Name)
            .Cases({"cudaMalloc", "cudaMallocAsync", "cudaMallocPitch"},
                   MemoryKind::Device)
            .Cases({"cudaMallocHost", "cudaHostAlloc"}, MemoryKind::PageLocked)
            .Case("cudaMallocManaged", MemoryKind::Managed)
            .Default(MemoryKind::Unknown);
    bool Maps = Name == "cudaHostGetDevicePointer";
    if (!V || (K == MemoryKind::Unknown && !Maps))
      return false;
    Allocations.insert(E->getArg(0)->IgnoreParenCasts());
    if (Maps) {
      facts(V).Sources.push_back(
          {MemoryKind::Unknown, originOf(E->getArg(1)), std::nullopt});
      return true;
    }
    Source New = {K, {}, std::nullopt};
    if (Name != "cudaMallocPitch")
      New.Bytes = HostConstants(C.AST, Function ? Function->getBody() : nullptr)
                      .size(E->getArg(1));
    Expr::EvalResult Flags;
    constexpr unsigned WriteCombined = 4; // cudaHostAllocWriteCombined
    if (Name == "cudaHostAlloc" && E->getNumArgs() == 3) {
      if (!E->getArg(2)->EvaluateAsInt(Flags, C.AST))
        New.K = MemoryKind::Unknown;
      else if (Flags.Val.getInt().getZExtValue() & WriteCombined)
        New.K = MemoryKind::WriteCombined;
    }
    facts(V).Sources.push_back(std::move(New));
    return true;
  }

  bool noteRegistered(const ValueDecl *V) {
    if (V && Registered.insert(cast<ValueDecl>(V->getCanonicalDecl())).second &&
        V->getType()->isPointerType())
      for (const Source &S : facts(V).Sources)
        noteRegistered(S.Copied.Variable);
    return true;
  }

  static const ValueDecl *createdStream(const CallExpr *E) {
    return calledName(E).starts_with("cudaStreamCreate") && E->getNumArgs() > 0
               ? addressedPointer(E->getArg(0))
               : nullptr;
  }
  bool noteStream(const ValueDecl *V, const CallExpr *E) {
    Allocations.insert(E->getArg(0)->IgnoreParenCasts());
    facts(V).Sources.emplace_back();
    Expr::EvalResult Flags;
    constexpr unsigned NonBlocking = 1; // cudaStreamNonBlocking
    HostStream::Kind &K = Streams[cast<ValueDecl>(V->getCanonicalDecl())];
    if (E->getNumArgs() == 1)
      K = HostStream::Kind::Blocking;
    else if (!E->getArg(1)->EvaluateAsInt(Flags, C.AST))
      K = HostStream::Kind::Unknown;
    else
      K = Flags.Val.getInt().getZExtValue() & NonBlocking
              ? HostStream::Kind::NonBlocking
              : HostStream::Kind::Blocking;
    return true;
  }

  FrontendContext &C;
  const FunctionDecl *Function = nullptr;
  std::set<const Expr *> Allocations; ///< `&p` in calls that set `p`
};

/// Makes the table from what was found.
class MemoryCollector {
public:
  MemoryCollector(FrontendContext &C, const MemoryFinder &Found)
      : C(C), Found(Found) {}

  void collect() {
    for (const VarDecl *V : Found.Variables)
      addVariable(V);
    std::vector<std::pair<unsigned, const ValueDecl *>> Order;
    for (auto &[V, Facts] : Found.Pointers)
      if (std::optional<unsigned> At = C.offset(V->getLocation());
          At && V->getType()->isPointerType() && !isa<ParmVarDecl>(V))
        Order.push_back({*At, V});
    llvm::sort(Order);
    for (auto [At, V] : Order)
      addPointer(V);
    // What pointers copy from each other, to a fixed point.
    for (bool Again = true; Again;) {
      Again = false;
      for (auto [At, V] : Order)
        Again |= join(V);
    }
    for (auto [At, V] : Order)
      finish(V);
  }

private:
  void addVariable(const VarDecl *V) {
    const auto *Canonical = cast<VarDecl>(V->getCanonicalDecl());
    auto Shared = C.SharedVariables.find(Canonical);
    bool IsShared = Shared != C.SharedVariables.end();
    if (C.Memories.count(Canonical) || !C.offset(V->getLocation()) ||
        V->hasAttr<CUDASharedAttr>() ||
        (IsShared && C.Result.Host.variable(Shared->second).D !=
                         SharedVariable::Dialect::Managed))
      return;
    HostMemory M;
    M.Name = V->getNameAsString();
    M.Single = !isVector(V->getType());
    M.OnStack = V->isLocalVarDecl() && !V->isStaticLocal();
    M.K = Found.Registered.count(Canonical) ? MemoryKind::Unknown
                                            : MemoryKind::Pageable;
    if (IsShared) {
      M.K = MemoryKind::Managed;
      M.Shared = Shared->second;
    } else if (V->hasAttr<CUDAConstantAttr>()) {
      M.K = MemoryKind::Constant;
    } else if (V->hasAttr<CUDADeviceAttr>()) {
      if (V->getType().isConstQualified() || V->isConstexpr())
        return; // both sides have one
      M.K = MemoryKind::DeviceVariable;
    }
    if (M.Single && !V->getType()->isDependentType() &&
        V->getType()->isConstantSizeType())
      M.Bytes = HostValue{C.AST.getTypeSizeInChars(V->getType()).getQuantity()};
    insert(Canonical, std::move(M));
  }

  void addPointer(const ValueDecl *V) {
    HostMemory M;
    M.Name = V->getNameAsString();
    const PointerFacts &Facts = Found.Pointers.at(V);
    const std::vector<Source> &Sources = Facts.Sources;
    M.Single = isa<VarDecl>(V) && !Facts.Changed && Sources.size() == 1 &&
               !Sources.front().Copied.Variable;
    if (M.Single)
      M.Bytes = Sources.front().Bytes;
    auto Shared = C.Pointers.find(V);
    if (Shared != C.Pointers.end())
      M.Shared = Shared->second;
    insert(V, std::move(M));
  }

  void insert(const ValueDecl *V, HostMemory M) {
    std::vector<HostMemory> &All = C.Result.Host.Memories;
    C.Memories[V] = {unsigned(All.size()), true};
    All.push_back(std::move(M));
  }

  /// The kind of what \p S gives; nothing if that is still to be found.
  std::optional<MemoryKind> kindOf(const Source &S) const {
    if (!S.Copied.Variable)
      return S.K;
    std::optional<HostPlace> From = placeOf(C, S.Copied);
    if (!From)
      return MemoryKind::Unknown;
    bool Later = !Known.count(From->Memory) &&
                 S.Copied.Variable->getType()->isPointerType();
    return Later ? std::nullopt
                 : std::optional(C.Result.Host.Memories[From->Memory].K);
  }

  /// \returns whether the kind of \p V changed.
  bool join(const ValueDecl *V) {
    unsigned Index = C.Memories.at(V).Memory;
    HostMemory &M = C.Result.Host.Memories[Index];
    std::optional<MemoryKind> Sum;
    for (const Source &S : Found.Pointers.at(V).Sources)
      if (std::optional<MemoryKind> K = kindOf(S))
        Sum = Sum && Sum != K ? MemoryKind::Unknown : K;
    if (Sum && Found.Registered.count(V))
      Sum = MemoryKind::Unknown;
    if (!Sum || (Known.count(Index) && M.K == *Sum))
      return false;
    Known.insert(Index);
    M.K = *Sum;
    return true;
  }

  /// A pointer that always points into the one memory of another variable
  /// stands for that.
  void finish(const ValueDecl *V) {
    const PointerFacts &Facts = Found.Pointers.at(V);
    if (Facts.Sources.size() != 1 || Facts.Changed || !isa<VarDecl>(V))
      return;
    std::optional<HostPlace> From = placeOf(C, Facts.Sources.front().Copied);
    if (From && C.Result.Host.Memories[From->Memory].Single)
      C.Memories[V] = *From;
  }

  FrontendContext &C;
  const MemoryFinder &Found;
  std::set<unsigned> Known; ///< pointers whose kind was set
};

} // namespace

void collectMemories(FrontendContext &C) {
  MemoryFinder Find(C);
  for (Decl *D : C.mainFileDecls())
    Find.TraverseDecl(D);
  MemoryCollector(C, Find).collect();
  for (auto [V, K] : Find.Streams) {
    const PointerFacts &Facts = Find.Pointers.at(V);
    const auto *Variable = dyn_cast<VarDecl>(V);
    if (Variable && Facts.Sources.size() == 1 && !Facts.Changed)
      C.Streams[V] = {K, HostConstants::symbolOf(Variable)};
  }
}

} // namespace tessera
