//===- CyclesPerOutput.cpp - How long a block keeps a multiprocessor ------===//
#include "Throughput.h"
#include "tessera/Plan/Occupancy.h"
#include <cmath>

namespace tessera {

/// How units share: towards 1 their times add up, far above the slowest counts
/// alone.
constexpr double Overlap = 3;

double cyclesPerOutput(const BlockDemand &Demand, const DeviceModel &Device) {
  double Resident = double(residentBlocks(
      Device, {Demand.Threads, Demand.Registers, Demand.SharedBytes}));
  if (Resident == 0)
    return INFINITY;
  // A small launch leaves multiprocessors, or their places, empty.
  double Idle = 1;
  if (Demand.Blocks > 0) {
    const double Each =
        std::ceil(Demand.Blocks / double(Device.Multiprocessors));
    Resident = std::min(Resident, Each);
    Idle = Each * double(Device.Multiprocessors) / Demand.Blocks;
  }
  // Of one multiprocessor, bytes in a cycle.
  const double PerCycle = Device.Clock * double(Device.Multiprocessors);
  const double Warp = double(Device.WarpSize);
  const double Busy[] = {
      Demand.Issued / 4,
      Demand.Float * Warp / Device.FloatLanes,
      Demand.Double * Warp / Device.DoubleLanes,
      Demand.Integer * Warp / Device.IntegerLanes,
      Demand.Special * Warp / Device.SpecialLanes,
      Demand.Wavefronts,
      Demand.L2Bytes * PerCycle / Device.L2Bandwidth,
      Demand.MemoryBytes * PerCycle / Device.MemoryBandwidth,
      Demand.Latency / Resident,
  };
  double Sum = 0;
  for (double Cycles : Busy)
    Sum += std::pow(Cycles, Overlap);
  return std::pow(Sum, 1 / Overlap) * Idle / Demand.Outputs;
}

int64_t leastBlocks(BlockDemand Users, BlockDemand With,
                    const DeviceModel &Device) {
  constexpr int64_t MostRounds = 1024;
  const double Merged = With.Outputs / Users.Outputs;
  int64_t Least = Device.Multiprocessors * MostRounds;
  for (int64_t Blocks = Least; Blocks > 0; Blocks /= 2) {
    // One more than fill the rounds: then the last is the emptiest.
    Users.Blocks = double(Blocks + 1);
    With.Blocks = std::max(1.0, Users.Blocks / Merged);
    if (cyclesPerOutput(With, Device) > cyclesPerOutput(Users, Device))
      break;
    Least = Blocks;
  }
  return Least > 1 ? Least : 0;
}

} // namespace tessera
