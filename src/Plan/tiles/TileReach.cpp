//===- TileReach.cpp - What outputs that are not stored read --------------===//
#include "tiles/TileReach.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

static bool reaches(const KernelSpace &Space, const Footprint &F,
                    const std::optional<TileStrip> &Strip, AccessId Id) {
  const std::vector<LoopId> &Loops = Space.Kernel.access(Id).Loops;
  const DimNames Dims = instanceDims(Space.Kernel, Loops);
  std::optional<AccessDomain> Domain = domainOf(Space, Loops, {}, Dims);
  if (!Domain)
    return true; // no tile has a known size
  isl::set Where = Domain->Set;
  auto IsWithin = [&](const Polynomial &P) {
    return nonNegative(Space.Context, P, Dims);
  };
  if (Strip && llvm::is_contained(Loops, Strip->Loop)) {
    const Polynomial Done =
        Polynomial::symbol(Space.Kernel.loop(Strip->Loop).Symbol) -
        Polynomial::symbol(Strip->Begin);
    Where = Where.intersect(IsWithin(Done))
                .intersect(IsWithin(Polynomial(Strip->Distance - 1) - Done));
  }
  const std::vector<Polynomial> &Index = F.TileIndex.at(Id);
  for (unsigned D = 0; D < Index.size(); ++D) {
    const Polynomial At = specialise(Index[D], Space.Shape);
    std::optional<int64_t> Extent = F.Enclosing.Dims[D].Extent.constant();
    if (Extent && isAffineOver(At, Dims) &&
        !(Where.is_subset(IsWithin(At)) &&
          Where.is_subset(IsWithin(Polynomial(*Extent - 1) - At))))
      return false;
  }
  return true;
}

llvm::Expected<bool> reachesAllOutputs(const KernelSpace &Space,
                                       const Footprint &F,
                                       const std::optional<TileStrip> &Strip) {
  return guarded(Space.Context, [&] {
    return llvm::all_of(
        F.Accesses, [&](AccessId Id) { return reaches(Space, F, Strip, Id); });
  });
}

} // namespace tessera
