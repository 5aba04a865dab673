//===- Bursts.cpp - Sectors that memory moves apart -----------------------===//
#include "costs/Bursts.h"
#include "tessera/Analysis/Coalescing.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// The tile of \p Plan that serves \p Id; null if there is none.
static const TileStage *tileOf(const KernelPlan *Plan, AccessId Id) {
  if (Plan)
    for (const StagePoint &Point : Plan->Points)
      for (const TileStage &T : Point.Tiles)
        if (llvm::any_of(T.Redirected,
                         [&](const auto &R) { return R.Access == Id; }))
          return &T;
  return nullptr;
}

double burstsOf(const KernelSpace &Space, const KernelPlan *Plan,
                const AccessCosts &Costs, const ArrayCoordinates &Array,
                AccessId Id) {
  if (!Array.Coordinates.at(Id).back().mentions("tz"))
    return 1;
  const AccessInfo &A = Space.Kernel.access(Id);
  bool Alone = false;
  if (const TileStage *T = tileOf(Plan, Id)) {
    const TileDimension &Row = T->Dimensions.back();
    Alone =
        Row.Stride != Polynomial(1) ||
        Costs.typical(Row.Extent) * Space.Kernel.array(T->Array).ElementBytes <=
            SectorBytes;
  } else if (A.Loops.empty()) { // else the next rounds have the neighbours
    std::optional<Coalescing> Request = coalescingOf(Space, Array, Id);
    Alone = Request && !Request->Broadcast &&
            Request->Lines > Request->Requests &&
            Request->Sectors < 2 * Request->Lines;
  }
  return !Alone ? 1 : A.writes() ? 1.7 : 1.5;
}

} // namespace tessera
