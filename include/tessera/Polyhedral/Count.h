//===- Count.h - How many elements a set has ------------------------------===//
#ifndef TESSERA_POLYHEDRAL_COUNT_H
#define TESSERA_POLYHEDRAL_COUNT_H

#include "tessera/Polyhedral/Sets.h"

namespace tessera {

/// A number of elements or accesses.
struct Count {
  Polynomial Value;
  /// False: `Value` is the size of an enclosing box.
  bool Exact = true;
  bool operator==(const Count &) const = default;
};

/// Prints `144`, or `at most N + 255`.
llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, const Count &C);

/// Largest number of points that are counted one by one.
inline constexpr int64_t MaxPointsToCount = 1 << 18;

/// The number of points of \p S.
///
/// Dimensions that no constraint connects are counted apart, so that the
/// 2^26 threads of a grid cost nothing.
///
/// \returns nothing if \p S is infinite, depends on a parameter, or has a part
///          with too many points for counting one by one.
std::optional<int64_t> cardinality(const isl::set &S);

/// The number of points of \p S: exact if possible, else that of a box. The
/// box may depend on parameters.
///
/// \returns nothing if no box encloses \p S.
std::optional<Count> countPoints(const isl::set &S);

} // namespace tessera

#endif
