//===- ReportBanks.cpp - Tiles as they lie in shared memory ---------------===//
#include "report/CollectReport.h"
#include "tessera/Analysis/BankConflicts.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

namespace {

/// One tile of constant size, and the threads that use it.
class TileMemory {
public:
  TileMemory(const KernelModel &K, const KernelPlan &Plan, const TileStage &T,
             int64_t Banks)
      : K(K), T(T), Banks(Banks), Bytes(K.array(T.Array).ElementBytes),
        Order(T.memoryOrder()), Pitch(T.pitch().constant()) {
    Shape.Block = Plan.newBlock();
    Shape.Warp = Plan.Warp;
  }

  void describe(const RedirectedAccess &R, ReportTileUse &Use) const {
    if (!Pitch || !hasConstantSizes() || !Shape.threads())
      return;
    const BytesOfElement Part = R.Registers.empty()
                                    ? bytesOf(K, R.Access)
                                    : BytesOfElement{0, T.Vector * Bytes};
    Use.Width = std::max<int64_t>(1, Part.size() / Bytes);
    Use.Lanes = lanes(R);
    if (T.Skew || Banks != WarpSize)
      return;
    Use.Warps = (*Shape.threads() + WarpSize - 1) / WarpSize;
    TileIndex Index;
    std::vector<int64_t> Sizes;
    for (unsigned D : Order) {
      Index.push_back(R.Index[D]);
      Sizes.push_back(*T.Dimensions[D].Extent.constant());
    }
    Sizes.back() = *Pitch;
    Use.Wavefronts = wavefrontsOf(Index, Sizes, Bytes, Shape, {}, Part);
  }

private:
  bool hasConstantSizes() const {
    return llvm::all_of(Order, [&](unsigned D) {
      return T.Dimensions[D].Extent.constant().has_value();
    });
  }

  /// The cells in memory of the first warp.
  std::vector<int64_t> lanes(const RedirectedAccess &R) const {
    std::vector<int64_t> Cells;
    for (unsigned D : Order) {
      const auto Warps = evaluateInWarps(R.Index[D], Shape);
      if (!Warps || Warps->empty())
        return {};
      Cells.resize(Warps->front().size());
      const bool InRow = D == Order.back();
      for (auto [Cell, I] : llvm::zip_equal(Cells, Warps->front()))
        Cell = Cell * (InRow ? *Pitch : *T.Dimensions[D].Extent.constant()) +
               I + (InRow && T.Skew ? I / T.Skew : 0);
    }
    return Cells;
  }

  const KernelModel &K;
  const TileStage &T;
  const int64_t Banks, Bytes;
  const std::vector<unsigned> Order;
  const std::optional<int64_t> Pitch;
  LaunchShape Shape;
};

} // namespace

std::vector<ReportTile> reportTiles(const KernelModel &User,
                                    const KernelPlan &Plan, int64_t Banks) {
  const KernelModel K = keepInRegisters(User, Plan.Registers).Kernel;
  std::vector<ReportTile> Result;
  for (const StagePoint &Point : Plan.Points)
    for (const TileStage &T : Point.Tiles) {
      ReportTile Tile;
      Tile.Array = K.array(T.Array).Name;
      Tile.ElementBytes = K.array(T.Array).ElementBytes;
      Tile.At = "kernel start";
      if (Point.Loop)
        Tile.At =
            K.loop(*Point.Loop).Symbol + " by " + std::to_string(Point.Steps);
      Tile.Buffers = Point.Buffers;
      Tile.Async = Point.Async;
      const TileMemory Memory(K, Plan, T, Banks);
      for (const RedirectedAccess &R : T.Redirected) {
        ReportTileUse Use;
        Use.Access = R.Access;
        Use.Where = {K.access(R.Access).Source.Begin};
        Use.Index = R.Index;
        Memory.describe(R, Use);
        Tile.Uses.push_back(std::move(Use));
      }
      Tile.Stage = T;
      Result.push_back(std::move(Tile));
    }
  return Result;
}

} // namespace tessera
