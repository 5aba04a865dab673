//===- TypedValue.h - Integers with the types they have -------------------===//
#ifndef TESSERA_FRONTEND_VALUES_TYPEDVALUE_H
#define TESSERA_FRONTEND_VALUES_TYPEDVALUE_H

#include "tessera/Polyhedral/Polynomial.h"
#include "llvm/ADT/APSInt.h"

namespace tessera {

/// An integer that an expression has: a polynomial, or what conversions and
/// unsigned arithmetic have made of one.
struct TypedValue {
  TypedValue(Polynomial P = {}) : P(std::move(P)) {}
  TypedValue(Polynomial P, unsigned Bits, bool Signed)
      : P(std::move(P)), Bits(Bits), Signed(Signed) {}

  Polynomial P;
  /// If not 0, the value is the number of a type with so many bits, with a sign
  /// or without, that differs from `P` by a multiple of 2 to the `Bits`.
  unsigned Bits = 0;
  bool Signed = false;
  /// Some value on the way is taken not to have wrapped. That is good enough
  /// for a subscript, which is in bounds, and for nothing else.
  bool Assumed = false;
  /// What an `int`, or a narrower type with a sign, had on the way: those have
  /// not wrapped.
  std::vector<Polynomial> OfInt = {};

  bool isExact() const { return Bits == 0 && !Assumed; }
};

/// Nothing for numbers whose sums may not be numbers of 64 bits.
std::optional<TypedValue> constantValue(const llvm::APSInt &Value);

} // namespace tessera

#endif
