//===- BlockEstimate.cpp - What a block is expected to ask for ------------===//
#include "tessera/Plan/BlockEstimate.h"
#include "candidates/ChooseRegisters.h"
#include "costs/Throughput.h"
#include "costs/TypicalLaunch.h"
#include "tessera/Analysis/BlockBounds.h"
#include "tessera/Plan/Occupancy.h"
#include "tessera/Polyhedral/Guarded.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {

BoundUnit BlockEstimate::bound() const {
  return BoundUnit(llvm::max_element(UnitCycles) - UnitCycles.begin());
}

BlockDemand demandOf(const Program &P, KernelId Kernel, const BlockShape &Block,
                     const KernelPlan *Plan, const DeviceModel &Device) {
  KernelPlan Threads;
  Threads.Kernel = Kernel;
  Threads.Block = Block;
  if (Plan) {
    Threads.Threads = Plan->Threads;
    Threads.Relaunch = Plan->Relaunch;
  }
  const KernelModel Users = Threads.reorderedModel(P.kernel(Kernel));
  const KernelModel K =
      Plan && !Plan->Coarsen.empty() ? Users : withBlockBounds(Users);
  IslContext Context;
  KernelSpace Space{Context, K, {}};
  Space.Shape.Block = Threads.newBlock();
  const AccessCosts Costs(Space, Device, typicalValues(P, Kernel, Block));
  KernelSpace Launched = Space;
  Launched.Shape.Grid = gridFor(P, Threads);
  return Throughput(Launched, Costs, Device).of(Plan);
}

std::optional<BlockEstimate> estimateBlock(const Program &P, KernelId Kernel,
                                           const BlockShape &Block,
                                           const KernelPlan *Plan,
                                           const DeviceModel &Device) {
  if (!Device.hasRates() ||
      llvm::any_of(Block, [](auto Size) { return !Size.has_value(); }))
    return std::nullopt;
  const BlockDemand Demand =
      Plan && !Plan->Registers.empty()
          ? demandOf(withRegisters(P, Kernel, Plan->Registers), Kernel, Block,
                     Plan, Device)
          : demandOf(P, Kernel, Block, Plan, Device);
  BlockEstimate Result;
  Result.Outputs = Demand.Outputs;
  Result.Threads = Demand.Threads;
  Result.Registers = Demand.Registers;
  Result.SharedBytes = Demand.SharedBytes;
  Result.CacheBytes = Demand.L2Bytes;
  Result.MemoryBytes = Demand.MemoryBytes;
  Result.Wavefronts = Demand.Wavefronts;
  Result.Cycles = cyclesPerOutput(Demand, Device);
  const BlockResources Needs = {Demand.Threads, Demand.Registers,
                                Demand.SharedBytes};
  Result.ResidentBlocks = residentBlocks(Device, Needs);
  Result.ResidentWarps = residentWarps(Device, Needs);
  Result.Limits = occupancyLimits(Device, Needs);
  Result.Blocks = Demand.Blocks;
  const Residency Resident = residencyOf(Demand, Device);
  if (Resident.Blocks > 0) {
    Result.Busy = 1 / Resident.Idle;
    Result.RunningWarps = int64_t(Resident.Blocks * Demand.warps(Device));
    Result.UnitCycles = unitCycles(Demand, Device, Resident.Blocks);
    for (double &Cycles : Result.UnitCycles)
      Cycles /= Demand.Outputs;
  }
  return Result;
}

} // namespace tessera
