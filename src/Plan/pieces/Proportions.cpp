//===- Proportions.cpp - Quantities that are multiples of each other ------===//
#include "tessera/Plan/Proportions.h"
#include <numeric>

namespace tessera {

Proportions::Proportions(unsigned Quantities) {
  for (unsigned I = 0; I < Quantities; ++I)
    Values.push_back({I, 1, 1});
}

bool Proportions::tie(unsigned X, int64_t Factor, unsigned Y) {
  // X's group has to grow by Up / Down.
  int64_t Up = Factor * Values[Y].Numerator * Values[X].Denominator;
  int64_t Down = Values[Y].Denominator * Values[X].Numerator;
  if (Values[X].Group == Values[Y].Group)
    return Up == Down;
  unsigned Old = Values[X].Group;
  for (Value &V : Values) {
    if (V.Group != Old)
      continue;
    V.Group = Values[Y].Group;
    V.Numerator *= Up;
    V.Denominator *= Down;
    int64_t Common = std::gcd(V.Numerator, V.Denominator);
    V.Numerator /= Common;
    V.Denominator /= Common;
  }
  return true;
}

std::vector<int64_t> Proportions::solve() const {
  std::vector<int64_t> Result(Values.size());
  for (unsigned I = 0; I < Values.size(); ++I) {
    int64_t Multiple = 1, Common = 0;
    for (const Value &V : Values)
      if (V.Group == Values[I].Group)
        Multiple = std::lcm(Multiple, V.Denominator);
    for (const Value &V : Values)
      if (V.Group == Values[I].Group)
        Common = std::gcd(Common, V.Numerator * (Multiple / V.Denominator));
    Result[I] =
        Values[I].Numerator * (Multiple / Values[I].Denominator) / Common;
  }
  return Result;
}

} // namespace tessera
