//===- CyclesPerOutput.cpp - How long a block keeps a multiprocessor ------===//
#include "costs/Throughput.h"
#include "tessera/Plan/Occupancy.h"
#include "llvm/ADT/STLExtras.h"
#include <array>
#include <cmath>

namespace tessera {

/// How units share: towards 1 their times add up, far above the slowest counts
/// alone.
constexpr double Overlap = 3;

double BlockDemand::warps(const DeviceModel &Device) const {
  return std::ceil(double(Threads) / double(Device.WarpSize));
}

double BlockDemand::text(const DeviceModel &Device) const {
  return Issued / warps(Device) / Repeats;
}

namespace {

/// What a block takes of each unit, in cycles; first the memory's, then the
/// second-level cache's.
using UnitCycles = std::array<double, 9>;

} // namespace

static UnitCycles unitCycles(const BlockDemand &Demand,
                             const DeviceModel &Device, double Resident) {
  // Of one multiprocessor, bytes in a cycle.
  const double PerCycle = Device.Clock * double(Device.Multiprocessors);
  const double Warp = double(Device.WarpSize);
  return {
      Demand.MemoryBytes * PerCycle / Device.MemoryBandwidth,
      Demand.L2Bytes * PerCycle / Device.L2Bandwidth,
      Demand.Issued / 4,
      Demand.Float * Warp / Device.FloatLanes,
      Demand.Double * Warp / Device.DoubleLanes,
      Demand.Integer * Warp / Device.IntegerLanes,
      Demand.Special * Warp / Device.SpecialLanes,
      Demand.Wavefronts,
      Demand.Latency / Resident,
  };
}

static double residentOf(const BlockDemand &Demand, const DeviceModel &Device) {
  return double(residentBlocks(
      Device, {Demand.Threads, Demand.Registers, Demand.SharedBytes}));
}

BusiestUnit busiestUnit(const BlockDemand &Demand, const DeviceModel &Device) {
  const UnitCycles Cycles =
      unitCycles(Demand, Device, residentOf(Demand, Device));
  const auto Most = llvm::max_element(Cycles) - Cycles.begin();
  return Most == 0   ? BusiestUnit::Memory
         : Most == 1 ? BusiestUnit::L2
                     : BusiestUnit::Other;
}

double memoryCyclesPerOutput(const BlockDemand &Demand,
                             const DeviceModel &Device) {
  return unitCycles(Demand, Device, residentOf(Demand, Device)).front() /
         Demand.Outputs;
}

double cyclesPerOutput(const BlockDemand &Demand, const DeviceModel &Device) {
  double Resident = residentOf(Demand, Device);
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
  double Sum = 0;
  for (double Cycles : unitCycles(Demand, Device, Resident))
    Sum += std::pow(Cycles, Overlap);
  return std::pow(Sum, 1 / Overlap) * Idle / Demand.Outputs;
}

} // namespace tessera
