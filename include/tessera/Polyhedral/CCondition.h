//===- CCondition.h - Sets as conditions in C -----------------------------===//
#ifndef TESSERA_POLYHEDRAL_CCONDITION_H
#define TESSERA_POLYHEDRAL_CCONDITION_H

#include "tessera/Polyhedral/Sets.h"
#include "llvm/Support/Error.h"

namespace tessera {

/// A test whether a point is in a set.
struct CCondition {
  enum class Kind { Always, Never, Test };
  Kind K = Kind::Always;
  /// Of a Test: an operand of `||` or of anything that binds weaker. With `||`
  /// at its top, `IsDisjunction` is set: an operand of `&&` then needs
  /// parentheses.
  std::string Text;
  bool IsDisjunction = false;
};

/// Merges pieces of \p S as long as no constraint gets wider. isl's own
/// coalescing makes a diamond of a cross: right, but nobody reads it.
isl::set coalesceForReading(const isl::set &S);

/// Writes the condition that a point of \p Context is in \p S.
///
/// Comparisons have sums with positive coefficients on both sides; a sum is
/// below an exclusive bound or from an inclusive one. `/` and
/// `%` appear only where the dividend is not negative or the remainder is
/// compared with zero.
///
/// \param Context what is known, over the same dimensions as \p S.
/// \param Spell the text of a symbol: an operand of `*`, of signed type (the
///        difference of two unsigned numbers is never negative).
/// \returns IslGaveUp if the condition needs another division.
llvm::Expected<CCondition>
toCCondition(const NamedSet &S, const NamedSet &Context,
             llvm::function_ref<std::string(llvm::StringRef)> Spell);

} // namespace tessera

#endif
