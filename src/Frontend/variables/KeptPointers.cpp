//===- KeptPointers.cpp - Addresses that device code keeps ----------------===//
//
// One walk over each function finds, whatever the order, which variables may
// hold an address that another one had, and which addresses are stored
// elsewhere than in the function's own variables. What a function does with its
// parameters is summarised, to a fixed point over all calls.
//
//===----------------------------------------------------------------------===//
#include "variables/KeptPointers.h"
#include "variables/OwnPlaces.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace tessera {
namespace {

/// Variables whose value, or whose address, may be in a value; null stands for
/// the object of a member function.
using Sources = VariableSet;

struct Summary {
  std::set<unsigned> Kept;     ///< parameters that outlive the call
  std::set<unsigned> IntoThis; ///< those that the object gets
  bool KeepsThis = false;      ///< what the object holds outlives the call
  Sources Outside;             ///< variables at file scope that are kept
  bool operator==(const Summary &) const = default;
};

using Summaries = std::map<const FunctionDecl *, Summary>;

/// Whether a value of \p Type may be an address or contain one.
bool mayHoldAddress(QualType Type, const ASTContext &AST) {
  Type = Type.getNonReferenceType();
  if (Type->isDependentType() || Type->isPointerType() || Type->isArrayType() ||
      Type->isRecordType() || Type->isMemberPointerType())
    return true;
  return Type->isIntegralOrEnumerationType() && !Type->isIncompleteType() &&
         AST.getTypeSize(Type) >= AST.getTypeSize(AST.VoidPtrTy);
}

/// Looks at one function.
class Function : public DynamicRecursiveASTVisitor {
public:
  Function(FrontendContext &C, const FunctionDecl *F, const Summaries &Known,
           std::set<const FunctionDecl *> &Called)
      : C(C), F(F), Known(Known), Called(Called) {
    ShouldVisitImplicitCode = true; // variables of loops over ranges
  }

  Summary run() {
    if (const auto *Made = dyn_cast<CXXConstructorDecl>(F))
      for (const CXXCtorInitializer *I : Made->inits())
        if (I->getInit())
          TraverseStmt(I->getInit());
    addShared(Shared, F->getBody());
    TraverseStmt(F->getBody());
    TraverseStmt(F->getBody()); // with what variables hold by then
    close(Kept);
    close(Own);
    Summary Result;
    for (unsigned I = 0; I < F->getNumParams(); ++I) {
      if (Kept.count(F->getParamDecl(I)))
        Result.Kept.insert(I);
      if (Own.count(F->getParamDecl(I)))
        Result.IntoThis.insert(I);
    }
    Result.KeepsThis = Kept.count(nullptr);
    for (const VarDecl *V : Kept)
      if (V && V->hasGlobalStorage())
        Result.Outside.insert(V->getCanonicalDecl());
    return Result;
  }

  bool VisitVarDecl(VarDecl *V) override {
    if (destructorKeeps(V->getType()))
      Kept.insert(V);
    if (!V->getInit())
      return true;
    if (isOwn(V) || V->getType()->isReferenceType())
      add(Holds[V], V->getInit());
    else
      keep(V->getInit());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) override {
    if (E->isAssignmentOp())
      assign(E->getLHS(), E->getRHS());
    return true;
  }
  bool VisitCallExpr(CallExpr *E) override {
    const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(E->getDirectCallee());
    if (Operator && Method && Operator->getNumArgs() == 2 &&
        (Method->isCopyAssignmentOperator() ||
         Method->isMoveAssignmentOperator()) &&
        !Method->isUserProvided())
      assign(Operator->getArg(0), Operator->getArg(1), /*Copies=*/true);
    else
      call(E, Operator && Method);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    const FunctionDecl *Made = definitionOf(E->getConstructor());
    if (!Made)
      return true;
    Called.insert(Made);
    pass(Made, {E->getArgs(), E->getNumArgs()});
    return true;
  }
  bool VisitCXXBindTemporaryExpr(CXXBindTemporaryExpr *E) override {
    if (destructorKeeps(E->getType()))
      keep(E->getSubExpr());
    return true;
  }
  bool VisitCXXNewExpr(CXXNewExpr *E) override {
    if (E->getInitializer())
      keep(E->getInitializer());
    return true;
  }
  bool VisitGCCAsmStmt(GCCAsmStmt *S) override {
    for (const Expr *Input : S->inputs())
      keep(Input);
    return true;
  }

private:
  static const FunctionDecl *definitionOf(const FunctionDecl *F) {
    const FunctionDecl *Definition = nullptr;
    return F && F->hasBody(Definition) ? Definition : nullptr;
  }

  /// Whether what the destructor of \p Type finds in the object outlives it.
  bool destructorKeeps(QualType Type) {
    const CXXRecordDecl *Class =
        Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (Type->isReferenceType() || !Class || !Class->hasDefinition() ||
        Class->hasTrivialDestructor())
      return false;
    if (const FunctionDecl *Ends = definitionOf(Class->getDestructor())) {
      Called.insert(Ends);
      auto Does = Known.find(Ends);
      if (Does != Known.end() && Does->second.KeepsThis)
        return true;
    }
    bool Keeps = false;
    for (const CXXBaseSpecifier &Base : Class->bases())
      Keeps |= destructorKeeps(Base.getType());
    for (const FieldDecl *Field : Class->fields())
      Keeps |= destructorKeeps(Field->getType());
    return Keeps;
  }

  void close(Sources &Of) const {
    std::vector<const VarDecl *> Open(Of.begin(), Of.end());
    while (!Open.empty()) {
      auto Found = Holds.find(Open.back());
      Open.pop_back();
      if (Found == Holds.end())
        continue;
      for (const VarDecl *V : Found->second)
        if (Of.insert(V).second)
          Open.push_back(V);
    }
  }

  /// Whether the place \p E is in the object of the member function.
  static bool isInThis(const Expr *E) {
    E = E->IgnoreParenImpCasts();
    if (const auto *Member = dyn_cast<MemberExpr>(E))
      return isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts()) ||
             (!Member->isArrow() && isInThis(Member->getBase()));
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
      return Element->getBase()
                 ->IgnoreParenImpCasts()
                 ->getType()
                 ->isArrayType() &&
             isInThis(Element->getBase());
    return false;
  }

  void keep(const Expr *E) { add(Kept, E); }

  /// Gives \p Place the value \p Value; or, if it \p Copies, what is there.
  void assign(const Expr *Place, const Expr *Value, bool Copies = false) {
    Sources To;
    const bool IsOwn = designated(To, Place);
    auto Add = [&](Sources &Into) {
      if (Copies && Value->isGLValue())
        addContents(Into, Value);
      else
        add(Into, Value);
    };
    for (const VarDecl *V : To)
      Add(Holds[V]);
    if (!IsOwn)
      Add(isInThis(Place) ? Own : Kept);
  }

  /// Adds what the value of \p E may have the address of; or what a reference
  /// to it has.
  void add(Sources &Into, const Expr *E) const {
    if (E && mayHold(E))
      collect(Into, E);
  }

  /// Adds what the place \p E has the address of.
  void addContents(Sources &Into, const Expr *E) const {
    if (isMemory(E))
      collectLoaded(Into, E);
    else
      collect(Into, E);
  }

  /// Whether the value of \p E, or that of a reference to it, may be an address
  /// or a part of one: bytes of a variable, the half of a number. What is in
  /// memory has whole ones.
  bool mayHold(const Expr *E) const {
    if (E->isGLValue() || mayHoldAddress(E->getType(), C.AST))
      return true;
    if (!E->getType()->isIntegralOrEnumerationType() ||
        E->getType()->isBooleanType() || isa<CallExpr>(E->IgnoreParens()))
      return false;
    const auto *Cast = dyn_cast<ImplicitCastExpr>(E->IgnoreParens());
    if (!Cast || Cast->getCastKind() != CK_LValueToRValue)
      return true;
    const Expr *Place = Cast->getSubExpr()->IgnoreParens();
    const auto *Use = dyn_cast<DeclRefExpr>(Place);
    const auto *V = Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
    return !isMemory(Place) && (!V || !V->hasGlobalStorage());
  }

  void collect(Sources &Into, const Stmt *S) const {
    if (!S || isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr>(S))
      return;
    if (isa<CXXThisExpr>(S)) {
      Into.insert(nullptr);
      return;
    }
    if (const auto *Use = dyn_cast<DeclRefExpr>(S)) {
      if (const auto *V = dyn_cast<VarDecl>(Use->getDecl()))
        Into.insert(V->hasGlobalStorage() ? V->getCanonicalDecl() : V);
      return;
    }
    if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S);
        Cast && Cast->getCastKind() == CK_LValueToRValue)
      return addContents(Into, Cast->getSubExpr());
    if (const auto *Made = dyn_cast<CXXConstructExpr>(S);
        Made && Made->getConstructor()->isCopyOrMoveConstructor() &&
        Made->getConstructor()->isTrivial() && Made->getArg(0)->isGLValue())
      return addContents(Into, Made->getArg(0));
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(S))
      collect(Into, Member->getImplicitObjectArgument());
    if (const auto *Binary = dyn_cast<BinaryOperator>(S)) {
      if (Binary->isComparisonOp() || Binary->isLogicalOp())
        return;
      if (Binary->getOpcode() == BO_Comma)
        return collect(Into, Binary->getRHS());
      if (Binary->getOpcode() == BO_Sub &&
          Binary->getRHS()->getType()->isPointerType())
        return; // a distance
    }
    if (const auto *Unary = dyn_cast<UnaryOperator>(S);
        Unary && Unary->getOpcode() == UO_LNot)
      return;
    if (const auto *Choice = dyn_cast<ConditionalOperator>(S)) {
      collect(Into, Choice->getTrueExpr());
      return collect(Into, Choice->getFalseExpr());
    }
    if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(S))
      return collect(Into, Default->getExpr());
    if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(S))
      return collect(Into, Default->getExpr());
    for (const Stmt *Child : S->children()) {
      const auto *E = dyn_cast_or_null<Expr>(Child);
      if (!E || mayHold(E))
        collect(Into, Child);
    }
  }

  /// Adds what is loaded from \p Place: it was stored before, and matters only
  /// if that was in a variable of the function.
  void collectLoaded(Sources &Into, const Expr *Place) const {
    if (const auto *Use = dyn_cast<DeclRefExpr>(Place->IgnoreParenImpCasts()))
      if (const auto *V = dyn_cast<VarDecl>(Use->getDecl());
          V && V->getType()->isReferenceType() && V->getInit())
        return collectLoaded(Into, V->getInit());
    Sources From;
    collect(From, Place);
    const Sources Direct = From;
    close(From);
    if (From.count(nullptr))
      Into.insert(nullptr);
    for (const VarDecl *V : From)
      if (V && isOwn(V) && !isa<ParmVarDecl>(V) &&
          (!V->getType()->isPointerType() ||
           (!Direct.count(V) && Shared.count(V))))
        Into.insert(V);
  }

  /// Whether the place \p E is in memory, and in no variable of the function.
  /// A reference that is passed may lead to one.
  bool isMemory(const Expr *E) const {
    E = E->IgnoreParenImpCasts();
    Sources At;
    const auto *Use = dyn_cast<DeclRefExpr>(E);
    const auto *V = Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
    if (!V || !V->getType()->isReferenceType())
      return !Use && !designated(At, E);
    if (isa<ParmVarDecl>(V))
      return !mayHoldAddress(V->getType(), C.AST);
    return V->getInit() && isMemory(V->getInit());
  }

  void call(const CallExpr *E, bool HasObject) {
    const FunctionDecl *Callee = E->getDirectCallee();
    llvm::ArrayRef<const Expr *> Arguments(E->getArgs(), E->getNumArgs());
    const Expr *Object = nullptr;
    if (HasObject) { // of an operator, the first
      Object = Arguments.front();
      Arguments = Arguments.drop_front();
    } else if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
      Object = Member->getImplicitObjectArgument();
    }
    if (const FunctionDecl *Definition = definitionOf(Callee)) {
      Called.insert(Definition);
      pass(Definition, Arguments);
      intoObject(Definition, Object, Arguments);
      return;
    }
    if (!Callee) {
      for (const Expr *Argument : Arguments)
        keep(Argument);
      return;
    }
    if (!isOfLibrary(Callee)) {
      if (!Callee->isImplicit() && !Callee->isDefaulted())
        for (const Expr *Argument : Arguments)
          keep(Argument);
      return;
    }
    if (!Callee->getIdentifier())
      return;
    llvm::StringRef Name = Callee->getName();
    const bool Copies = Name.contains("memcpy") || Name.contains("memmove");
    const bool Stores = Name.starts_with("atomic") ||
                        Name.starts_with("__st") ||
                        Name.starts_with("__nv_atomic");
    for (unsigned I = 1; I < Arguments.size(); ++I)
      if (Stores)
        keep(Arguments[I]);
      else if (Copies && I == 1)
        keepContents(Arguments[I]);
  }

  /// The bytes behind the pointer \p E are copied: what variables of the
  /// function hold that it may point to.
  void keepContents(const Expr *E) {
    Sources At;
    if (pointedTo(At, E)) {
      Kept.insert(At.begin(), At.end());
      return;
    }
    Sources To;
    collect(To, E);
    close(To);
    for (const VarDecl *V : To)
      if (!V || (isOwn(V) && !isa<ParmVarDecl>(V)))
        Kept.insert(V);
  }

  /// Whether \p F comes with the compiler or a library.
  bool isOfLibrary(const FunctionDecl *F) const {
    const SourceLocation At = C.SM.getExpansionLoc(F->getLocation());
    return F->getBuiltinID() || At.isInvalid() || C.SM.isInSystemHeader(At);
  }

  void pass(const FunctionDecl *Callee,
            llvm::ArrayRef<const Expr *> Arguments) {
    auto Does = Known.find(Callee);
    if (Does == Known.end())
      return;
    for (unsigned I = 0; I < Arguments.size(); ++I)
      if (Does->second.Kept.count(
              std::min(I, std::max(1u, Callee->getNumParams()) - 1)))
        keep(Arguments[I]);
  }

  void intoObject(const FunctionDecl *Callee, const Expr *Object,
                  llvm::ArrayRef<const Expr *> Arguments) {
    auto Does = Known.find(Callee);
    if (Does == Known.end() || !Object)
      return;
    if (Does->second.KeepsThis)
      keep(Object);
    for (unsigned I : Does->second.IntoThis)
      if (I < Arguments.size())
        assign(Object, Arguments[I]);
  }

  FrontendContext &C;
  const FunctionDecl *F;
  const Summaries &Known;
  std::set<const FunctionDecl *> &Called;
  std::map<const VarDecl *, Sources> Holds;
  Sources Kept, Own;
  VariableSet Shared; ///< pointers may lead to them
};

/// The code of the device in the file.
class KeptFinder : public DynamicRecursiveASTVisitor {
public:
  KeptFinder() { ShouldVisitTemplateInstantiations = true; }
  bool VisitFunctionDecl(FunctionDecl *F) override {
    if ((isKernel(F) || F->hasAttr<CUDADeviceAttr>()) &&
        F->doesThisDeclarationHaveABody() && !F->isDependentContext())
      Functions.insert(F);
    return true;
  }
  std::set<const FunctionDecl *> Functions;
};

} // namespace

void obstructKept(FrontendContext &C) {
  if (C.Result.Host.Variables.empty())
    return;
  KeptFinder Find;
  for (Decl *D : C.mainFileDecls())
    Find.TraverseDecl(D);
  Summaries Known;
  for (bool Again = true; std::exchange(Again, false);) {
    std::set<const FunctionDecl *> Called;
    for (const FunctionDecl *F : Find.Functions) {
      Summary Now = Function(C, F, Known, Called).run();
      Summary &Old = Known[F];
      Again |= !(Old == Now);
      Old = std::move(Now);
    }
    for (const FunctionDecl *F : Called)
      Again |= !F->isDependentContext() && Find.Functions.insert(F).second;
  }
  auto Obstruct = [&](SharedVarId Id, const FunctionDecl *F) {
    std::string &Why = C.Result.Host.Variables[Id.Index].Obstacle;
    if (Why.empty())
      Why = "'" + F->getNameAsString() + "' keeps its address on the device";
  };
  for (const auto &[F, Does] : Known) {
    for (const VarDecl *V : Does.Outside)
      if (auto Id = C.SharedVariables.find(V); Id != C.SharedVariables.end())
        Obstruct(Id->second, F);
    std::optional<KernelId> Kernel = isKernel(F) ? C.kernel(F) : std::nullopt;
    if (!Kernel)
      continue;
    for (const LaunchModel &L : C.Result.Launches)
      for (unsigned I : Does.Kept)
        if (L.Kernel == *Kernel && I < L.Arguments.size() &&
            L.Arguments[I].Root.Variable)
          Obstruct(*L.Arguments[I].Root.Variable, F);
  }
}

} // namespace tessera
