//===- DivergentBarriers.cpp - Barriers that not all threads reach --------===//
#include "tessera/Analysis/DivergentBarriers.h"
#include "tessera/Polyhedral/Guarded.h"

namespace tessera {

/// Operations of isl for one barrier.
static constexpr unsigned long BarrierQuota = 60'000;

static std::optional<NamedPoint> exampleOf(const LaunchedKernel &K,
                                           const BarrierInfo &B) {
  std::optional<Executions> At = K.executions(B.Loops, B.Guards);
  if (!At || At->Must.Set.is_empty())
    return std::nullopt;
  const DimNames &Dims = At->Must.Dims;
  // { [bx.., tx.., rounds, bx'.., tx'..] }
  NamedSet Never{K.threads(Dims).subtract(At->May.Set), Dims};
  NamedSet Pairs = product(At->Must, Never, "'");
  DimNames Together = BlockDims;
  Together.insert(Together.end(), Dims.begin() + 6, Dims.end());
  Pairs.Set = Pairs.Set.intersect(
      equal(K.isl(), Together, withSuffix(Together, "'"), Pairs.Dims));
  return findExample(At->Must, Pairs);
}

std::vector<DivergentBarrier> findDivergentBarriers(const LaunchedKernel &K) {
  std::vector<DivergentBarrier> Found;
  for (unsigned I = 0; I < K.kernel().Barriers.size(); ++I) {
    const BarrierInfo &B = K.kernel().Barriers[I];
    llvm::Expected<std::optional<NamedPoint>> Example =
        guarded(K.isl(), [&] { return exampleOf(K, B); }, BarrierQuota);
    if (!Example)
      llvm::consumeError(Example.takeError());
    else if (*Example)
      Found.push_back({I, std::move(**Example)});
  }
  return Found;
}

} // namespace tessera
