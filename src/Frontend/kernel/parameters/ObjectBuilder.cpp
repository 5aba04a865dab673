//===- ObjectBuilder.cpp - Parameters that are classes --------------------===//
//
// A member of a parameter that the kernel does not change is as good as a
// parameter of its own: `a.n` is a symbol, and `a.data` an array.
//
//===----------------------------------------------------------------------===//
#include "kernel/KernelBuilder.h"
#include "source/TypeText.h"

using namespace clang;

namespace tessera {

std::optional<KernelBuilder::Object>
KernelBuilder::object(const Expr *E) const {
  E = E->IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    switch (Cast->getCastKind()) {
    case CK_NoOp:
    case CK_LValueToRValue:
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase:
      return object(Cast->getSubExpr());
    default:
      return std::nullopt;
    }
  if (const auto *Copy = dyn_cast<CXXConstructExpr>(E))
    return Copy->getNumArgs() == 1 &&
                   Copy->getConstructor()->isCopyOrMoveConstructor() &&
                   Copy->getConstructor()->isTrivial()
               ? object(Copy->getArg(0))
               : std::nullopt;
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_Deref &&
                   isa<CXXThisExpr>(Unary->getSubExpr()->IgnoreParenImpCasts())
               ? object(Unary->getSubExpr())
               : std::nullopt;
  if (isa<CXXThisExpr>(E))
    return Frames.empty() ? std::nullopt : Frames.back().This;
  if (const auto *Use = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Use->getDecl());
    if (auto Known = Objects.find(V); Known != Objects.end())
      return Known->second;
    bool IsOurs = V && isa<ParmVarDecl>(V) && V->getDeclContext() == F &&
                  V->getType()->isRecordType() && !Mutated.count(V);
    return IsOurs ? std::optional(Object{V, {}}) : std::nullopt;
  }
  const auto *Member = dyn_cast<MemberExpr>(E);
  const auto *Field =
      Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
  if (!Field || !Field->getType()->isRecordType())
    return std::nullopt;
  std::optional<Object> Result = object(Member->getBase());
  if (Result)
    Result->Path.push_back(Field);
  return Result;
}

/// How the kernel writes \p O.
static std::string spelled(const KernelParts::Object &O) {
  std::string Text = O.Root->getNameAsString();
  for (const FieldDecl *Field : O.Path)
    Text += "." + Field->getNameAsString();
  return Text;
}

std::optional<unsigned> KernelBuilder::member(const MemberExpr *E) {
  const auto *Field = dyn_cast<FieldDecl>(E->getMemberDecl());
  QualType Type = E->getMemberDecl()->getType();
  bool IsPointer = Type->isPointerType();
  if (!Field || Field->getType().isVolatileQualified() ||
      (!IsPointer && !Type->isIntegralOrEnumerationType()) ||
      Field->isBitField())
    return std::nullopt;
  std::optional<Object> Of = object(E->getBase());
  if (!Of)
    return std::nullopt;
  Of->Path.push_back(Field);
  auto [It, New] =
      Members.try_emplace({Of->Root, Of->Path}, unsigned(K.Parameters.size()));
  if (!New)
    return It->second;
  ParameterInfo Info;
  Info.Name = spelled(*Of);
  Info.Type = typeText(Type, C.AST);
  Info.IsPointer = IsPointer;
  Info.IsInteger = !IsPointer;
  Info.IsUnsigned = Type->isUnsignedIntegerType();
  Info.Object = cast<ParmVarDecl>(Of->Root)->getFunctionScopeIndex();
  for (const FieldDecl *F : Of->Path)
    Info.Members.push_back(F->getNameAsString());
  if (IsPointer) {
    MemberArrays[It->second] = {unsigned(K.Arrays.size())};
    ArrayInfo A = describeArray(Field);
    A.Name = Info.Name;
    A.Parameter = It->second;
    K.Arrays.push_back(std::move(A));
  } else {
    Info.Symbol = Info.Name;
    Scope.declare(Info.Symbol, !Info.IsUnsigned, /*IsParameter=*/true,
                  C.AST.getIntWidth(Type));
  }
  K.Parameters.push_back(std::move(Info));
  return It->second;
}

std::optional<TypedValue> KernelBuilder::value(const MemberExpr *E) {
  std::optional<unsigned> Parameter = member(E);
  if (!Parameter || K.Parameters[*Parameter].Symbol.empty())
    return std::nullopt;
  return Polynomial::symbol(K.Parameters[*Parameter].Symbol);
}

} // namespace tessera
