//===- SmallLaunches.cpp - Which launches are too small -------------------===//
#include "costs/SmallLaunches.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

namespace tessera {

/// Launches up to so many rounds of multiprocessors, or blocks along an axis,
/// are looked at.
constexpr int64_t MostRounds = 1024;
constexpr int64_t MostAlong = 4096;
/// A warp with threads at an edge takes so much longer, in parts of what its
/// outputs take in the user's kernel. Measured: a stencil of five points with
/// rows of 64 to 512.
constexpr double EdgeCost = 0.5;
/// So often must a cell of a window's strip be read for its copy to pay, and so
/// many cells be in a tile for its barrier to. Measured on an H100:
/// convolutions with masks of 7 to 31 in blocks of 16, moving sums of 16 to 333
/// in blocks of 2048 outputs, the nearest of 3 to 1024 points.
constexpr int64_t LeastUses = 12;
/// So many rounds of a loop pay for the barriers around strips. Measured on an
/// H200: products with strips of 16 take 0.97 to 1.07 of the time in 8 to 24
/// rounds, and 0.85 from 32 on.
constexpr int64_t LeastRounds = 32;

namespace {

class SizeFinder {
public:
  SizeFinder(const KernelPlan &Plan, const BlockDemand &Users,
             const BlockDemand &With, const DeviceModel &Device)
      : Plan(Plan), Users(Users), With(With), Device(Device) {}

  LeastLaunch find() const {
    LeastLaunch Least;
    int64_t Blocks = Device.Multiprocessors * MostRounds;
    while (Blocks > 0 && pays(Blocks)) {
      Least.Blocks = Blocks > 1 ? Blocks : 0;
      Blocks /= 2;
    }
    if (Least.Blocks == 0 && Blocks > 0)
      Least.Blocks = Device.Multiprocessors * MostRounds;
    for (unsigned Axis = 0; Axis < 3; ++Axis) {
      if (blocksAlong(Axis) <= 1)
        continue;
      int64_t &Along = Least.Along[Axis];
      for (Along = MostAlong; Along > 1 && pays(Axis, Along - 1);)
        --Along;
      Along = Along > 1 ? Along : 0;
    }
    return Least;
  }

private:
  bool hasEdges() const {
    return Plan.Interior && !Plan.Interior->Tests.empty();
  }

  /// Cycles of a launch of so many of the user's blocks.
  double cycles(BlockDemand Demand, double Blocks) const {
    Demand.Blocks = std::max(1.0, Blocks * Users.Outputs / Demand.Outputs);
    return cyclesPerOutput(Demand, Device) * Users.Outputs * Blocks /
           double(Device.Multiprocessors);
  }

  bool pays(int64_t Blocks) const {
    // One more than fill the rounds: then the last is the emptiest.
    const double More = double(Blocks + 1);
    // A thread at an edge may be the last: it waits for each output.
    const double Last = hasEdges() ? (Users.Latency - BlockLatency) *
                                         With.Outputs / Users.Outputs
                                   : 0;
    return cycles(With, More) + Last <= cycles(Users, More);
  }

  /// The outputs of a thread along \p Axis.
  int64_t outputs(unsigned Axis) const {
    for (const Coarsening &C : Plan.Coarsen)
      if (C.Axis == Axis)
        return C.Factor;
    return 1;
  }

  /// Of the user's blocks along \p Axis, those whose work one block does.
  double blocksAlong(unsigned Axis) const {
    return double(outputs(Axis) * Plan.newBlock()[Axis].value_or(1)) /
           double(Plan.Block[Axis].value_or(1));
  }

  /// Whether a warp at the end of \p Axis does one output after the other.
  bool hasEdges(unsigned Axis) const {
    const bool Ends = Plan.Interior && !Plan.Interior->Ends.empty() &&
                      Plan.Coarsen[*Plan.Interior->ColumnAxis].Axis == Axis;
    return hasEdges() && outputs(Axis) > 1 && !Ends;
  }

  /// Whether so many blocks along \p Axis are enough.
  bool pays(unsigned Axis, int64_t Blocks) const {
    const double Ratio =
        cyclesPerOutput(With, Device) / cyclesPerOutput(Users, Device);
    const double Of = blocksAlong(Axis);
    double Cycles =
        Ratio * std::ceil(double(Blocks) / Of) * Of / double(Blocks);
    if (hasEdges(Axis)) {
      int64_t Inner = 1; // threads of a warp along the axes before this
      for (unsigned A = 0; A < Axis; ++A)
        Inner *= Plan.newBlock()[A].value_or(1);
      const int64_t Size = Plan.Block[Axis].value_or(1);
      const int64_t Warp =
          std::clamp<int64_t>(Device.WarpSize / Inner, 1, Size);
      // Both ends.
      Cycles +=
          EdgeCost * 2 * double(Warp * outputs(Axis)) / double(Blocks * Size);
    }
    return Cycles <= 1;
  }

  const KernelPlan &Plan;
  const BlockDemand &Users, &With;
  const DeviceModel &Device;
};

} // namespace

LeastLaunch leastLaunch(const KernelPlan &Plan, const BlockDemand &Users,
                        const BlockDemand &With, const DeviceModel &Device) {
  return SizeFinder(Plan, Users, With, Device).find();
}

int64_t leastRounds(const KernelModel &K, const KernelPlan &Plan) {
  int64_t Rounds = 0;
  auto atLeast = [&](int64_t Number) { Rounds = std::max(Rounds, Number); };
  for (const StagePoint &Point : Plan.Points) {
    if (Point.Loop && Point.Unroll && !Point.Divides)
      atLeast(LeastUnrolledStrips * Point.Steps);
    bool Windows = false; // they pay for the barriers, too
    for (const TileStage &Tile : Point.Tiles) {
      if (!Point.Loop && !Tile.hasKnownSize())
        atLeast(LeastUses);
      for (const TileDimension &D : Tile.Dimensions) {
        if (!Point.Loop || !D.Origin.mentions(Point.StepSymbol))
          continue;
        std::optional<int64_t> Cells = D.Extent.constant();
        const int64_t Block = Cells ? *Cells - Point.Steps + 1 : 0;
        Windows |= !Cells || Block > 1;
        if (!Cells)
          atLeast(Point.Steps);
        else if (Block > 1)
          atLeast((LeastUses * *Cells - 1) / Block + 1);
      }
    }
    if (Point.Loop && !Windows &&
        !(K.loop(*Point.Loop).Upper - K.loop(*Point.Loop).Lower).constant())
      atLeast(std::min(LeastRounds, LeastUnrolledStrips * Point.Steps));
  }
  return Rounds;
}

} // namespace tessera
