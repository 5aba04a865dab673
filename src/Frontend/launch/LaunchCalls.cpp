//===- LaunchCalls.cpp - Calls of the runtime that start kernels ----------===//
#include "launch/LaunchCalls.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace tessera {
namespace {

/// How a call is told what it starts; indices of operands.
struct Form {
  unsigned Kernel;
  std::optional<unsigned> Configured; ///< the address of a cudaLaunchConfig_t
  std::optional<unsigned> Array;      ///< of the arguments' addresses
};

std::optional<Form> formOf(const CallExpr &E) {
  const FunctionDecl *F = E.getDirectCallee();
  if (!F || !F->getIdentifier())
    return std::nullopt;
  auto Known = llvm::StringSwitch<std::optional<Form>>(F->getName())
                   .Case("cudaLaunchKernel", Form{0, std::nullopt, 3})
                   .Case("cudaLaunchKernelEx", Form{1, 0, std::nullopt})
                   .Case("cudaLaunchKernelExC", Form{1, 0, 2})
                   .Default(std::nullopt);
  const unsigned Last =
      Known ? std::max(Known->Kernel, Known->Array.value_or(0)) : 0;
  return Known && Last < E.getNumArgs() ? Known : std::nullopt;
}

const VarDecl *variableIn(const Expr *E) {
  const auto *Use = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
  return Use ? dyn_cast<VarDecl>(Use->getDecl()) : nullptr;
}

/// `x` of the address `&x`.
const Expr *addressedBy(const Expr *E) {
  const auto *Address = dyn_cast<UnaryOperator>(E->IgnoreParenCasts());
  return Address && Address->getOpcode() == UO_AddrOf ? Address->getSubExpr()
                                                      : nullptr;
}

/// The addresses in a local array of them; none if anything else is in it.
std::vector<const UnaryOperator *> addressesIn(const VarDecl *V) {
  std::vector<const UnaryOperator *> Found;
  const ArrayType *Array = V ? V->getType()->getAsArrayTypeUnsafe() : nullptr;
  const auto *List = Array && V->hasLocalStorage() && V->getInit()
                         ? dyn_cast<InitListExpr>(V->getInit())
                         : nullptr;
  if (!List || !Array->getElementType()->isVoidPointerType())
    return Found;
  for (const Expr *Element : List->inits()) {
    if (!addressedBy(Element))
      return {};
    Found.push_back(cast<UnaryOperator>(Element->IgnoreParenCasts()));
  }
  return Found;
}

class ArrayWatcher : public DynamicRecursiveASTVisitor {
public:
  bool VisitVarDecl(VarDecl *V) override {
    Arrays.declare(V);
    return true;
  }
  bool VisitCallExpr(CallExpr *E) override {
    Arrays.call(*E);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    Arrays.use(E);
    return true;
  }

  ArgumentArrays Arrays;
};

/// The variables whose addresses \p Array, an operand in \p Body, has.
std::vector<const Expr *> variablesIn(const Expr *Array, const Stmt *Body) {
  const VarDecl *V = variableIn(Array);
  ArrayWatcher Watch;
  Watch.TraverseStmt(const_cast<Stmt *>(Body));
  std::vector<const Expr *> Found;
  if (!Watch.Arrays.leaks(V))
    for (const UnaryOperator *Address : addressesIn(V))
      Found.push_back(Address->getSubExpr());
  return Found;
}

/// The values of the members of a local object that are assigned once: beside
/// its declaration, before anything else is done with it.
class ConfigurationWatcher : public DynamicRecursiveASTVisitor {
public:
  explicit ConfigurationWatcher(const VarDecl *V) : V(V) {}

  bool VisitCompoundStmt(CompoundStmt *S) override {
    bool Declared = false;
    for (const Stmt *Child : S->body()) {
      const auto *E = dyn_cast<Expr>(Child);
      const MemberExpr *Member = E ? assigned(E).first : nullptr;
      if (const auto *D = dyn_cast<DeclStmt>(Child))
        Declared |= llvm::is_contained(D->decls(), V);
      else if (Declared && Member)
        First.insert(Member);
      else if (Declared && (isa<SwitchCase, LabelStmt>(Child) || uses(Child)))
        break;
    }
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *E) override {
    noteAssignment(E);
    return true;
  }
  /// `config.gridDim = n`, an object
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *E) override {
    noteAssignment(E);
    return true;
  }
  bool VisitCallExpr(CallExpr *E) override {
    std::optional<Form> F = formOf(*E);
    if (F && F->Configured)
      if (const Expr *Object = addressedBy(E->getArg(*F->Configured)))
        Known.insert(Object->IgnoreParenCasts());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    Lost |= E->getDecl() == V && !Known.count(E);
    return true;
  }

  const Expr *value(llvm::StringRef Member) const {
    auto Found = Assigned.find(Member.str());
    return Lost || Found == Assigned.end() || Found->second.size() != 1
               ? nullptr
               : Found->second.front();
  }

private:
  bool uses(const Stmt *S) const {
    const auto *Use = dyn_cast_or_null<DeclRefExpr>(S);
    return (Use && Use->getDecl() == V) ||
           (S && llvm::any_of(S->children(),
                              [&](const Stmt *Part) { return uses(Part); }));
  }

  void noteAssignment(const Expr *E) {
    auto [Member, Value] = assigned(E);
    if (!Member)
      return;
    Known.insert(Member->getBase()->IgnoreParenCasts());
    Assigned[Member->getMemberDecl()->getName().str()].push_back(
        First.count(Member) ? Value : nullptr);
  }

  /// The member of the object that \p E assigns, and what it gets.
  std::pair<const MemberExpr *, const Expr *> assigned(const Expr *E) const {
    E = E->IgnoreUnlessSpelledInSource();
    const Expr *To = nullptr, *Value = nullptr;
    if (const auto *Binary = dyn_cast<BinaryOperator>(E);
        Binary && Binary->getOpcode() == BO_Assign)
      To = Binary->getLHS(), Value = Binary->getRHS();
    else if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
             Call && Call->getOperator() == OO_Equal && Call->getNumArgs() == 2)
      To = Call->getArg(0), Value = Call->getArg(1);
    const auto *Member =
        To ? dyn_cast<MemberExpr>(To->IgnoreParens()) : nullptr;
    return Member && !Member->isArrow() && variableIn(Member->getBase()) == V
               ? std::pair(Member, Value)
               : std::pair<const MemberExpr *, const Expr *>();
  }

  const VarDecl *V;
  std::set<const Expr *> Known;
  std::set<const MemberExpr *> First; ///< assigned before all else
  std::map<std::string, std::vector<const Expr *>> Assigned;
  bool Lost = false;
};

std::vector<const Expr *> configurationIn(const Expr *Address,
                                          const Stmt *Body) {
  const Expr *Object = addressedBy(Address);
  const VarDecl *V = Object ? variableIn(Object) : nullptr;
  if (!V || !V->isLocalVarDecl() || V->isStaticLocal() || !Body)
    return std::vector<const Expr *>(4);
  ConfigurationWatcher Watch(V);
  Watch.TraverseStmt(const_cast<Stmt *>(Body));
  return {Watch.value("gridDim"), Watch.value("blockDim"),
          Watch.value("dynamicSmemBytes"), Watch.value("stream")};
}

} // namespace

const Expr *launchedBy(const CallExpr &E) {
  std::optional<Form> F = formOf(E);
  return F ? E.getArg(F->Kernel) : nullptr;
}

bool passesByReference(const CallExpr &E) {
  std::optional<Form> F = formOf(E);
  return F && !F->Array;
}

std::optional<LaunchCall> describeLaunchCall(const CallExpr &E,
                                             const FunctionDecl &Kernel,
                                             const Stmt *Body) {
  std::optional<Form> F = formOf(E);
  if (!F)
    return std::nullopt;
  llvm::ArrayRef<const Expr *> Operands(E.getArgs(), E.getNumArgs());
  LaunchCall Call;
  if (F->Array)
    Call.Arguments = variablesIn(Operands[*F->Array], Body);
  else
    Call.Arguments.assign(Operands.begin() + 2, Operands.end());
  if (Call.Arguments.size() != Kernel.getNumParams())
    return std::nullopt;
  for (unsigned I = 0; I < Kernel.getNumParams(); ++I)
    if (!Kernel.getASTContext().hasSimilarType(
            Kernel.getParamDecl(I)->getType(),
            Call.Arguments[I]->getType().getNonReferenceType()))
      return std::nullopt;
  if (F->Configured)
    Call.Configuration = configurationIn(Operands[*F->Configured], Body);
  else
    for (unsigned I : {1, 2, 4, 5})
      Call.Configuration.push_back(I < Operands.size() ? Operands[I] : nullptr);
  return Call;
}

void ArgumentArrays::declare(const VarDecl *V) {
  std::vector<const UnaryOperator *> Found = addressesIn(V);
  Addresses.insert(Found.begin(), Found.end());
  if (!Found.empty())
    Arrays[V] = std::move(Found);
}

void ArgumentArrays::call(const CallExpr &E) {
  std::optional<Form> F = formOf(E);
  if (F && F->Array)
    Read.insert(E.getArg(*F->Array)->IgnoreParenCasts());
}

void ArgumentArrays::use(const DeclRefExpr *E) {
  if (const auto *V = dyn_cast<VarDecl>(E->getDecl());
      V && Arrays.count(V) && !Read.count(E))
    Leaky.insert(V);
}

std::vector<const UnaryOperator *> ArgumentArrays::leaked() const {
  std::vector<const UnaryOperator *> Found;
  for (const auto &[V, In] : Arrays)
    if (Leaky.count(V))
      Found.insert(Found.end(), In.begin(), In.end());
  return Found;
}

} // namespace tessera
