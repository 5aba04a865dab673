//===- TypicalLaunch.cpp - The launch that estimates are for --------------===//
#include "costs/TypicalLaunch.h"
#include "tessera/Analysis/InstanceSpace.h"

namespace tessera {

std::map<std::string, int64_t> typicalValues(const Program &P, KernelId Kernel,
                                             const BlockShape &Block) {
  for (const LaunchModel *L : P.launchesOf(Kernel))
    if (L->Block == Block)
      if (auto Known = shapeOf(*L, P.kernel(Kernel)).Constants; !Known.empty())
        return Known;
  return {};
}

BlockShape gridFor(const Program &P, const KernelPlan &Plan) {
  BlockShape Grid;
  bool First = true;
  for (const LaunchModel *L : P.launchesOf(Plan.Kernel)) {
    if (!Plan.serves(*L))
      continue;
    if (First)
      Grid = L->Grid;
    else if (L->Grid != Grid)
      return {};
    First = false;
  }
  if (Plan.Relaunch)
    for (unsigned A = 0; A < 3; ++A)
      if (std::optional<int64_t> &Size = Grid[A])
        Size = (*Size * *Plan.Block[A] + (*Plan.Relaunch)[A] - 1) /
               (*Plan.Relaunch)[A];
  return Grid;
}

} // namespace tessera
