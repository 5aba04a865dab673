//===- ReadObjects.cpp - Objects of Clang's, their members and copies -----===//
//
// Those that have nothing but numbers of one type, as `float4` does, are
// understood.
//
//===----------------------------------------------------------------------===//
#include "reading/Reader.h"
#include "source/TypeText.h"

using namespace clang;

namespace tessera {

using ir::ExprPtr;
using Op = ir::Expr::Op;

ir::Type KernelReader::record(QualType T) {
  ir::Type Result{ir::Type::Kind::Record,
                  uint64_t(C.AST.getTypeSizeInChars(T).getQuantity())};
  const auto *Class = T->getAsCXXRecordDecl();
  if (!Class || Class->isUnion() || !Class->isTriviallyCopyable() ||
      !Class->isStandardLayout() || Class->getNumBases() != 0)
    return Result;
  ir::TypePtr Of = nullptr;
  std::vector<std::string> Fields;
  std::string Word;
  for (const FieldDecl *Field : Class->fields()) {
    const QualType Each = Field->getType().getCanonicalType();
    if (Field->isBitField() || !Field->getIdentifier() ||
        Each.hasQualifiers() || !Each->isArithmeticType())
      return Result;
    const ir::TypePtr Ty = type(Each);
    if (Of && Ty != Of)
      return Result;
    Of = Ty;
    Word = typeText(Each, C.AST);
    Fields.push_back(Field->getNameAsString());
  }
  if (Fields.size() < 2 || Fields.size() * Of->Bytes != Result.Bytes)
    return Result;
  Result.Element = Of;
  Result.Fields = std::move(Fields);
  Result.Word = std::move(Word);
  return Result;
}

/// The object that \p E is, or is a copy of, without changing it.
static const Expr *objectOf(const Expr *E) {
  while (true) {
    if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
      E = Temporary->getSubExpr();
    else if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
             Cast && Cast->getCastKind() == CK_NoOp)
      E = Cast->getSubExpr();
    else
      return E;
  }
}

bool isNoValue(const Expr *Init) {
  const auto *Make = dyn_cast<CXXConstructExpr>(Init);
  return Make && Make->getConstructor()->isDefaultConstructor() &&
         Make->getConstructor()->isTrivial() &&
         !Make->requiresZeroInitialization() && Make->getType()->isRecordType();
}

std::shared_ptr<ir::Expr> KernelReader::member(const MemberExpr *E) {
  if (!isa<FieldDecl>(E->getMemberDecl()) || E->getType()->isReferenceType() ||
      E->getType().isVolatileQualified())
    return opaque(E);
  auto Result = node(Op::Member, E);
  Result->Word = E->getMemberDecl()->getNameAsString();
  const Expr *Base = objectOf(E->getBase());
  if (E->isArrow()) {
    auto Object = std::make_shared<ir::Expr>();
    Object->O = Op::Element;
    Object->Ty = type(Base->getType()->getPointeeType());
    if (!Object->Ty->isVector())
      return opaque(E);
    Object->Args = {expr(Base)};
    Result->Args = {std::move(Object)};
    return Result;
  }
  const auto *Of = dyn_cast<DeclRefExpr>(Base->IgnoreParenImpCasts());
  if (const auto *P = Of ? dyn_cast<ParmVarDecl>(Of->getDecl()) : nullptr;
      P && !P->getType()->isReferenceType()) {
    Result->Pure = P->getDeclContext() == F && !Changed.count(P);
    auto Object = std::make_shared<ir::Expr>(*expr(Base));
    Object->Pure = Result->Pure;
    Result->Args = {std::move(Object)};
    return Result;
  }
  if (!type(Base->getType())->isVector())
    return opaque(E);
  ExprPtr Object = expr(Base);
  if (!(Object->O == Op::Name && Object->IsLocal) && Object->O != Op::Element &&
      !(Object->O == Op::Call && Object->Pure))
    return opaque(E);
  Result->Args = {std::move(Object)};
  return Result;
}

/// A copy is the object, in another place.
std::shared_ptr<ir::Expr> KernelReader::copied(const CXXConstructExpr *E) {
  if (!E->getConstructor()->isCopyOrMoveConstructor() ||
      !E->getConstructor()->isTrivial() || E->getNumArgs() != 1 ||
      !type(E->getType())->isVector())
    return opaque(E);
  auto Result = node(Op::Cast, E);
  Result->Implicit = true;
  Result->Args = {expr(objectOf(E->getArg(0)))};
  return Result;
}

std::shared_ptr<ir::Expr> KernelReader::assigned(const CXXOperatorCallExpr *E) {
  const auto *Sets = dyn_cast_or_null<CXXMethodDecl>(E->getDirectCallee());
  if (!Sets || E->getOperator() != OO_Equal || !Sets->isTrivial() ||
      !(Sets->isCopyAssignmentOperator() || Sets->isMoveAssignmentOperator()) ||
      !type(E->getType())->isVector() ||
      E->getArg(0)->getType().isVolatileQualified())
    return opaque(E);
  auto Result = node(Op::Assign, E);
  Result->Word = "=";
  Result->Args = {expr(E->getArg(0)), expr(objectOf(E->getArg(1)))};
  return Result;
}

/// `reinterpret_cast<float4 &>(a[i])` as `*(float4 *)&a[i]`.
std::shared_ptr<ir::Expr> KernelReader::reinterpreted(const CastExpr *E) {
  ExprPtr Of = expr(E->getSubExpr());
  if (!type(E->getType())->isVector() || Of->O != Op::Element ||
      E->getType().isVolatileQualified() ||
      E->getSubExpr()->getType().isVolatileQualified())
    return opaque(E);
  auto PointerTo = [&](QualType T) { return type(C.AST.getPointerType(T)); };
  auto Address = std::make_shared<ir::Expr>();
  Address->O = Op::Address;
  Address->Ty = PointerTo(E->getSubExpr()->getType());
  Address->Args = {std::move(Of)};
  auto Cast = std::make_shared<ir::Expr>();
  Cast->O = Op::Cast;
  Cast->Ty = PointerTo(E->getType());
  Cast->Word = typeText(C.AST.getPointerType(E->getType()), C.AST);
  Cast->Args = {std::move(Address)};
  auto Result = node(Op::Element, E);
  Result->Args = {std::move(Cast)};
  return Result;
}

} // namespace tessera
