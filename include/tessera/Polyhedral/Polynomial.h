//===- Polynomial.h - Integer polynomials over named symbols --------------===//
//
// Subscripts are polynomials: `i*n + k` multiplies a thread's row by a run-time
// stride. Symbols are names. The names below are those of CUDA's built-in
// variables; all other symbols are loop iterators and kernel parameters.
//
//   tx ty tz   threadIdx       bx by bz   blockIdx
//   Bx By Bz   blockDim        Gx Gy Gz   gridDim
//   Ox Oy Oz   blockIdx * blockDim, the first global index of the block
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_POLYHEDRAL_POLYNOMIAL_H
#define TESSERA_POLYHEDRAL_POLYNOMIAL_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tessera {

/// A product of symbols, sorted by name, with repetition; empty means 1.
using Monomial = std::vector<std::string>;

/// A sum of monomials with integer coefficients, none of them zero.
class Polynomial {
public:
  Polynomial() = default;
  Polynomial(int64_t Constant);
  static Polynomial symbol(llvm::StringRef Name);

  const std::map<Monomial, int64_t> &terms() const { return Terms; }
  int64_t coefficient(const Monomial &M) const;

  bool isZero() const { return Terms.empty(); }
  /// The value, if there is no symbol in it.
  std::optional<int64_t> constant() const;
  /// The constant term.
  int64_t constantTerm() const { return coefficient({}); }
  /// Whether no term has more than one symbol.
  bool isAffine() const;
  bool mentions(llvm::StringRef Symbol) const;
  std::set<std::string> symbols() const;

  Polynomial &operator+=(const Polynomial &Other);
  Polynomial &operator-=(const Polynomial &Other);
  friend Polynomial operator+(Polynomial A, const Polynomial &B) {
    return A += B;
  }
  friend Polynomial operator-(Polynomial A, const Polynomial &B) {
    return A -= B;
  }
  friend Polynomial operator*(const Polynomial &A, const Polynomial &B);
  friend bool operator==(const Polynomial &, const Polynomial &) = default;
  friend bool operator<(const Polynomial &A, const Polynomial &B) {
    return A.Terms < B.Terms;
  }

  /// Replaces each symbol for which \p Value returns one.
  Polynomial substitute(
      llvm::function_ref<std::optional<Polynomial>(llvm::StringRef)> Value)
      const;
  Polynomial substitute(llvm::StringRef Symbol, const Polynomial &Value) const;

  /// The quotient, if \p Divisor divides every coefficient.
  std::optional<Polynomial> dividedBy(int64_t Divisor) const;

private:
  void add(const Monomial &M, int64_t Coefficient);
  std::map<Monomial, int64_t> Terms;
};

/// Whether a term of `A - B` has a symbol for which \p Is holds.
bool differenceMentions(const Polynomial &A, const Polynomial &B,
                        llvm::function_ref<bool(llvm::StringRef)> Is);

/// `Coefficient * symbol + Rest`, neither of which has the symbol.
struct LinearForm {
  Polynomial Coefficient, Rest;
};
/// \p P as a linear form in \p Symbol; nothing if it has a power of it.
std::optional<LinearForm> linearIn(const Polynomial &P, llvm::StringRef Symbol);

/// `Quotient * By + Remainder`.
struct Division {
  Polynomial Quotient, Remainder;
};
/// Divides \p P, without a remainder if \p By, not 0, is a factor of it.
/// Otherwise as many terms of \p P go into the quotient as the first term of
/// \p By, one of those with the most symbols, divides.
Division divide(const Polynomial &P, const Polynomial &By);

/// Prints in mathematical form: `16*by + ty - 1`.
llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const Polynomial &P);
std::string toString(const Polynomial &P);

/// Writes \p P as a C expression. Positive terms come first, the constant
/// last. \p Spell gives the text of a symbol, an operand of `*`. \p Cast, as
/// `(long long)`, stands where it makes all operations those of its type.
std::string
toCExpression(const Polynomial &P,
              llvm::function_ref<std::string(llvm::StringRef)> Spell,
              llvm::StringRef Cast = "");

} // namespace tessera

#endif
