//===- Arithmetic.h - What a kernel computes ------------------------------===//
#ifndef TESSERA_MODEL_ARITHMETIC_H
#define TESSERA_MODEL_ARITHMETIC_H

#include "tessera/Support/Ids.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <vector>

namespace tessera {

/// Instructions of one kind that a thread executes in one round of its loops.
/// Subscripts and comparisons of them are not counted: compilers keep these in
/// few instructions. What is counted is counted whatever conditions it has.
struct Arithmetic {
  enum class Unit {
    Float,   ///< an addition, multiplication or both of `float`
    Double,  ///< the same of `double`
    Integer, ///< of integers that are data; comparisons and conversions
    Simple,  ///< additions of such integers, which two units make; tests and
             ///< branches for numbers that the steps of a root do not suit
    Special, ///< roots, reciprocals, exponentials
    Rounded, ///< of them, roots that are rounded right: what follows waits
  };
  Unit U = Unit::Float;
  std::vector<LoopId> Loops; ///< from the outermost inwards
  int64_t Instructions = 0;
  bool operator==(const Arithmetic &) const = default;
};

llvm::StringRef name(Arithmetic::Unit U);

} // namespace tessera

#endif
