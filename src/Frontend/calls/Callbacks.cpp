//===- Callbacks.cpp - Which functions of the file libraries may run ------===//
#include "calls/LibraryCalls.h"
#include "calls/SystemBodies.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace tessera {

static const CXXDestructorDecl *destructorOf(const ASTContext &AST,
                                             QualType Type) {
  if (Type.isNull() || Type->isReferenceType() || Type->isDependentType())
    return nullptr;
  const CXXRecordDecl *Class =
      AST.getBaseElementType(Type)->getAsCXXRecordDecl();
  return Class && Class->hasDefinition() && !Class->hasTrivialDestructor()
             ? Class->getDestructor()
             : nullptr;
}

/// The declaration of \p F that stands for it.
static const FunctionDecl *definitionOf(const FunctionDecl *F) {
  const FunctionDecl *Definition = nullptr;
  return F->hasBody(Definition) ? Definition : F->getCanonicalDecl();
}

/// What the computed callee \p E is.
static QualType calledType(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Member = dyn_cast<BinaryOperator>(E);
      Member && Member->isPtrMemOp())
    return Member->getRHS()->getType();
  return E->getType();
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// Collects what a function, or an initialiser, may run.
class Callbacks::Reader : public DynamicRecursiveASTVisitor {
public:
  /// \p Of is what reads; \p Here: for the file.
  Reader(Callbacks &Into, bool Here) : Into(Into), Here(Here) {
    ShouldVisitImplicitCode = true;
    ShouldWalkTypesOfTypeLocs = false;
  }

  void function(const FunctionDecl *F) {
    TraverseStmt(F->getBody());
    for (const ParmVarDecl *P : F->parameters())
      destroy(P->getType());
    if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(F))
      for (const CXXCtorInitializer *Member : Constructor->inits())
        TraverseStmt(Member->getInit());
    if (isa<CXXDestructorDecl>(F))
      parts(cast<CXXMethodDecl>(F)->getParent());
  }

  bool TraverseTypeLoc(TypeLoc, bool) override { return true; }
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *) override {
    return true;
  }
  bool TraverseCXXNoexceptExpr(CXXNoexceptExpr *) override { return true; }

  bool VisitCallExpr(CallExpr *E) override {
    const Expr *Named = E->getCallee()->IgnoreParenImpCasts();
    while (const auto *Given = dyn_cast<SubstNonTypeTemplateParmExpr>(Named))
      Named = Given->getReplacement()->IgnoreParenImpCasts();
    Callees.insert(Named);
    const FunctionDecl *Callee = E->getDirectCallee();
    if (!Callee) {
      if (!isa<CXXPseudoDestructorExpr>(Named))
        Result.Computed.push_back(calledType(Named));
      return true;
    }
    unsigned Builtin = Callee->getBuiltinID();
    if (Builtin == Builtin::BI__builtin_operator_new ||
        Builtin == Builtin::BI__builtin_operator_delete)
      llvm::append_range(Result.Calls, Into.Replaced);
    const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
    if (Method && Method->isVirtual())
      Result.Virtual.push_back(Method);
    if (const auto *Conversion = dyn_cast<CXXConversionDecl>(Callee))
      convert(Conversion);
    call(Callee);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) override {
    return make(E->getConstructor());
  }
  bool VisitCXXInheritedCtorInitExpr(CXXInheritedCtorInitExpr *E) override {
    return make(E->getConstructor());
  }
  bool VisitCXXBindTemporaryExpr(CXXBindTemporaryExpr *E) override {
    return destroy(E->getType());
  }
  bool VisitVarDecl(VarDecl *V) override { return destroy(V->getType()); }
  bool VisitCXXThrowExpr(CXXThrowExpr *E) override {
    return !E->getSubExpr() || destroy(E->getSubExpr()->getType());
  }
  bool VisitCXXNewExpr(CXXNewExpr *E) override {
    call(E->getOperatorNew());
    return call(E->getOperatorDelete());
  }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *E) override {
    call(E->getOperatorDelete());
    return E->getDestroyedType().isNull() || destroy(E->getDestroyedType());
  }
  bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr *E) override {
    return TraverseStmt(E->getExpr());
  }
  bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr *E) override {
    return TraverseStmt(E->getExpr());
  }
  bool VisitInitListExpr(InitListExpr *E) override {
    return !E->hasArrayFiller() || TraverseStmt(E->getArrayFiller());
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    const auto *F = dyn_cast<FunctionDecl>(E->getDecl());
    if (F && !Callees.count(E))
      take(F, F->getType());
    return true;
  }

  Node Result;

private:
  bool call(const FunctionDecl *F) {
    if (const FunctionDecl *Definition = Into.add(F)) {
      Result.Calls.push_back(Definition);
      Into.KnowsFile |= !F->hasBody() && isForFile(Into.C, F);
    }
    return true;
  }

  bool make(const CXXConstructorDecl *F) {
    if (F->getParent()->isPolymorphic())
      Into.construct(F->getParent());
    return call(F);
  }

  bool destroy(QualType Type) {
    const CXXDestructorDecl *F = destructorOf(Into.C.AST, Type);
    if (!F)
      return true;
    if (F->isVirtual())
      Result.Virtual.push_back(F);
    return call(F);
  }

  /// The objects that are a part of one of \p Class end with it.
  void parts(const CXXRecordDecl *Class) {
    for (const FieldDecl *Field : Class->fields())
      destroy(Field->getType());
    for (const CXXBaseSpecifier &Base : Class->bases())
      destroy(Base.getType());
    for (const CXXBaseSpecifier &Base : Class->vbases())
      destroy(Base.getType());
  }

  void take(const FunctionDecl *F, QualType Type) {
    const FunctionDecl *Definition = Into.add(F);
    if (!Definition)
      return;
    Into.take(Definition, Type);
    // The file's own use of its functions counts as a call unseen.
    if (!Here || !Into.isHere(Definition))
      Into.Strangers.push_back(Definition);
    if (Into.isHere(Definition) || !isOfLibrary(Into.C, Definition))
      Into.Addressed.push_back(Definition);
  }

  /// A lambda becomes a pointer to a function.
  void convert(const CXXConversionDecl *F) {
    const CXXRecordDecl *Class = F->getParent();
    if (!Class->isLambda())
      return;
    if (const FunctionTemplateDecl *All =
            Class->getDependentLambdaCallOperator()) {
      for (const FunctionDecl *Each : All->specializations())
        take(Each, F->getConversionType());
    } else if (const CXXMethodDecl *Body = Class->getLambdaCallOperator()) {
      take(Body, F->getConversionType());
    }
  }

  Callbacks &Into;
  bool Here;
  llvm::DenseSet<const Expr *> Callees;
};

//===----------------------------------------------------------------------===//
// The graph
//===----------------------------------------------------------------------===//

namespace {

/// Finds the variables that are no function's.
class FileVariables : public DynamicRecursiveASTVisitor {
public:
  FileVariables() { ShouldVisitTemplateInstantiations = true; }
  bool VisitVarDecl(VarDecl *V) override {
    if (V->isFileVarDecl() && !V->getType()->isDependentType())
      All.push_back(V);
    return true;
  }
  std::vector<VarDecl *> All;
};

} // namespace

Callbacks::Callbacks(const FrontendContext &C) : C(C) {
  for (const FunctionDecl *F : C.HostFunctionList)
    if (F->isReplaceableGlobalAllocationFunction())
      Replaced.push_back(F);
  Reader File(*this, /*Here=*/true);
  for (const FunctionDecl *F : C.HostFunctionList)
    File.function(F);
  Reader Before(*this, /*Here=*/true);
  FileVariables Variables;
  for (Decl *D : C.mainFileDecls())
    Variables.TraverseDecl(D);
  for (VarDecl *V : Variables.All)
    Before.TraverseDecl(V);
  resolve();
  FunctionList Destructors;
  for (const Node *Does : {&File.Result, &Before.Result})
    for (const FunctionDecl *F : Does->Calls)
      if (isa<CXXDestructorDecl>(F) && !isHere(F))
        Destructors.push_back(F);
  Unseen = reached(std::move(Destructors));
  BeforeMain = reached(step(Before.Result));
  llvm::erase_if(BeforeMain, [](const FunctionDecl *F) {
    return isa<CXXDestructorDecl>(F);
  });
}

/// Reads what is new and joins what calls each other.
void Callbacks::resolve() {
  while (!ToRead.empty()) {
    const FunctionDecl *F = ToRead.back();
    ToRead.pop_back();
    read(F);
  }
  llvm::DenseMap<const FunctionDecl *, FunctionList> Callers;
  llvm::DenseSet<const FunctionDecl *> Here;
  for (auto &[F, Does] : Nodes) {
    Does.Next = step(Does);
    for (const FunctionDecl *Callee : Does.Next) {
      Callers[Callee].push_back(F);
      if (isHere(Callee))
        Here.insert(Callee);
    }
  }
  Leaves.assign(Here.begin(), Here.end());
  sort(Leaves);
  Leading = Here;
  FunctionList ToDo = Leaves;
  while (!ToDo.empty()) {
    const FunctionDecl *F = ToDo.back();
    ToDo.pop_back();
    for (const FunctionDecl *Caller : Callers[F])
      if (Leading.insert(Caller).second)
        ToDo.push_back(Caller);
  }
}

/// Sorts functions of the file.
void Callbacks::sort(FunctionList &All) const {
  llvm::sort(All, [&](const FunctionDecl *A, const FunctionDecl *B) {
    return C.HostFunctions.lookup(A) < C.HostFunctions.lookup(B);
  });
}

bool Callbacks::isHere(const FunctionDecl *F) const {
  return C.HostFunctions.count(F);
}

/// Notes that \p F may run, and reads it if that is new. \returns what runs;
/// null if nothing does.
const FunctionDecl *Callbacks::add(const FunctionDecl *F) {
  if (!F || F->isTrivial() || F->isDependentContext())
    return nullptr;
  const FunctionDecl *Definition = definitionOf(F);
  if (!isHere(Definition) && Nodes.try_emplace(Definition).second)
    ToRead.push_back(Definition);
  return Definition;
}

/// Whether \p F, which has no body, may run what is passed to it.
bool Callbacks::isForeign(const FunctionDecl *F) const {
  const LibraryRow *Row = LibraryTable::get().find(libraryName(F));
  return !(Row && !Row->RunsOthers) && !F->isPureVirtual() &&
         !F->isImplicit() && !F->getBuiltinID() &&
         F->getTemplateSpecializationKind() !=
             TSK_ExplicitInstantiationDeclaration;
}

void Callbacks::read(const FunctionDecl *F) {
  Reader Read(*this, /*Here=*/false);
  if (F->hasBody()) {
    Read.function(F);
  } else {
    Read.Result.Foreign = isForeign(F);
    if (!F->isExternC() && !F->getBuiltinID())
      Read.Result.Calls = Replaced;
  }
  Nodes[F] = std::move(Read.Result);
}

/// Objects of the dynamic type \p Class exist.
void Callbacks::construct(const CXXRecordDecl *Class) {
  Class = Class->getDefinition();
  if (!Class || !Constructed.insert(Class).second)
    return;
  for (const CXXMethodDecl *Method : Class->methods())
    if (Method->isVirtual())
      if (const FunctionDecl *F = add(Method); F && !isHere(F))
        Strangers.push_back(F);
}

/// A function, a pointer or a member pointer to it, without `noexcept`.
static QualType functionType(ASTContext &AST, QualType Type) {
  Type = Type.getNonReferenceType();
  if (!Type->getPointeeType().isNull())
    Type = Type->getPointeeType();
  Type = Type.getCanonicalType().getUnqualifiedType();
  return Type->isFunctionProtoType()
             ? AST.getFunctionTypeWithExceptionSpec(Type, EST_None)
                   .getCanonicalType()
             : Type;
}

void Callbacks::take(const FunctionDecl *F, QualType Type) {
  FunctionList &All = Taken[functionType(C.AST, Type).getAsOpaquePtr()];
  if (!llvm::is_contained(All, F))
    All.push_back(F);
}

void Callbacks::callVirtual(const CXXMethodDecl *Method,
                            FunctionList &Into) const {
  for (const CXXRecordDecl *Class : Constructed) {
    const CXXRecordDecl *Base = Method->getParent();
    if (!declaresSameEntity(Class, Base) && !Class->isDerivedFrom(Base))
      continue;
    const CXXMethodDecl *Final =
        isa<CXXDestructorDecl>(Method)
            ? Class->getDestructor()
            : Method->getCorrespondingMethodInClass(Class, /*MayBeBase=*/true);
    if (!Final)
      continue;
    Into.push_back(definitionOf(Final));
    if (const auto *Ends = dyn_cast<CXXDestructorDecl>(Final))
      if (const FunctionDecl *Freed = Ends->getOperatorDelete())
        Into.push_back(definitionOf(Freed));
  }
}

/// What a function runs that does \p Does, without what that runs.
FunctionList Callbacks::step(const Node &Does) const {
  FunctionList All = Does.Calls;
  for (QualType Type : Does.Computed)
    if (auto Found = Taken.find(functionType(C.AST, Type).getAsOpaquePtr());
        Found != Taken.end())
      llvm::append_range(All, Found->second);
  for (const CXXMethodDecl *Method : Does.Virtual)
    callVirtual(Method, All);
  if (Does.Foreign)
    llvm::append_range(All, Strangers);
  return All;
}

/// The functions of the file that \p ToDo leads to.
FunctionList Callbacks::reached(FunctionList ToDo) const {
  FunctionList Found;
  llvm::DenseSet<const FunctionDecl *> Seen;
  while (!ToDo.empty()) {
    const FunctionDecl *F = ToDo.back();
    ToDo.pop_back();
    if (!Seen.insert(F).second)
      continue;
    if (isHere(F))
      Found.push_back(F);
    else if (auto Does = Nodes.find(F); Does != Nodes.end() && Leading.count(F))
      llvm::append_range(ToDo, Does->second.Next);
  }
  sort(Found);
  return Found;
}

FunctionList Callbacks::reachedBy(const Node &Does) {
  if (!ToRead.empty())
    resolve();
  return reached(step(Does));
}

const FunctionList &Callbacks::of(const FunctionDecl *Callee) {
  auto Known = Of.find(Callee);
  if (Known != Of.end())
    return Known->second;
  Node Does;
  if (const FunctionDecl *Definition = add(Callee))
    Does.Calls.push_back(Definition);
  if (const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
      Method && Method->isVirtual())
    Does.Virtual.push_back(Method);
  return Of[Callee] = reachedBy(Does);
}

const FunctionList &Callbacks::ofComputed(const Expr *Callee) {
  QualType Type = calledType(Callee);
  void *Key = functionType(C.AST, Type).getAsOpaquePtr();
  auto Known = OfComputed.find(Key);
  if (Known != OfComputed.end())
    return Known->second;
  Node Does;
  Does.Computed.push_back(Type);
  return OfComputed[Key] = reachedBy(Does);
}

} // namespace tessera
