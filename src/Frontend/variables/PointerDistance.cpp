//===- PointerDistance.cpp - Where host pointers point --------------------===//
#include "variables/PointerDistance.h"
#include "clang/AST/ASTContext.h"

using namespace clang;

namespace tessera {

std::optional<Polynomial> polynomialOf(const HostConstants &Values,
                                       const Expr *E) {
  std::optional<HostValue> Known = Values.value(E);
  return Known && Known->Divisor == 1 ? std::optional(Known->Numerator)
                                      : std::nullopt;
}

namespace {

class Distance {
public:
  Distance(const ASTContext &AST, const HostConstants &Values)
      : AST(AST), Values(Values) {}

  std::optional<int64_t> sizeOf(QualType T) const {
    if (T->isIncompleteType() || T->isFunctionType() || T->isDependentType() ||
        !T->isConstantSizeType())
      return std::nullopt;
    int64_t Size = AST.getTypeSizeInChars(T).getQuantity();
    return Size > 0 ? std::optional(Size) : std::nullopt;
  }

  /// Where the pointer or the place \p E lies, in bytes from its base.
  std::optional<Polynomial> bytesAt(const Expr *E) const {
    E = E->IgnoreParens();
    if (isa<DeclRefExpr>(E))
      return Polynomial(0);
    if (const auto *Cast = dyn_cast<CastExpr>(E)) {
      // The value of a pointer in memory is not where that memory is.
      if (Cast->getCastKind() == CK_LValueToRValue &&
          !isa<DeclRefExpr>(Cast->getSubExpr()->IgnoreParens()))
        return std::nullopt;
      return bytesAt(Cast->getSubExpr());
    }
    if (const auto *Unary = dyn_cast<UnaryOperator>(E))
      return Unary->getOpcode() == UO_AddrOf || Unary->getOpcode() == UO_Deref
                 ? bytesAt(Unary->getSubExpr())
                 : std::nullopt;
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
      return moved(Element->getBase(), Element->getIdx(), Element->getType(),
                   1);
    const auto *Sum = dyn_cast<BinaryOperator>(E);
    if (!Sum || !Sum->isAdditiveOp() || !Sum->getType()->isPointerType())
      return std::nullopt;
    const Expr *Left = Sum->getLHS(), *Right = Sum->getRHS();
    if (!Left->getType()->isPointerType())
      std::swap(Left, Right);
    return moved(Left, Right, Sum->getType()->getPointeeType(),
                 Sum->getOpcode() == BO_Add ? 1 : -1);
  }

private:
  std::optional<Polynomial> moved(const Expr *Base, const Expr *By,
                                  QualType Unit, int64_t Sign) const {
    std::optional<Polynomial> Start = bytesAt(Base),
                              Elements = polynomialOf(Values, By);
    std::optional<int64_t> Size = sizeOf(Unit);
    if (!Start || !Elements || !Size)
      return std::nullopt;
    return *Start + *Elements * Polynomial(Sign * *Size);
  }

  const ASTContext &AST;
  const HostConstants &Values;
};

} // namespace

std::optional<Polynomial> elementsFromBase(const ASTContext &AST,
                                           const HostConstants &Values,
                                           const Expr *E) {
  const Distance From(AST, Values);
  std::optional<int64_t> Size = From.sizeOf(E->getType()->getPointeeType());
  std::optional<Polynomial> Bytes = Size ? From.bytesAt(E) : std::nullopt;
  return Bytes ? Bytes->dividedBy(*Size) : std::nullopt;
}

} // namespace tessera
