//===- KernelPointers.cpp - Launches of what pointers hold ----------------===//
#include "launch/KernelPointers.h"
#include "launch/LaunchCalls.h"
#include "tessera/Frontend/SplicedSource.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"

using namespace clang;

namespace tessera {
namespace {

/// `&k` of a function `k`, or `*p` of a pointer to one.
bool isFunctionItself(const UnaryOperator &E) {
  QualType Of = E.getSubExpr()->getType();
  return E.getOpcode() == UO_AddrOf  ? Of->isFunctionType()
         : E.getOpcode() == UO_Deref ? Of->isFunctionPointerType()
                                     : false;
}

/// \p E without what does not change which function it is.
const Expr *stripped(const Expr *E) {
  while (true) {
    const Expr *Inner = E->IgnoreParenCasts()->IgnoreImplicit();
    if (const auto *Argument = dyn_cast<SubstNonTypeTemplateParmExpr>(Inner))
      Inner = Argument->getReplacement();
    else if (const auto *Unary = dyn_cast<UnaryOperator>(Inner);
             Unary && isFunctionItself(*Unary))
      Inner = Unary->getSubExpr();
    if (Inner == E)
      return E;
    E = Inner;
  }
}

bool holdsFunctions(QualType Type) {
  if (Type->isReferenceType()) {
    Type = Type->getPointeeType();
    if (!Type->isFunctionType() && !Type.isConstQualified())
      return false; // what is put into it is elsewhere, too
  }
  while (const ArrayType *Array = Type->getAsArrayTypeUnsafe())
    Type = Array->getElementType();
  return Type->isFunctionType() || Type->isFunctionPointerType();
}

/// The use of a variable or member that \p E is, or an element of it.
const Expr *usedPointer(const Expr *E) {
  E = stripped(E);
  while (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    E = stripped(Element->getBase());
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return isa<FieldDecl>(Member->getMemberDecl()) ? E : nullptr;
  const auto *Use = dyn_cast<DeclRefExpr>(E);
  return Use && isa<VarDecl>(Use->getDecl()) ? E : nullptr;
}

const ValueDecl *pointerOf(const Expr *Use) {
  const ValueDecl *V = nullptr;
  if (const auto *Member = dyn_cast_or_null<MemberExpr>(Use))
    V = Member->getMemberDecl();
  else if (const auto *Name = dyn_cast_or_null<DeclRefExpr>(Use))
    V = Name->getDecl();
  return V && holdsFunctions(V->getType())
             ? cast<ValueDecl>(V->getCanonicalDecl())
             : nullptr;
}

} // namespace

const DeclRefExpr *functionIn(const Expr *E) {
  const auto *Use = dyn_cast<DeclRefExpr>(stripped(E));
  return Use && isa<FunctionDecl>(Use->getDecl()) ? Use : nullptr;
}

class KernelPointers::Watcher : public DynamicRecursiveASTVisitor {
public:
  Watcher(const FrontendContext &C, KernelPointers &Into) : C(C), Into(Into) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool VisitVarDecl(VarDecl *V) override {
    if (!holdsFunctions(V->getType()))
      return true;
    const auto *Parameter = dyn_cast<ParmVarDecl>(V);
    if (Parameter && !Parameter->hasUninstantiatedDefaultArg() &&
        !Parameter->hasUnparsedDefaultArg() && Parameter->hasDefaultArg())
      flow(Parameter->getDefaultArg(), V);
    else if (!Parameter && V->getInit())
      flow(V->getInit(), V);
    if (V->hasLocalStorage() ||
        !(V->isExternallyVisible() || V->isStaticDataMember()))
      Seen.insert(cast<ValueDecl>(V->getCanonicalDecl()));
    return true;
  }
  /// `auto [number, kernel] = ..`: such names are not followed.
  bool VisitBindingDecl(BindingDecl *B) override {
    if (const ValueDecl *V = B->getDecomposedDecl())
      Into.Lost.insert(cast<ValueDecl>(V->getCanonicalDecl()));
    if (const Expr *E = B->getBinding())
      if (const ValueDecl *V = pointerOf(usedPointer(E)))
        Into.Lost.insert(V);
    return true;
  }
  /// Another file can not use the members of a class that only this one has.
  bool VisitFieldDecl(FieldDecl *F) override {
    if (!holdsFunctions(F->getType()))
      return true;
    std::optional<unsigned> At = C.offset(F->getLocation());
    if (At && !placeInFile(C.buffer(), {*At}).Header &&
        !F->getParent()->isUnion())
      Seen.insert(cast<ValueDecl>(F->getCanonicalDecl()));
    if (const Expr *Init = F->getInClassInitializer())
      flow(Init, F);
    return true;
  }
  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (F->doesThisDeclarationHaveABody())
      Bodies.insert(F);
    return true;
  }
  bool VisitCXXConstructorDecl(CXXConstructorDecl *F) override {
    for (const CXXCtorInitializer *Init : F->inits())
      if (Init->getMember() && holdsFunctions(Init->getMember()->getType()))
        flow(Init->getInit(), Init->getMember());
    return true;
  }
  bool VisitInitListExpr(InitListExpr *E) override {
    initialise(E->isSemanticForm() ? E : E->getSemanticForm());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) override {
    if (E->isEqualityOp())
      for (const Expr *Side : {E->getLHS(), E->getRHS()}) {
        know(Side);
        if (const DeclRefExpr *Name = functionIn(Side))
          follow(Name);
      }
    else if (E->getOpcode() == BO_Assign)
      if (const ValueDecl *V = know(E->getLHS()))
        flow(E->getRHS(), V);
    return true;
  }
  bool VisitCallExpr(CallExpr *E) override {
    if (isa<CUDAKernelCallExpr>(E))
      know(E->getCallee());
    if (const Expr *Operand = launchedBy(*E)) {
      know(Operand);
      return true;
    }
    const FunctionDecl *Callee = E->getDirectCallee(), *Definition = nullptr;
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
    if (Callee && Callee->hasBody(Definition) && !isa<CXXOperatorCallExpr>(E) &&
        !(Method && Method->isVirtual()))
      pass({E->getArgs(), E->getNumArgs()}, *Definition);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    const FunctionDecl *Definition = nullptr;
    if (E->getConstructor()->hasBody(Definition))
      pass({E->getArgs(), E->getNumArgs()}, *Definition);
    return true;
  }
  /// `for (auto kernel : kernels)`
  bool VisitCXXForRangeStmt(CXXForRangeStmt *S) override {
    const VarDecl *V = S->getLoopVariable();
    const Expr *Range = S->getRangeInit();
    if (V && Range && holdsFunctions(V->getType()) &&
        stripped(Range)->getType()->isArrayType())
      flow(Range, V);
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *E) override {
    if (E->getCastKind() == CK_PointerToBoolean)
      know(E->getSubExpr());
    return true;
  }
  bool VisitUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *E) override {
    if (!E->isArgumentType())
      know(E->getArgumentExpr());
    return true;
  }
  /// `measure<copy>(x)`: the instance's own uses tell.
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    const auto *F = dyn_cast<FunctionDecl>(E->getDecl());
    const FunctionDecl *Definition = nullptr;
    if (F && F->isTemplateInstantiation() && F->hasBody(Definition))
      for (const TemplateArgumentLoc &Argument : E->template_arguments())
        if (Argument.getArgument().getKind() == TemplateArgument::Expression)
          if (const DeclRefExpr *Name =
                  functionIn(Argument.getSourceExpression()))
            Instances[follow(Name)].insert(Definition);
    use(E);
    return true;
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    use(E);
    return true;
  }

  /// Behind all uses.
  void finish() {
    for (const auto &[Name, Pointers] : Into.Held)
      for (Pointer V : Into.reachable(Name))
        if (!Seen.count(V))
          Into.Lost.insert(V);
    for (const auto &[Name, Functions] : Instances)
      if (!llvm::all_of(Functions,
                        [&](const FunctionDecl *F) { return Bodies.count(F); }))
        Into.Loose.insert(Name);
  }

private:
  /// Above \p E have been all that know what it is used for, this time.
  void use(const Expr *E) {
    if (Known.erase(E))
      return;
    if (const auto *Name = dyn_cast<DeclRefExpr>(E);
        Name && isa<FunctionDecl>(Name->getDecl()))
      Into.Loose.insert(Name);
    else if (const ValueDecl *V = pointerOf(E))
      Into.Lost.insert(V);
  }

  /// Notes that \p E, if it uses a pointer, does nothing unknown with it.
  const ValueDecl *know(const Expr *E) {
    const Expr *Use = usedPointer(E);
    const ValueDecl *V = pointerOf(Use);
    if (V)
      Known.insert(Use);
    return V;
  }

  const DeclRefExpr *follow(const DeclRefExpr *Name) {
    Known.insert(Name);
    Into.Followed.insert(Name);
    return Name;
  }

  /// \p V, a pointer or an array of them, gets \p E.
  void flow(const Expr *E, const ValueDecl *V) {
    V = cast<ValueDecl>(V->getCanonicalDecl());
    E = stripped(E);
    if (const auto *Pick = dyn_cast<ConditionalOperator>(E)) {
      flow(Pick->getTrueExpr(), V);
      flow(Pick->getFalseExpr(), V);
    } else if (const auto *List = dyn_cast<InitListExpr>(E)) {
      for (const Expr *Element : List->inits())
        flow(Element, V);
    } else if (const DeclRefExpr *Name = functionIn(E)) {
      Into.Held[follow(Name)].insert(V);
    } else {
      Into.Mixed.insert(V);
      if (const ValueDecl *From = know(E))
        Into.Copied[From].insert(V);
    }
  }

  /// What the members of objects in \p E get; arrays of them and objects in
  /// others included.
  void initialise(const Expr *E) {
    const auto *List = dyn_cast_or_null<InitListExpr>(E);
    if (!List)
      return;
    const RecordDecl *Class = List->getType()->getAsRecordDecl();
    if (!Class) {
      llvm::for_each(List->inits(), [&](const Expr *Of) { initialise(Of); });
      return;
    }
    for (const FieldDecl *F : Class->fields())
      if (Class->isUnion() || F->getFieldIndex() >= List->getNumInits())
        continue;
      else if (const Expr *Init = List->getInit(F->getFieldIndex());
               holdsFunctions(F->getType()))
        flow(Init, F);
      else
        initialise(Init);
  }

  void pass(llvm::ArrayRef<const Expr *> Arguments, const FunctionDecl &To) {
    for (unsigned I = 0; I < Arguments.size() && I < To.getNumParams(); ++I)
      if (const ParmVarDecl *P = To.getParamDecl(I);
          holdsFunctions(P->getType()))
        flow(Arguments[I], P);
  }

  const FrontendContext &C;
  KernelPointers &Into;
  std::set<const Expr *> Known;
  std::set<Pointer> Seen;                ///< that no other file can use
  std::set<const FunctionDecl *> Bodies; ///< those seen
  std::map<const DeclRefExpr *, std::set<const FunctionDecl *>> Instances;
};

KernelPointers::KernelPointers(const FrontendContext &C) {
  Watcher Watch(C, *this);
  for (Decl *D : C.mainFileDecls())
    Watch.TraverseDecl(D);
  Watch.finish();
}

std::set<KernelPointers::Pointer>
KernelPointers::reachable(const DeclRefExpr *Name) const {
  std::set<Pointer> Seen;
  auto Found = Held.find(Name);
  if (Found == Held.end())
    return Seen;
  std::vector<Pointer> Open(Found->second.begin(), Found->second.end());
  while (!Open.empty()) {
    Pointer V = Open.back();
    Open.pop_back();
    if (!Seen.insert(V).second)
      continue;
    if (auto Next = Copied.find(V); Next != Copied.end())
      Open.insert(Open.end(), Next->second.begin(), Next->second.end());
  }
  return Seen;
}

bool KernelPointers::escapes(const DeclRefExpr *Name) const {
  return !Followed.count(Name) || Loose.count(Name) ||
         llvm::any_of(reachable(Name),
                      [&](Pointer V) { return Lost.count(V); });
}

bool KernelPointers::holdsOneKernel(const Expr *Started) const {
  const auto *Use = dyn_cast<DeclRefExpr>(stripped(Started));
  const auto *V = Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
  if (!V || !V->getInit() || !functionIn(V->getInit()) || Mixed.count(V) ||
      !(V->hasLocalStorage() || V->getType().isConstQualified()))
    return false;
  std::set<const Decl *> All;
  for (const DeclRefExpr *Name : kernelsIn(Started))
    All.insert(Name->getDecl()->getCanonicalDecl());
  return All.size() == 1;
}

std::vector<const DeclRefExpr *>
KernelPointers::kernelsIn(const Expr *Started) const {
  if (const DeclRefExpr *Name = functionIn(Started))
    return {Name};
  std::vector<const DeclRefExpr *> Names;
  if (const ValueDecl *V = pointerOf(usedPointer(Started)))
    for (const auto &[Name, Into] : Held)
      if (!escapes(Name) && reachable(Name).count(V))
        Names.push_back(Name);
  return Names;
}

} // namespace tessera
