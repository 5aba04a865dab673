//===- HostConstants.h - Integers that host code computes -----------------===//
#ifndef TESSERA_FRONTEND_HOSTCONSTANTS_H
#define TESSERA_FRONTEND_HOSTCONSTANTS_H

#include "tessera/Model/SharedVariable.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include <array>
#include <set>

namespace tessera {

/// Values in one host function: constants, and what is computed from variables
/// that keep their initial value.
class HostConstants {
public:
  HostConstants(const clang::ASTContext &AST, const clang::Stmt *Body);
  /// For values inside \p Part of the function only: \ref value takes every
  /// variable that does not change there for a symbol.
  HostConstants(const clang::ASTContext &AST, const clang::Stmt *Body,
                const clang::Stmt *Part);

  /// The name of the variable \p V in polynomials. Two variables of one name
  /// have two.
  static std::string symbolOf(const clang::VarDecl *V);

  /// Takes members of these, of an object that keeps its name, for symbols.
  void allowMembers(std::set<const clang::FieldDecl *> Stable) {
    Members = std::move(Stable);
  }

  std::optional<int64_t> integer(const clang::Expr *E) const;
  /// The three sizes of a `dim3`, or of an integer that becomes one.
  std::array<std::optional<int64_t>, 3> sizes(const clang::Expr *E) const;

  /// The same with variables, as long as these do not change. The program is
  /// taken not to overflow.
  std::optional<HostValue> value(const clang::Expr *E) const;
  std::array<std::optional<HostValue>, 3>
  sizeValues(const clang::Expr *E) const;

private:
  template <typename T, typename Of>
  std::array<std::optional<T>, 3> threeSizes(const clang::Expr *E, T One,
                                             Of Integer) const;
  const clang::VarDecl *unchangedVariable(const clang::Expr *E) const;
  bool isSymbol(const clang::VarDecl *V) const;
  std::string memberSymbol(const clang::MemberExpr *E) const;
  std::optional<int64_t> binary(const clang::BinaryOperator *E) const;
  std::optional<HostValue> binaryValue(const clang::BinaryOperator *E) const;

  const clang::ASTContext &AST;
  std::set<const clang::VarDecl *> Mutated;
  std::set<const clang::FieldDecl *> Members;
  /// What changes in the part of interest, if there is one.
  std::optional<std::set<const clang::VarDecl *>> MutatedInPart;
};

} // namespace tessera

#endif
