//===- ValueRange.h - Which values an integer expression has --------------===//
#ifndef TESSERA_FRONTEND_VALUES_VALUERANGE_H
#define TESSERA_FRONTEND_VALUES_VALUERANGE_H

#include "clang/AST/Expr.h"
#include <cstdint>
#include <optional>
#include <set>

namespace tessera {

/// From First to Last, both included: enough bits for sums and products of all
/// values that C++ has.
struct ValueRange {
  using Number = __int128;
  Number First = 0, Last = 0;

  ValueRange operator+(const ValueRange &R) const {
    return {First + R.First, Last + R.Last};
  }
  ValueRange operator-() const { return {-Last, -First}; }
  bool isWithin(const ValueRange &R) const {
    return R.First <= First && Last <= R.Last;
  }
  /// Last, if First is not negative and no array is larger.
  std::optional<int64_t> lastSubscript() const;
};

/// The values of \p E as far as its type and form tell: `data[i] & 63` is
/// {0, 63}. Variables that are not in \p Mutated keep what they begin with.
ValueRange rangeOf(const clang::Expr *E, const clang::ASTContext &AST,
                   const std::set<const clang::VarDecl *> &Mutated);

} // namespace tessera

#endif
