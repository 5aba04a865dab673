//===- ValueRange.cpp - Which values an integer expression has ------------===//
#include "values/ValueRange.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include <algorithm>

using namespace clang;

namespace tessera {

using Number = ValueRange::Number;

std::optional<int64_t> ValueRange::lastSubscript() const {
  constexpr Number Largest = Number(1) << 40;
  return First >= 0 && Last < Largest ? std::optional(int64_t(Last))
                                      : std::nullopt;
}

/// All values of \p Type.
static ValueRange rangeOf(QualType Type, const ASTContext &AST) {
  if (Type->isBooleanType())
    return {0, 1};
  unsigned Bits =
      Type->isIntegralOrEnumerationType() ? AST.getTypeSize(Type) : 64;
  if (Type->isUnsignedIntegerOrEnumerationType())
    return {0, (Number(1) << Bits) - 1};
  return {-(Number(1) << (Bits - 1)), (Number(1) << (Bits - 1)) - 1};
}

namespace {

class RangeFinder {
public:
  RangeFinder(const ASTContext &AST, const std::set<const VarDecl *> &Mutated)
      : AST(AST), Mutated(Mutated) {}

  ValueRange find(const Expr *E) {
    E = E->IgnoreParens();
    const ValueRange All = rangeOf(E->getType(), AST);
    constexpr unsigned Deepest = 32;
    if (E->isValueDependent() || !E->getType()->isIntegralOrEnumerationType() ||
        Depth == Deepest)
      return All;
    if (std::optional<llvm::APSInt> Value = E->getIntegerConstantExpr(AST);
        Value && Value->isRepresentableByInt64())
      return {Value->getExtValue(), Value->getExtValue()};
    ++Depth;
    ValueRange Found = inside(E, All);
    --Depth;
    // Otherwise it may have wrapped.
    return Found.isWithin(All) ? Found : All;
  }

private:
  ValueRange inside(const Expr *E, const ValueRange &All) {
    if (const auto *Cast = dyn_cast<CastExpr>(E)) {
      const Expr *Of = Cast->getSubExpr();
      return Of->getType()->isIntegralOrEnumerationType() ? find(Of) : All;
    }
    if (const auto *Use = dyn_cast<DeclRefExpr>(E)) {
      const auto *V = dyn_cast<VarDecl>(Use->getDecl());
      bool Keeps = V && V->isLocalVarDecl() && !V->isStaticLocal() &&
                   !V->hasAttr<CUDASharedAttr>() &&
                   !V->getType().isVolatileQualified() && V->getInit() &&
                   !Mutated.count(V) &&
                   V->getType()->isIntegralOrEnumerationType();
      return Keeps ? find(V->getInit()) : All;
    }
    if (const auto *Pick = dyn_cast<ConditionalOperator>(E)) {
      ValueRange A = find(Pick->getTrueExpr()), B = find(Pick->getFalseExpr());
      return {std::min(A.First, B.First), std::max(A.Last, B.Last)};
    }
    if (const auto *Call = dyn_cast<CallExpr>(E))
      return called(Call, All);
    if (const auto *Binary = dyn_cast<BinaryOperator>(E))
      return combined(Binary, All);
    return All;
  }

  /// `min(a, b)` and `max(a, b)`
  ValueRange called(const CallExpr *E, const ValueRange &All) {
    const FunctionDecl *Callee = E->getDirectCallee();
    const SourceManager &SM = AST.getSourceManager();
    if (!Callee || !Callee->getIdentifier() || E->getNumArgs() != 2 ||
        !SM.isInSystemHeader(SM.getExpansionLoc(Callee->getLocation())))
      return All;
    ValueRange A = find(E->getArg(0)), B = find(E->getArg(1));
    if (Callee->getName() == "min")
      return {std::min(A.First, B.First), std::min(A.Last, B.Last)};
    if (Callee->getName() == "max")
      return {std::max(A.First, B.First), std::max(A.Last, B.Last)};
    return All;
  }

  ValueRange combined(const BinaryOperator *E, const ValueRange &All) {
    if (E->isComparisonOp() || E->isLogicalOp())
      return {0, 1};
    if (!E->getLHS()->getType()->isIntegralOrEnumerationType() ||
        !E->getRHS()->getType()->isIntegralOrEnumerationType())
      return All;
    ValueRange A = find(E->getLHS()), B = find(E->getRHS());
    bool Positive = A.First >= 0;
    switch (E->getOpcode()) {
    case BO_Add:
      return A + B;
    case BO_Sub:
      return A + -B;
    case BO_And:
      if (A.First < 0 && B.First < 0)
        return All;
      return {0, A.First < 0   ? B.Last
                 : B.First < 0 ? A.Last
                               : std::min(A.Last, B.Last)};
    case BO_Rem:
      if (B.First <= 0)
        return All;
      return {Positive ? 0 : std::max(A.First, 1 - B.Last),
              std::min(std::max(A.Last, Number(0)), B.Last - 1)};
    case BO_Mul:
      if (!Positive || B.First < 0 || A.Last >> 62 || B.Last >> 62)
        return All;
      return {A.First * B.First, A.Last * B.Last};
    case BO_Div:
      return Positive && B.First > 0
                 ? ValueRange{A.First / B.Last, A.Last / B.First}
                 : All;
    case BO_Shr:
      return Positive && B.First >= 0 && B.Last < 64
                 ? ValueRange{A.First >> int(B.Last), A.Last >> int(B.First)}
                 : All;
    default:
      return All;
    }
  }

  const ASTContext &AST;
  const std::set<const VarDecl *> &Mutated;
  unsigned Depth = 0;
};

} // namespace

ValueRange rangeOf(const Expr *E, const ASTContext &AST,
                   const std::set<const VarDecl *> &Mutated) {
  return RangeFinder(AST, Mutated).find(E);
}

} // namespace tessera
