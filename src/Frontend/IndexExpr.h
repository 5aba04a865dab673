//===- IndexExpr.h - Clang expressions as polynomials and conditions ------===//
#ifndef TESSERA_FRONTEND_INDEXEXPR_H
#define TESSERA_FRONTEND_INDEXEXPR_H

#include "tessera/Model/KernelModel.h"
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
    virtual std::optional<Polynomial> value(const clang::MemberExpr *E) = 0;
    virtual std::optional<Polynomial> value(const clang::CallExpr *E) = 0;

  protected:
    ~Resolver() = default;
  };
  IndexScope(const clang::ASTContext &AST, Resolver &Resolve)
      : AST(AST), Resolve(Resolve) {}

  void bind(const clang::VarDecl *V, Polynomial Value) {
    Values[V] = std::move(Value);
  }
  void unbind(const clang::VarDecl *V) { Values.erase(V); }
  /// Introduces a symbol that is no built-in index or size.
  void declare(llvm::StringRef Symbol, bool MayBeNegative, bool IsParameter) {
    Symbols[Symbol] = {MayBeNegative, IsParameter};
  }
  /// Tells that \p Symbol, though of a signed type, never is negative.
  void setNonNegative(llvm::StringRef Symbol) {
    Symbols[Symbol].MayBeNegative = false;
  }
  bool isParameter(llvm::StringRef Symbol) const {
    return Symbols.lookup(Symbol).IsParameter;
  }
  std::optional<Polynomial> value(const clang::VarDecl *V) const;

  /// The value of \p E as a mathematical integer, as if no operation wrapped;
  /// nothing if it is not a polynomial.
  std::optional<Polynomial> polynomial(const clang::Expr *E) const;

  /// The polynomials \p E is the least or greatest of: `max(a, b)`, or `a < b ?
  /// b : a`. That of \ref polynomial alone if there is one; empty if \p E is
  /// something else.
  std::vector<Polynomial> extreme(const clang::Expr *E, bool Greatest) const;
  /// Remembers what constants like `const int last = min(n, i + 3)` are.
  void bindExtreme(const clang::VarDecl *V);

  /// The condition \p E. A comparison of unsigned values is exact also where
  /// an operand would be negative and wraps. Where an operand must not be
  /// negative for that, and only depends on parameters, it is added to
  /// \p MustNotBeNegative.
  Condition condition(const clang::Expr *E,
                      std::vector<Polynomial> &MustNotBeNegative) const;

  /// Whether \p P is a sum of products of non-negative symbols with positive
  /// coefficients: ids, sizes and unsigned parameters never are negative.
  bool isPlainlyNonNegative(const Polynomial &P) const;

  /// Whether \p P as an unsigned number may differ from \p P. If only
  /// parameters decide, it is added to \p MustNotBeNegative instead.
  bool mayWrap(const Polynomial &P,
               std::vector<Polynomial> &MustNotBeNegative) const;

private:
  Condition comparison(const clang::BinaryOperator *E,
                       std::vector<Polynomial> &MustNotBeNegative) const;

  Condition
  comparisonWithExtreme(const clang::BinaryOperator *E,
                        std::vector<Polynomial> &MustNotBeNegative) const;

  const clang::ASTContext &AST;
  Resolver &Resolve;
  llvm::DenseMap<const clang::VarDecl *, Polynomial> Values;
  std::set<const clang::VarDecl *> Extremes; ///< their initialisers are
  struct SymbolFacts {
    bool MayBeNegative = false;
    bool IsParameter = false;
  };
  llvm::StringMap<SymbolFacts> Symbols;
};

} // namespace tessera

#endif
