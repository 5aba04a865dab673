//===- CyclesPerOutput.cpp - How long a block keeps a multiprocessor ------===//
#include "costs/Throughput.h"
#include "tessera/Plan/Occupancy.h"
#include "llvm/ADT/STLExtras.h"
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

std::array<double, BoundUnits> unitCycles(const BlockDemand &Demand,
                                          const DeviceModel &Device,
                                          double Resident) {
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
  const std::array Cycles =
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

Residency residencyOf(const BlockDemand &Demand, const DeviceModel &Device) {
  Residency Result = {residentOf(Demand, Device)};
  if (Demand.Blocks > 0 && Result.Blocks > 0) {
    const double Each =
        std::ceil(Demand.Blocks / double(Device.Multiprocessors));
    Result.Blocks = std::min(Result.Blocks, Each);
    Result.Idle = Each * double(Device.Multiprocessors) / Demand.Blocks;
  }
  return Result;
}

double cyclesPerOutput(const BlockDemand &Demand, const DeviceModel &Device) {
  const Residency Resident = residencyOf(Demand, Device);
  if (Resident.Blocks == 0)
    return INFINITY;
  double Sum = 0;
  for (double Cycles : unitCycles(Demand, Device, Resident.Blocks))
    Sum += std::pow(Cycles, Overlap);
  return std::pow(Sum, 1 / Overlap) * Resident.Idle / Demand.Outputs;
}

} // namespace tessera
