//===- FewWarps.cpp - Launches in which warps wait for memory -------------===//
//
// Where a multiprocessor has many warps, an access costs what it takes from the
// others. Where it has few, nothing else is done while one waits: a round takes
// as long as its slowest access. A tile that leaves some of them to global
// memory gains nothing then, and its barriers let less of them be under way.
//
//===----------------------------------------------------------------------===//
#include "ShapePlanner.h"
#include "tessera/Analysis/Coarsening.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// For each of the four schedulers one. On an H200, of two kernels with less, a
/// tile for one of two arrays made one slower by 20 %, the other by 14 %.
constexpr int64_t Few = 4;

/// The blocks of \p L, or those that get past the kernel's guards.
static std::optional<int64_t> blocksAtWork(const KernelModel &K,
                                           const LaunchModel &L) {
  const LaunchShape Shape = shapeOf(L, K);
  int64_t Blocks = 1;
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    std::optional<int64_t> Size = L.Grid[Axis];
    if (!Size && L.Block[Axis].value_or(0) > 0)
      if (std::optional<Polynomial> Extent = guardedExtent(K, Axis, Shape))
        if (std::optional<int64_t> Threads = Extent->constant())
          Size = (*Threads + *L.Block[Axis] - 1) / *L.Block[Axis];
    if (!Size)
      return std::nullopt;
    Blocks *= *Size;
  }
  return Blocks;
}

/// Whether each launch of \p Block has at most so many on a multiprocessor.
static bool haveFewWarps(const Program &P, KernelId Kernel,
                         const BlockShape &Block, const DeviceModel &Device) {
  int64_t Threads = 1;
  for (std::optional<int64_t> Size : Block)
    Threads *= Size.value_or(0);
  const int64_t Warps = (Threads + Device.WarpSize - 1) / Device.WarpSize;
  return Warps > 0 && llvm::all_of(P.launchesOf(Kernel), [&](auto *L) {
           if (L->Block != Block)
             return true;
           std::optional<int64_t> Blocks = blocksAtWork(P.kernel(Kernel), *L);
           return Blocks && *Blocks * Warps <= Few * Device.Multiprocessors;
         });
}

bool ShapePlanner::waitsForOthers(const Candidate &C) const {
  if (!haveFewWarps(P, Kernel, Result.Block, Opts.Device))
    return false;
  // That warps ask for fewer sectors helps in any case.
  for (AccessId Id : C.Accesses)
    if (K.access(Id).writes() ||
        Costs.global().isScattered(coordinatesOf(Space, K.access(Id).Array),
                                   Id))
      return false;
  auto IsStage = [&](LoopId L) {
    return llvm::any_of(C.Request.Stages, [&](const StageRequest &S) {
      return S.Loop == K.loop(L).Symbol;
    });
  };
  for (unsigned I = 0; I < K.Accesses.size(); ++I) {
    const AccessInfo &A = K.Accesses[I];
    const ArrayInfo &Array = K.array(A.Array);
    bool Global = Array.K == ArrayInfo::Kind::Parameter ||
                  Array.K == ArrayInfo::Kind::Global;
    if (!Global || Array.Constant || !A.reads() || C.Accesses.count({I}))
      continue;
    auto Stage = llvm::find_if(A.Loops, IsStage);
    // What stays the same in a loop is read before it.
    for (auto L = Stage; L != A.Loops.end(); ++L)
      if (llvm::any_of(A.Subscripts, [&](const Polynomial &S) {
            return S.mentions(K.loop(*L).Symbol);
          }))
        return true;
  }
  return false;
}

} // namespace tessera
