//===- Proportions.h - Quantities that are multiples of each other --------===//
#ifndef TESSERA_PLAN_PROPORTIONS_H
#define TESSERA_PLAN_PROPORTIONS_H

#include <cstdint>
#include <vector>

namespace tessera {

/// Positive quantities of which only proportions are known: `x = 3 * y`.
class Proportions {
public:
  explicit Proportions(unsigned Quantities);

  /// Takes \p X = \p Factor * \p Y for granted.
  /// \returns false, and changes nothing, if that contradicts what is known.
  bool tie(unsigned X, int64_t Factor, unsigned Y);

  /// The smallest whole numbers in these proportions.
  std::vector<int64_t> solve() const;

private:
  struct Value {
    unsigned Group; ///< of quantities that are tied to each other
    int64_t Numerator, Denominator;
  };
  std::vector<Value> Values;
};

} // namespace tessera

#endif
