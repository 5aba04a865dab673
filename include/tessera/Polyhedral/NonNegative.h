//===- NonNegative.h - What is not negative, products included ------------===//
//
// Places in flat arrays have products of parameters, `y*nx + x`, about which
// affine sets know nothing. Whether one place is behind another often follows
// from facts all the same: with nx >= 6 and ny >= 4,
//
//   nx*ny - 2*nx - 3  =  nx*(ny - 4) + 2*(nx - 6) + 9  >=  0
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_POLYHEDRAL_NONNEGATIVE_H
#define TESSERA_POLYHEDRAL_NONNEGATIVE_H

#include "tessera/Polyhedral/Polynomial.h"

namespace tessera {

class NonNegative {
public:
  /// \param Facts polynomials that are not negative.
  /// \param Naturals symbols that are not.
  /// \param Multiples what symbols are multiples of.
  NonNegative(std::vector<Polynomial> Facts, std::set<std::string> Naturals,
              const std::map<std::string, int64_t> &Multiples = {});

  /// Whether it is found that \p P is not negative.
  bool proves(Polynomial P) const;

private:
  void add(Polynomial Fact);
  bool isNatural(const Monomial &M) const;
  std::optional<Polynomial> reduced(const Polynomial &P) const;

  std::vector<Polynomial> Facts;
  std::set<std::string> Naturals;
  const std::map<std::string, int64_t> Multiples;
};

} // namespace tessera

#endif
