//===- ThreadRegisters.cpp - How many registers a thread needs ------------===//
#include "costs/Throughput.h"
#include <cmath>

namespace tessera {

/// For addresses, counters and the like.
constexpr double BasicRegisters = 26;
/// Of the elements of windows, those that wait for their use at one time:
/// compilers load each row when the one before it is used up. Fitted to ptxas
/// with bench/kernels/registers.py.
constexpr double WaitingOfWindows = 0.38;

double threadRegisters(const KernelModel &K, const KernelPlan *Plan,
                       const BlockDemand &Block, const AccessCosts &Costs) {
  double Registers = BasicRegisters;
  // Outputs share the counters of their loops.
  auto isCounter = [&](const ScalarInfo &S) {
    return llvm::any_of(K.Loops,
                        [&](const LoopInfo &L) { return L.Name == S.Name; });
  };
  for (const ScalarInfo &S : K.Scalars)
    if (S.Reassigned && !S.IsParameter && !isCounter(S))
      Registers += Block.Outputs / double(Block.Threads) *
                   (S.NumberType == "double" ? 2 : 1);
  if (!Plan)
    return Registers;
  for (const StagePoint &Point : Plan->Points)
    for (const TileStage &T : Point.Tiles) {
      const double Words = Costs.words(T.Array);
      for (const RedirectedAccess &R : T.Redirected)
        if (!R.Registers.empty())
          Registers += Words * double(Plan->Coarsen[R.Axis].Factor);
      if (Point.Buffers > 1 && !Point.Async) {
        double Cells = 1;
        for (const TileDimension &D : T.Dimensions)
          Cells *= std::max(1.0, Costs.typical(D.Extent));
        Registers += Words * std::ceil(Cells / double(Block.Threads));
      }
    }
  if (Plan->Interior)
    for (const RegisterWindow &W : Plan->Interior->Windows) {
      if (W.Slides) { // all of it is used again
        Registers += double(W.Rows * W.Columns) * Costs.words(W.Array);
        continue;
      }
      double Cells = 0;
      for (const RegisterMove &M : W.Stores.empty() ? W.Loads : W.Stores)
        Cells += double(M.Outputs * M.Width) * Costs.words(W.Array);
      Registers += WaitingOfWindows * Cells;
    }
  return Registers;
}

} // namespace tessera
