//===- NotManaged.cpp - What managed memory cannot hold -------------------===//
//
// CUDA makes the address of a managed variable when the program starts: it is
// in no constant, and the variable's own value is one (CUDA C++ Programming
// Guide, managed variables and device memory space specifiers).
//
//===----------------------------------------------------------------------===//
#include "variables/NotManaged.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace tessera {

/// Calls \p Found with each variable and function whose address \p Value has.
static void forAddresses(const APValue &Value,
                         llvm::function_ref<void(const ValueDecl *)> Found) {
  auto All = [&](unsigned Count, auto At) {
    for (unsigned I = 0; I < Count; ++I)
      forAddresses(At(I), Found);
  };
  switch (Value.getKind()) {
  case APValue::LValue:
    if (const auto *D = Value.getLValueBase().dyn_cast<const ValueDecl *>())
      Found(D);
    return;
  case APValue::Struct:
    All(Value.getStructNumBases(),
        [&](unsigned I) -> const APValue & { return Value.getStructBase(I); });
    return All(Value.getStructNumFields(), [&](unsigned I) -> const APValue & {
      return Value.getStructField(I);
    });
  case APValue::Union:
    return forAddresses(Value.getUnionValue(), Found);
  case APValue::Array:
    All(Value.getArrayInitializedElts(), [&](unsigned I) -> const APValue & {
      return Value.getArrayInitializedElt(I);
    });
    if (Value.hasArrayFiller())
      forAddresses(Value.getArrayFiller(), Found);
    return;
  default:
    return;
  }
}

/// Whether \p Made leaves all that it is called for as it was.
static bool doesNothing(const CXXConstructorDecl *Made) {
  if (Made->isTrivial())
    return true;
  const FunctionDecl *Definition = nullptr;
  const auto *Body = Made->hasBody(Definition)
                         ? dyn_cast<CompoundStmt>(Definition->getBody())
                         : nullptr;
  return Body && Body->body_empty() &&
         llvm::all_of(cast<CXXConstructorDecl>(Definition)->inits(),
                      [](const CXXCtorInitializer *Init) {
                        const auto *Of = dyn_cast<CXXConstructExpr>(
                            Init->getInit()->IgnoreImplicit());
                        return Of && doesNothing(Of->getConstructor());
                      });
}

/// Whether \p Made, which the compiler writes, gives values to some members
/// alone: no constant in CUDA.
static bool leavesMembers(const CXXConstructorDecl *Made) {
  const auto &Fields = Made->getParent()->fields();
  return Made->isImplicit() && !Made->isTrivial() &&
         llvm::any_of(Fields, [](const FieldDecl *F) {
           return !F->hasInClassInitializer() && !F->getType()->isRecordType();
         });
}

/// Whether CUDA knows the address of \p D when it compiles for the device:
/// that of managed memory it does not.
static bool isOnDevice(const ValueDecl *D) {
  return (D->hasAttr<CUDADeviceAttr>() || D->hasAttr<CUDAConstantAttr>() ||
          D->hasAttr<CUDAGlobalAttr>()) &&
         llvm::none_of(D->specific_attrs<AnnotateAttr>(),
                       [](const AnnotateAttr *A) {
                         return A->getAnnotation() == "tessera.managed";
                       });
}

std::string whyNotManaged(const VarDecl *V, const ASTContext &AST) {
  if (AST.getBaseElementType(V->getType()).isConstQualified())
    return "it is const, which managed memory cannot be";
  const VarDecl *Initialising = V->getInitializingDeclaration();
  const Expr *Init = Initialising ? Initialising->getInit() : nullptr;
  if (!Init || Init->isValueDependent())
    return "";
  if (const auto *Made = dyn_cast<CXXConstructExpr>(Init->IgnoreImplicit())) {
    if (doesNothing(Made->getConstructor()))
      return "";
    if (leavesMembers(Made->getConstructor()))
      return "its initialiser is no constant, as that of managed memory must "
             "be";
  }
  if (!Initialising->hasConstantInitialization())
    return "its initialiser is no constant, as that of managed memory must be";
  std::string Why;
  if (const APValue *Value = Initialising->evaluateValue())
    forAddresses(*Value, [&](const ValueDecl *Of) {
      if (!isOnDevice(Of))
        Why = "its initialiser has the address of '" + Of->getNameAsString() +
              "', which that of managed memory cannot";
    });
  return Why;
}

namespace {

class ConstantUses : public DynamicRecursiveASTVisitor {
public:
  explicit ConstantUses(FrontendContext &C) : C(C) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool VisitVarDecl(VarDecl *V) override {
    const VarDecl *Initialising = V->getInitializingDeclaration();
    if (!Initialising || Initialising != V || V->isInvalidDecl() ||
        (!V->isConstexpr() && !V->hasAttr<ConstInitAttr>()) ||
        V->getType()->isDependentType() || !V->getInit() ||
        V->getInit()->isValueDependent())
      return true;
    if (const APValue *Value = V->evaluateValue())
      forAddresses(*Value, [&](const ValueDecl *Of) {
        note(Of, "the constant '" + V->getNameAsString() +
                     "' has its address, which no constant has of managed "
                     "memory");
      });
    return true;
  }

  bool TraverseTemplateArgumentLoc(const TemplateArgumentLoc &A) override {
    if (A.getArgument().getKind() == TemplateArgument::Expression)
      inArgument(A.getSourceExpression());
    return DynamicRecursiveASTVisitor::TraverseTemplateArgumentLoc(A);
  }

  bool VisitDecltypeTypeLoc(DecltypeTypeLoc Type) override {
    if (const auto *Use = dyn_cast<DeclRefExpr>(Type.getUnderlyingExpr()))
      note(Use->getDecl(), "decltype names it, which it cannot in managed "
                           "memory");
    return true;
  }

private:
  void inArgument(const Stmt *S) {
    if (!S || isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr>(S))
      return; // not evaluated
    if (const auto *Use = dyn_cast<DeclRefExpr>(S))
      note(Use->getDecl(), "it is a template's argument, which managed memory "
                           "cannot be");
    for (const Stmt *Child : S->children())
      inArgument(Child);
  }

  void note(const ValueDecl *D, std::string Why) {
    const auto *V = dyn_cast<VarDecl>(D);
    auto Found = V ? C.SharedVariables.find(V->getCanonicalDecl())
                   : C.SharedVariables.end();
    if (Found == C.SharedVariables.end())
      return;
    std::string &Into = C.Result.Host.Variables[Found->second.Index].NotManaged;
    if (Into.empty())
      Into = std::move(Why);
  }

  FrontendContext &C;
};

} // namespace

void noteConstantUses(FrontendContext &C) {
  ConstantUses Uses(C);
  for (Decl *D : programDecls(C.AST))
    Uses.TraverseDecl(D);
}

} // namespace tessera
