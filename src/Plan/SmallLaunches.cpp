//===- SmallLaunches.cpp - Which launches are too small -------------------===//
#include "SmallLaunches.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

/// Launches up to so many rounds of multiprocessors, or blocks along an axis,
/// are looked at.
constexpr int64_t MostRounds = 1024;
constexpr int64_t MostAlong = 4096;
/// A warp with threads at an edge takes so much longer, in parts of what its
/// outputs take in the user's kernel. Measured: a stencil of five points with
/// rows of 64 to 512.
constexpr double EdgeCost = 0.5;

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
    for (const Coarsening &C : Plan.Coarsen) {
      int64_t &Along = Least.Along[C.Axis];
      for (Along = MostAlong; Along > 1 && pays(C, Along - 1);)
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

  /// Whether so many blocks along the axis of \p C are enough.
  bool pays(const Coarsening &C, int64_t Blocks) const {
    const double Ratio =
        cyclesPerOutput(With, Device) / cyclesPerOutput(Users, Device);
    const double Outputs =
        double((Blocks + C.Factor - 1) / C.Factor * C.Factor);
    double Cycles = Ratio * Outputs / double(Blocks);
    if (hasEdges()) {
      int64_t Inner = 1; // threads of a warp along the axes before this
      for (unsigned A = 0; A < C.Axis; ++A)
        Inner *= Plan.Block[A].value_or(1);
      const int64_t Size = Plan.Block[C.Axis].value_or(1);
      const int64_t Warp =
          std::clamp<int64_t>(Device.WarpSize / Inner, 1, Size);
      // Both ends.
      Cycles += EdgeCost * 2 * double(Warp * C.Factor) / double(Blocks * Size);
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

} // namespace tessera
