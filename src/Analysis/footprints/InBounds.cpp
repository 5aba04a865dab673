//===- InBounds.cpp - Accesses that stay in their arrays ------------------===//
#include "tessera/Analysis/InBounds.h"
#include "tessera/Analysis/FusedLaunch.h"
#include "tessera/Analysis/LaunchContext.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// Operations of isl for one launch or element.
static constexpr unsigned long BoundsQuota = 100'000;

/// The value of \p Proved; no, if isl gave up.
static bool valueOr(llvm::Expected<bool> Proved) {
  if (Proved)
    return *Proved;
  llvm::consumeError(Proved.takeError());
  return false;
}

/// The elements of \p A, if their number is fixed.
static std::optional<int64_t> sizeOf(const Program &P, const LaunchModel &L,
                                     const ArrayInfo &A) {
  if (A.K == ArrayInfo::Kind::Parameter) {
    if (A.Parameter >= L.Arguments.size() || A.ElementBytes == 0 ||
        A.Reassigned)
      return std::nullopt;
    const PointerRoot &Root = L.Arguments[A.Parameter].Root;
    if (!Root.Variable || P.Host.variable(*Root.Variable).Pointer)
      return std::nullopt;
    return P.Host.variable(*Root.Variable).bytes() / A.ElementBytes;
  }
  int64_t Size = 1;
  for (int64_t Extent : A.Extents)
    Size *= Extent; // 0 where it is not known
  return Size;
}

/// Whether all that \p K accesses is in bounds. \p K and \p L are of one launch
/// for all rounds.
static bool isInBounds(isl::ctx Context, const Program &P, const KernelModel &K,
                       const LaunchModel &L, std::string &Array) {
  LaunchContext Facts(Context, K, L, {});
  Facts.addLaunch();
  for (unsigned I = 0; I < K.Accesses.size(); ++I) {
    if (K.Accesses[I].OnlyCompared)
      continue;
    const ArrayInfo &A = K.array(K.Accesses[I].Array);
    Array = A.Name;
    DimNames Dims = instanceDims(K, K.Accesses[I].Loops);
    std::optional<int64_t> Size = sizeOf(P, L, A);
    std::optional<Polynomial> Address = Facts.address({I});
    std::optional<AccessDomain> Domain = domainOf(Facts.space(), {I}, Dims);
    if (!Size || !Address || !Domain || !isAffineOver(*Address, Dims) ||
        K.Accesses[I].K == AccessInfo::Kind::AddressTaken ||
        !Facts.provesKernel())
      return false;
    isl::set Where = Domain->Set.intersect_params(Facts.known().params());
    Polynomial Behind = Polynomial(*Size - 1) - *Address;
    if (!Where.is_subset(nonNegative(Context, *Address, Dims)) ||
        !Where.is_subset(nonNegative(Context, Behind, Dims)))
      return false;
  }
  return true;
}

bool staysInBounds(isl::ctx Context, const Program &P,
                   const LaunchModel &Launch, std::string &Array) {
  const KernelModel &K = P.kernel(Launch.Kernel);
  LaunchModel L = Launch;
  L.Loop = L.Around;
  std::optional<unsigned> Axis = freeAxis(K, L);
  std::optional<FusedLaunch> All =
      Axis ? fuseRounds(K, L, *Axis) : std::nullopt;
  if (!All)
    return false;
  auto Check = [&] {
    return isInBounds(Context, P, All->Kernel, All->Launch, Array);
  };
  return valueOr(guarded(Context, Check, BoundsQuota));
}

bool staysInBounds(isl::ctx Context, const LaunchLoop &Loop,
                   const std::vector<Polynomial> &Subscripts,
                   const std::vector<int64_t> &Extents) {
  if (Subscripts.size() != Extents.size() || !Loop.End)
    return false;
  auto Check = [&] {
    Polynomial Round = Polynomial::symbol(Loop.Symbol);
    isl::set Known = NamedSet::universe(Context, {}).Set;
    for (const Polynomial &P :
         {Round - Loop.First,
          Loop.End->Numerator - (Round + 1) * Loop.End->Divisor})
      if (isAffineOver(P, {}))
        Known = Known.intersect(nonNegative(Context, P, {}));
    for (unsigned D = 0; D < Extents.size(); ++D)
      for (const Polynomial &P :
           {Subscripts[D], Polynomial(Extents[D] - 1) - Subscripts[D]})
        if (!isAffineOver(P, {}) ||
            !Known.is_subset(nonNegative(Context, P, {})))
          return false;
    return true;
  };
  return valueOr(guarded(Context, Check, BoundsQuota));
}

} // namespace tessera
