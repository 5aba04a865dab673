//===- FewWarps.cpp - Launches in which warps wait for memory -------------===//
//
// Where a multiprocessor has many warps, an access costs what it takes from the
// others. Where it has few, nothing else is done while one waits: a round takes
// as long as its slowest access. A tile that leaves some of them to global
// memory gains nothing then, and its barriers let less of them be under way.
//
//===----------------------------------------------------------------------===//
#include "candidates/ShapePlanner.h"
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
/// Nothing if only run time knows the grid of one.
static std::optional<bool> haveFewWarps(const Program &P, KernelId Kernel,
                                        const BlockShape &Block,
                                        const DeviceModel &Device) {
  int64_t Threads = 1;
  for (std::optional<int64_t> Size : Block)
    Threads *= Size.value_or(0);
  const int64_t Warps = (Threads + Device.WarpSize - 1) / Device.WarpSize;
  if (Warps == 0)
    return false;
  bool Unknown = false;
  for (const LaunchModel *L : P.launchesOf(Kernel)) {
    if (L->Block != Block)
      continue;
    std::optional<int64_t> Blocks = blocksAtWork(P.kernel(Kernel), *L);
    if (Blocks && *Blocks * Warps > Few * Device.Multiprocessors)
      return false;
    Unknown |= !Blocks;
  }
  return Unknown ? std::nullopt : std::optional(true);
}

/// Whether the threads of a block with one axis, and the rounds of \p L, are
/// the two sides of a matrix of which each reads its own elements: memory does
/// not hold a matrix with a side of very many threads, unless the other is
/// short.
static bool sharesMatrix(const KernelSpace &Space, AccessId Id, LoopId L) {
  const KernelModel &K = Space.Kernel;
  if (Space.Shape.Block[1] != 1 || Space.Shape.Block[2] != 1)
    return false;
  const ArrayCoordinates Array = coordinatesOf(Space, K.access(Id).Array);
  auto At = Array.Coordinates.find(Id);
  if (At == Array.Coordinates.end())
    return false;
  bool Side = false, OtherSide = false;
  for (const Polynomial &C : At->second) {
    const bool Round = C.mentions(K.loop(L).Symbol);
    Side |= !Round && C.mentions("tx");
    OtherSide |= Round && !C.mentions("tx");
  }
  return Side && OtherSide;
}

bool ShapePlanner::waitsForOthers(const Candidate &C) const {
  const std::optional<bool> Known =
      haveFewWarps(P, Kernel, Result.Block, Opts.Device);
  if (Known == false)
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
  const bool AtStart = llvm::any_of(
      C.Request.Stages, [](const StageRequest &S) { return S.Loop.empty(); });
  for (unsigned I = 0; I < K.Accesses.size(); ++I) {
    const AccessInfo &A = K.Accesses[I];
    const ArrayInfo &Array = K.array(A.Array);
    bool Global = Array.K == ArrayInfo::Kind::Parameter ||
                  Array.K == ArrayInfo::Kind::Global;
    if (!Global || Array.Constant || !A.reads() || C.Accesses.count({I}))
      continue;
    auto Stage =
        AtStart && !Known ? A.Loops.begin() : llvm::find_if(A.Loops, IsStage);
    // What stays the same in a loop is read before it.
    for (auto L = Stage; L != A.Loops.end(); ++L)
      if (llvm::any_of(A.Subscripts,
                       [&](const Polynomial &S) {
                         return S.mentions(K.loop(*L).Symbol);
                       }) &&
          (Known || sharesMatrix(Space, {I}, *L)))
        return true;
  }
  return false;
}

} // namespace tessera
