//===- HostConstants.h - Integers that host code computes -----------------===//
//
// One evaluator of the host's integers, as C++ computes them: each conversion
// is a step, and each operation is one of its type, with its width. Constants
// are exact. Of values with variables it is known which polynomial they are
// congruent to, modulo two to the power of their width, and the range of that
// polynomial; where the range fits into the type, they are equal to it.
//
// Variables of 32 bits and more are taken for sizes: as not negative, below
// 2^31, and such that products of 64 bits do not overflow. Those computed by an
// operator or from a floating value are not. Signed arithmetic is taken not to
// overflow.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_FRONTEND_VALUES_HOSTCONSTANTS_H
#define TESSERA_FRONTEND_VALUES_HOSTCONSTANTS_H

#include "tessera/Model/SharedVariable.h"
#include "values/ReachingValues.h"
#include "values/ValueRange.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include <array>
#include <map>
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

  /// Gives variables that are not known otherwise a value.
  using Given = std::map<const clang::VarDecl *, HostValue>;
  void give(const Given *Values) { GivenValues = Values; }

  std::optional<int64_t> integer(const clang::Expr *E) const;
  /// The three sizes of a `dim3`, or of an integer that becomes one.
  std::array<std::optional<int64_t>, 3> sizes(const clang::Expr *E) const;

  /// The same with variables, as long as these do not change.
  std::optional<HostValue> value(const clang::Expr *E) const;
  /// The value of a size. Where it is negative before it becomes unsigned, the
  /// call that gets it fails.
  std::optional<HostValue> size(const clang::Expr *E) const;
  std::array<std::optional<HostValue>, 3>
  sizeValues(const clang::Expr *E) const;

private:
  /// What \p E computes, modulo 2^width, and the range of `Value`. It is the
  /// value if all of the range fits into the type.
  struct Term {
    HostValue Value;
    ValueRange Range;
  };
  /// Which variables may be named.
  enum class Scope {
    Function, ///< those that never change in the function
    Part,     ///< those that do not in the part of interest
  };

  template <typename T, typename Of>
  std::array<std::optional<T>, 3> threeSizes(const clang::Expr *E, T One,
                                             Of Integer) const;
  const clang::VarDecl *unchangedVariable(const clang::Expr *E) const;
  bool isSymbol(const clang::VarDecl *V, Scope Names) const;
  std::string memberSymbol(const clang::MemberExpr *E) const;
  ValueRange typeRange(clang::QualType Type) const;
  ValueRange sizeRange(clang::QualType Type) const;
  ValueRange symbolRange(const clang::VarDecl *V) const;
  bool isExact(const Term &T, clang::QualType Type) const;

  std::optional<llvm::APSInt> constant(const clang::Expr *E) const;
  std::optional<llvm::APSInt> converted(llvm::APSInt Value,
                                        clang::QualType To) const;
  std::optional<llvm::APSInt>
  binaryConstant(const clang::BinaryOperator *E) const;
  std::optional<Term> term(const clang::Expr *E, Scope Names) const;
  std::optional<Term> variableTerm(const clang::DeclRefExpr *E,
                                   Scope Names) const;
  std::optional<Term> castTerm(const clang::CastExpr *E, Scope Names) const;
  std::optional<Term> binaryTerm(const clang::BinaryOperator *E,
                                 Scope Names) const;
  std::array<std::optional<Term>, 3> sizeTerms(const clang::Expr *E,
                                               Scope Names) const;

  const clang::ASTContext &AST;
  std::set<const clang::VarDecl *> Mutated;
  ReachingValues Reaching;
  std::set<const clang::FieldDecl *> Members;
  const Given *GivenValues = nullptr;
  /// What changes in the part of interest, if there is one.
  std::optional<std::set<const clang::VarDecl *>> MutatedInPart;
  /// Declared there.
  std::set<const clang::VarDecl *> InPart;
};

bool isInteger(clang::QualType Type);
/// What `{n}`, `(n)` and default arguments stand for.
const clang::Expr *spelled(const clang::Expr *E);
/// Which size of a `dim3` \p E is: the whole, and 0 for x. Nothing if it is
/// not.
std::optional<std::pair<const clang::Expr *, unsigned>>
sizeOfDim3(const clang::Expr *E);

/// Whether a counter of \p Type, compared as one of \p Compared, gets from
/// \p From behind \p To without wrapping around.
bool countsTo(clang::QualType Type, clang::QualType Compared,
              const Polynomial &From, const Polynomial &To, int64_t By,
              const clang::ASTContext &AST);

} // namespace tessera

#endif
