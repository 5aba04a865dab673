//===- Extremes.cpp - The least and greatest of several values ------------===//
#include "values/IndexExpr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace tessera {

/// The two arguments of `min` or `max`, whichever \p Greatest asks for.
static llvm::ArrayRef<const Expr *>
argumentsOf(const CallExpr *Call, bool Greatest, const SourceManager &SM) {
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee || !Callee->getIdentifier() || Call->getNumArgs() != 2 ||
      Callee->getName() != (Greatest ? "max" : "min") ||
      !SM.isInSystemHeader(SM.getExpansionLoc(Callee->getLocation())))
    return {};
  return {Call->getArgs(), 2};
}

/// Whether \p E may be the other one of its operands where it has no sign.
static bool isUnsigned(const Expr *E) {
  return E->getType()->isUnsignedIntegerType();
}

std::vector<Polynomial> IndexScope::extreme(const Expr *E,
                                            bool Greatest) const {
  if (std::optional<Polynomial> Value = polynomial(E))
    return {*Value};
  // A narrower type would wrap.
  if (!E->getType()->isIntegerType() || AST.getTypeSize(E->getType()) < 32)
    return {};
  std::vector<Polynomial> Result;
  bool Unsigned = isUnsigned(E);
  const uint64_t Bits = AST.getTypeSize(E->getType());
  E = E->IgnoreParenImpCasts();
  if (!E->getType()->isIntegerType() || AST.getTypeSize(E->getType()) > Bits)
    return {};
  Unsigned |= isUnsigned(E);
  if (const auto *Use = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Use->getDecl());
    if (V && Extremes.count(V))
      Result = extreme(V->getInit(), Greatest);
  } else if (const auto *Call = dyn_cast<CallExpr>(E)) {
    for (const Expr *Operand :
         argumentsOf(Call, Greatest, AST.getSourceManager())) {
      std::vector<Polynomial> Of = extreme(Operand, Greatest);
      if (Of.empty())
        return {};
      llvm::append_range(Result, Of);
      Unsigned |= isUnsigned(Operand);
    }
  } else if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    const auto *Test =
        dyn_cast<BinaryOperator>(Choice->getCond()->IgnoreParenImpCasts());
    if (!Test || !Test->isRelationalOp())
      return {};
    std::optional<Polynomial> Less = polynomial(Test->getLHS()),
                              More = polynomial(Test->getRHS()),
                              Then = polynomial(Choice->getTrueExpr()),
                              Else = polynomial(Choice->getFalseExpr());
    if (Test->getOpcode() == BO_GT || Test->getOpcode() == BO_GE)
      std::swap(Less, More);
    if (!Less || !More || !Then || !Else)
      return {};
    if (Greatest)
      std::swap(Then, Else);
    // `i < 3 ? 0 : i - 3` is one of these, less 3.
    if (*Then - *Less != *Else - *More)
      return {};
    Result = {*Then, *Else};
    Unsigned |= isUnsigned(Test->getLHS());
  }
  // As numbers without a sign, negative ones are the greatest.
  if (Unsigned && !llvm::all_of(Result, [&](const Polynomial &P) {
        return isPlainlyNonNegative(P);
      }))
    return {};
  return Result;
}

void IndexScope::bindExtreme(const VarDecl *V) {
  for (bool Greatest : {false, true})
    if (!extreme(V->getInit(), Greatest).empty())
      Extremes.insert(V);
}

} // namespace tessera
