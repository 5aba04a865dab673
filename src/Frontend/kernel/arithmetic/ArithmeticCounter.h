//===- ArithmeticCounter.h - Instructions of expressions ------------------===//
#ifndef TESSERA_FRONTEND_KERNEL_ARITHMETIC_ARITHMETICCOUNTER_H
#define TESSERA_FRONTEND_KERNEL_ARITHMETIC_ARITHMETICCOUNTER_H

#include "tessera/Model/Arithmetic.h"
#include "clang/AST/Expr.h"
#include <map>

namespace tessera {

/// Counts what the expressions of a kernel compute, which are given to it in
/// the order of the text.
class ArithmeticCounter {
public:
  explicit ArithmeticCounter(const clang::ASTContext &AST) : AST(AST) {}

  /// Adds to \p Work what \p E itself computes, its operands aside, in
  /// \p Loops. A product that is added counts with its addition.
  void count(const clang::Expr *E, const std::vector<LoopId> &Loops,
             std::vector<Arithmetic> &Work);

  /// Whether elements of arrays decide the value of \p E.
  bool isData(const clang::Stmt *E);

private:
  void countBinary(const clang::BinaryOperator *E,
                   const std::vector<LoopId> &Loops,
                   std::vector<Arithmetic> &Work);
  void countCast(const clang::CastExpr *E, const std::vector<LoopId> &Loops,
                 std::vector<Arithmetic> &Work);
  void countCall(const clang::CallExpr *E, const std::vector<LoopId> &Loops,
                 std::vector<Arithmetic> &Work);
  bool isData(const clang::VarDecl *V);
  bool isConstant(const clang::Expr *E) const;

  const clang::ASTContext &AST;
  /// Whether they have values that are computed of elements.
  std::map<const clang::VarDecl *, bool> Variables;
};

} // namespace tessera

#endif
