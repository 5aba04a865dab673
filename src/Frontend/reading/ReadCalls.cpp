//===- ReadCalls.cpp - Functions whose body can stand in the kernel -------===//
#include "reading/Reader.h"
#include "source/TypeText.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace tessera {

/// Whether the text of \p Callee, in the body of \p Kernel, has all names that
/// it has where it stands.
static bool sharesNames(const FunctionDecl *Callee,
                        const FunctionDecl *Kernel) {
  auto Around = [](const FunctionDecl *F) {
    return F->getDeclContext()->getPrimaryContext();
  };
  return Around(Callee) == Around(Kernel);
}

/// Whether \p Callee is a function of the device's that nothing but its text
/// tells of.
static bool canBeRead(const FunctionDecl *Callee) {
  return Callee->hasAttr<CUDADeviceAttr>() &&
         !Callee->hasAttr<CUDAGlobalAttr>() &&
         !Callee->hasAttr<NoInlineAttr>() && !Callee->isVariadic() &&
         !isa<CXXMethodDecl>(Callee) && !Callee->isDependentContext() &&
         !Callee->isTemplateInstantiation() &&
         !Callee->getReturnType()->isReferenceType() &&
         !Callee->getReturnType()->isRecordType();
}

/// Whether facts of a kernel with \p Of in it are better ones: those of a
/// function that returns an expression are known without.
static bool isWorthReading(const ir::Function &Of) {
  using Kind = ir::Stmt::Kind;
  using Op = ir::Expr::Op;
  const bool IsExpression =
      Of.Body->Body.size() == 1 && Of.Body->Body[0]->K == Kind::Return;
  bool Worth = false;
  ir::walk(Of.Body, [&](const ir::Stmt &S) {
    Worth |= S.isLoop();
    return true;
  });
  ir::eachExpr(Of.Body, [&](const ir::ExprPtr &E) {
    ir::walk(E, [&](const ir::Expr &Each) {
      Worth |= Each.O == Op::Builtin ||
               (!IsExpression &&
                ((Each.O == Op::Assign && Each.Args[0]->O == Op::Element) ||
                 (Each.O == Op::Call && !Each.Pure)));
      return true;
    });
  });
  return Worth;
}

/// Whether everything in \p Of, whose variables are those from
/// \p FirstScalar on, is understood, and is spelled as the user did.
bool KernelReader::keepsMeaning(const ir::Function &Of,
                                size_t FirstScalar) const {
  bool Known = true;
  ir::walk(Of.Body, [&](const ir::Stmt &S) {
    Known &= S.K != ir::Stmt::Kind::Opaque;
    for (const ir::Local &L : S.Locals)
      Known &= L.Scalar.has_value();
    return true;
  });
  ir::eachExpr(Of.Body, [&](const ir::ExprPtr &E) {
    ir::walk(E, [&](const ir::Expr &Each) {
      Known &= !(Each.O == ir::Expr::Op::Name && Each.IsLocal);
      return true;
    });
  });
  for (size_t V = FirstScalar; V != K.Scalars.size(); ++V)
    Known &= !K.Scalars[V].Escapes;
  if (!Known)
    return false;
  ir::Kernel Alone;
  Alone.Scalars = K.Scalars;
  Alone.Others = K.Others;
  for (ir::Scalar &S : Alone.Scalars)
    S.IsParameter = false;
  for (ir::VarId P : Of.Parameters)
    Alone.Scalars[P].IsParameter = true;
  Alone.Body = Of.Body;
  std::optional<std::vector<ir::Piece>> Text = ir::spell(Alone, C.buffer());
  if (!Text || Of.Body->Text.empty())
    return false;
  const SourceRange Whole = {Of.Body->Text.front().Bytes.Begin,
                             Of.Body->Text.back().Bytes.End};
  return ir::textOf(*Text, C.buffer()) == C.text(Whole);
}

std::optional<ir::Function>
KernelReader::readFunction(const FunctionDecl *Callee) {
  const auto *Body = dyn_cast<CompoundStmt>(Callee->getBody());
  if (!Body || !canBeRead(Callee) || !sharesNames(Callee, F) ||
      Body->getBeginLoc().isMacroID() || Body->getEndLoc().isMacroID() ||
      hasLabels(Body) ||
      !llvm::all_of(Callee->parameters(), [&](const auto *P) {
        return isScalar(P) && P->getIdentifier();
      }))
    return std::nullopt;
  std::optional<SourceRange> Range = C.parsedRange(Body->getSourceRange());
  if (!Range || hasDirectives(C, *Range))
    return std::nullopt;
  const size_t FirstScalar = K.Scalars.size();
  ir::Function Result;
  for (const ParmVarDecl *P : Callee->parameters()) {
    Result.Parameters.push_back(*scalarOf(P));
    K.Scalars.back().IsParameter = false;
  }
  Result.Result = type(Callee->getReturnType());
  Result.ResultType =
      typeText(Callee->getReturnType().getUnqualifiedType(), C.AST);
  unsigned Cursor = Range->Begin;
  const bool WasBroken = std::exchange(Broken, false);
  Result.Body = stmt(Body, Cursor);
  if (std::exchange(Broken, WasBroken) || !keepsMeaning(Result, FirstScalar) ||
      !isWorthReading(Result))
    return std::nullopt;
  // In the kernel its variables hide nothing.
  for (size_t V = FirstScalar; V != K.Scalars.size(); ++V) {
    const std::string &Name = K.Scalars[V].Name;
    if (!F->getDeclContext()
             ->getRedeclContext()
             ->lookup(&C.AST.Idents.get(Name))
             .empty() ||
        !C.AST.getTranslationUnitDecl()
             ->lookup(&C.AST.Idents.get(Name))
             .empty())
      K.Own.insert(Name);
  }
  return Result;
}

std::optional<unsigned> KernelReader::function(const FunctionDecl *Callee) {
  const FunctionDecl *Definition = nullptr;
  if (!Callee->hasBody(Definition) || !C.offset(Definition->getLocation()))
    return std::nullopt;
  auto [At, New] = Functions.try_emplace(Definition, std::nullopt);
  if (!New) // known, or one that calls itself
    return At->second;
  std::optional<ir::Function> Read = readFunction(Definition);
  if (!Read)
    return std::nullopt;
  K.Functions.push_back(std::move(*Read));
  return Functions[Definition] = unsigned(K.Functions.size()) - 1;
}

} // namespace tessera
