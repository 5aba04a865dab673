//===- IndexExpr.h - Clang expressions as polynomials and conditions ------===//
#ifndef TESSERA_FRONTEND_VALUES_INDEXEXPR_H
#define TESSERA_FRONTEND_VALUES_INDEXEXPR_H

#include "tessera/Model/KernelModel.h"
#include "values/TypedValue.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

namespace tessera {

/// The polynomial value of variables in scope: parameters and loop counters
/// are symbols, single assignments are substituted.
class IndexScope {
public:
  /// The value of a member, or of what a call returns, if it is known.
  struct Resolver {
    virtual std::optional<TypedValue> value(const clang::MemberExpr *E) = 0;
    virtual std::optional<TypedValue> value(const clang::CallExpr *E) = 0;
    /// Whether \p P is not negative, as guards around this place tell.
    virtual bool isGuarded(const Polynomial &P) = 0;
    /// What is said holds only if \p P, in parameters, is not negative.
    virtual void need(Polynomial P) = 0;

  protected:
    ~Resolver() = default;
  };
  IndexScope(const clang::ASTContext &AST, Resolver &Resolve)
      : AST(AST), Resolve(Resolve) {}

  void bind(const clang::VarDecl *V, TypedValue Value) {
    Values[V] = std::move(Value);
  }
  void unbind(const clang::VarDecl *V) { Values.erase(V); }
  /// Introduces a symbol that is no built-in index or size, of a type with so
  /// many bits.
  void declare(llvm::StringRef Symbol, bool MayBeNegative, bool IsParameter,
               unsigned Bits = 32) {
    Symbols[Symbol] = {MayBeNegative, IsParameter, Bits, !MayBeNegative};
  }
  /// Tells that \p Symbol, though of a signed type, never is negative.
  void setNonNegative(llvm::StringRef Symbol) {
    Symbols[Symbol].MayBeNegative = false;
  }
  /// Tells that \p Symbol is \p First or more, and less than \p End, wherever
  /// it is used.
  void setBounds(llvm::StringRef Symbol, Polynomial First, Polynomial End) {
    Symbols[Symbol].First = std::move(First);
    Symbols[Symbol].Below = std::move(End);
  }
  bool isParameter(llvm::StringRef Symbol) const {
    return Symbols.lookup(Symbol).IsParameter;
  }
  /// What the value of \p V is computed from, also if it may wrap.
  std::optional<Polynomial> value(const clang::VarDecl *V) const;
  std::optional<Polynomial> exactValue(const clang::VarDecl *V) const;

  /// The value of \p E with the conversions and promotions of C; nothing if it
  /// is made of more than sums and products.
  std::optional<TypedValue> typed(const clang::Expr *E) const;
  /// The value of \p E as a mathematical integer; nothing if it is not a
  /// polynomial. Where only parameters decide, Resolver::need is told.
  std::optional<Polynomial> polynomial(const clang::Expr *E) const;
  /// The same for a distance from an element to another, which is in bounds: a
  /// number without a sign that went below zero is none.
  std::optional<Polynomial> subscript(const clang::Expr *E) const;

  /// The polynomials \p E is the least or greatest of: `max(a, b)`, or `a < b ?
  /// b : a`. That of \ref polynomial alone if there is one; empty if \p E is
  /// something else.
  std::vector<Polynomial> extreme(const clang::Expr *E, bool Greatest) const;
  /// Remembers what constants like `const int last = min(n, i + 3)` are.
  void bindExtreme(const clang::VarDecl *V);

  /// The condition \p E. A comparison of unsigned values is exact also where
  /// an operand would be negative and wraps. Where an operand must not be
  /// negative for that, and only depends on parameters, Resolver::need is told.
  Condition condition(const clang::Expr *E) const;

  /// Whether \p P is a sum of products of non-negative symbols with positive
  /// coefficients: ids, sizes and unsigned parameters never are negative.
  bool isPlainlyNonNegative(const Polynomial &P) const;

  /// Whether \p P as an unsigned number may differ from \p P. If only
  /// parameters decide, Resolver::need is told instead.
  bool mayWrap(const Polynomial &P) const;

  /// Whether \p P is from \p Least to \p Most, as the types of its symbols
  /// tell, or is so if what Resolver::need is told holds.
  bool isWithin(const Polynomial &P, int64_t Least, int64_t Most) const;

private:
  struct Range {
    __int128 Least, Most;
  };
  Range rangeOf(llvm::StringRef Symbol) const;
  Range rangeOf(const Polynomial &P) const;
  bool isOfParameters(const Polynomial &P) const;
  /// The terms of \p P that are a parameter, or a multiple of one.
  Polynomial sumOfParameters(const Polynomial &P) const;
  bool isNonNegative(const Polynomial &P) const;
  /// \p P where the counters of loops that are subtracted are at their
  /// greatest: no more than \p P.
  Polynomial atLastRounds(const Polynomial &P) const;
  /// Whether \p V, of 32 bits, is so, or is if what Resolver::need is told
  /// holds.
  bool isNoMoreThan(const TypedValue &V, int64_t Most) const;
  /// See the definition.
  std::optional<std::vector<Polynomial>>
  needsOf(const Polynomial &P, unsigned Bits,
          llvm::ArrayRef<Polynomial> OfInt) const;
  TypedValue reduced(Polynomial P, unsigned Bits, bool Signed,
                     std::vector<Polynomial> OfInt) const;
  std::optional<TypedValue> converted(TypedValue V, clang::QualType From,
                                      clang::QualType To) const;
  std::optional<TypedValue> combined(const clang::BinaryOperator *E) const;
  std::optional<TypedValue> ofOperation(Polynomial P, clang::QualType Type,
                                        llvm::ArrayRef<TypedValue> Of) const;
  /// The polynomial that \p V is, or is if what Resolver::need is told holds.
  std::optional<Polynomial> settled(const TypedValue &V) const;

  Condition comparison(const clang::BinaryOperator *E) const;
  Condition equality(const TypedValue &Left, const TypedValue &Right,
                     unsigned Bits) const;
  Condition comparisonWithExtreme(const clang::BinaryOperator *E) const;

  const clang::ASTContext &AST;
  Resolver &Resolve;
  llvm::DenseMap<const clang::VarDecl *, TypedValue> Values;
  std::set<const clang::VarDecl *> Extremes; ///< their initialisers are
  struct SymbolFacts {
    bool MayBeNegative = false;
    bool IsParameter = false;
    unsigned Bits = 32;
    bool Unsigned = false;
    std::optional<Polynomial> First = std::nullopt, Below = std::nullopt;
  };
  llvm::StringMap<SymbolFacts> Symbols;
};

/// Adds polynomials that are not negative where \p When holds, or does not.
/// \returns whether these are all that it says.
bool addBounds(const Condition &When, bool Negated,
               std::vector<Polynomial> &Into);

} // namespace tessera

#endif
