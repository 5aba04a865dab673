//===- Sets.h - Between polynomials and isl -------------------------------===//
//
// isl numbers the dimensions of a set; we name them. A NamedSet carries the
// names of its dimensions in order. Every other symbol of a polynomial is a
// parameter of the set, identified by its name. A product of parameters, such
// as the size `n*m`, becomes one parameter with that name.
//
// Functions here may throw isl::exception: see Guarded.h.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_POLYHEDRAL_SETS_H
#define TESSERA_POLYHEDRAL_SETS_H

#include "tessera/Polyhedral/Polynomial.h"
#include <isl/cpp.h>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// The names of the dimensions of a space, in order.
using DimNames = std::vector<std::string>;

/// `{ [Dims...] : ... }`
struct NamedSet {
  isl::set Set;
  DimNames Dims;

  static NamedSet universe(isl::ctx Context, DimNames Dims);
  NamedSet intersect(const isl::set &Other) const;
};

/// The intersection of \p A and \p B. isl's own tests whether it is empty,
/// which takes long where there are strips; here that is left to who asks.
isl::set meet(const isl::set &A, const isl::set &B);

/// Whether no term of \p P multiplies a dimension with something else than a
/// number: then it is affine over \p Dims and parameters.
bool isAffineOver(const Polynomial &P, const DimNames &Dims);

/// The affine function `{ [Dims...] -> [P] }`.
/// \pre isAffineOver(P, Dims).
isl::aff toAff(isl::ctx Context, const Polynomial &P, const DimNames &Dims);

/// The polynomial of \p A; nothing if it has a division or a fraction.
std::optional<Polynomial> toPolynomial(const isl::aff &A, const DimNames &Dims);
/// The same for a function that is affine on the whole of its domain.
std::optional<Polynomial> toPolynomial(const isl::pw_aff &A,
                                       const DimNames &Dims);

/// `{ [Dims...] : P >= 0 }`, `{ ... : P = 0 }` and `{ ... : Divisor | P }`.
/// \pre isAffineOver(P, Dims).
isl::set nonNegative(isl::ctx Context, const Polynomial &P,
                     const DimNames &Dims);
isl::set zero(isl::ctx Context, const Polynomial &P, const DimNames &Dims);
isl::set multipleOf(isl::ctx Context, const Polynomial &P, int64_t Divisor,
                    const DimNames &Dims);

/// Adds unconstrained dimensions at the end.
NamedSet addDims(const NamedSet &S, const DimNames &More);
/// Forgets the dimensions \p Gone; unknown names are ignored.
NamedSet projectOut(const NamedSet &S, const DimNames &Gone);
/// Forgets the dimensions that are not in \p Kept, which is in set order.
NamedSet projectOnto(const NamedSet &S, const DimNames &Kept);
/// Forgets every parameter.
NamedSet projectOutParameters(const NamedSet &S);
/// `{ [first Inputs...] -> [rest...] }`
isl::map toMap(const NamedSet &S, unsigned Inputs);
/// `{ [In..., Out...] }` from `{ [In...] -> [Out...] }`.
NamedSet fromMap(const isl::map &M, const DimNames &In, const DimNames &Out);
/// Turns every dimension into a parameter of its name: `[Dims] -> { : ... }`.
isl::set toParameters(const NamedSet &S);

/// \p S with its names, for `--print` and tests: `[n] -> { [bx, tx] : ... }`.
std::string toString(const NamedSet &S);

} // namespace tessera

#endif
