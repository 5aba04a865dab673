//===- LaunchContext.cpp - What a launch tells about parameters -----------===//
#include "tessera/Analysis/LaunchContext.h"
#include "tessera/Analysis/AssumedFacts.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

LaunchContext::LaunchContext(isl::ctx Context, const KernelModel &K,
                             const LaunchModel &L, DimNames Dims)
    : Space{Context, K, shapeOf(L, K)}, L(L), Dims(std::move(Dims)),
      Known(assumedSet(Context, K.Assumed, Space.Shape, this->Dims)) {}

void LaunchContext::assume(const Polynomial &P) {
  if (isAffineOver(P, Dims))
    Known = Known.intersect(nonNegative(Space.Context, P, Dims));
}

bool LaunchContext::proves(const Polynomial &P, const isl::set &Where) const {
  return isAffineOver(P, Dims) &&
         Where.intersect(Known).is_subset(nonNegative(Space.Context, P, Dims));
}

bool LaunchContext::provesMultiple(const Polynomial &P, int64_t Of) const {
  return isAffineOver(P, Dims) &&
         Known.is_subset(multipleOf(Space.Context, P, Of, Dims));
}

bool LaunchContext::provesKernel() const {
  return llvm::all_of(Space.Kernel.MustNotBeNegative, [&](const Polynomial &P) {
    return proves(specialise(P, Space.Shape));
  });
}

/// Takes \p Symbol to be \p Value. Division in C rounds down if there is
/// nothing negative in it, as where the quotient is positive.
void LaunchContext::equals(const std::string &Symbol, const HostValue &Value) {
  Polynomial Product = Polynomial::symbol(Symbol) * Value.Divisor;
  if (Value.Divisor != 1 && !proves(Value.Numerator) &&
      !proves(Polynomial::symbol(Symbol) - 1))
    return;
  assume(Value.Numerator - Product);
  assume(Product + Value.Divisor - 1 - Value.Numerator);
}

void LaunchContext::addLaunch() {
  for (unsigned D = 0; D < 3; ++D)
    if (!Space.Shape.Grid[D] && L.GridValues[D])
      equals(std::string("G") + "xyz"[D], *L.GridValues[D]);
  const KernelModel &K = Space.Kernel;
  for (unsigned I = 0; I < K.Parameters.size(); ++I)
    if (const ParameterInfo &P = K.Parameters[I];
        !P.Symbol.empty() && I < L.Arguments.size() && L.Arguments[I].Value)
      equals(P.Symbol, *L.Arguments[I].Value);
}

std::optional<Polynomial> LaunchContext::address(AccessId Id) const {
  const AccessInfo &A = Space.Kernel.access(Id);
  const ArrayInfo &Array = Space.Kernel.array(A.Array);
  if (A.Subscripts.empty() || A.Subscripts.size() != Array.Extents.size())
    return std::nullopt;
  Polynomial Address;
  for (unsigned D = 0; D < A.Subscripts.size(); ++D)
    Address = Address * (D ? Array.Extents[D] : 0) +
              specialise(A.Subscripts[D], Space.Shape);
  return Address;
}

} // namespace tessera
