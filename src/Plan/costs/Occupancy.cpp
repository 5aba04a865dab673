//===- Occupancy.cpp - How many blocks a multiprocessor holds -------------===//
#include "tessera/Plan/Occupancy.h"
#include <algorithm>
#include <map>

namespace tessera {

static int64_t roundUp(int64_t Value, int64_t Unit) {
  return (Value + Unit - 1) / Unit * Unit;
}

static int64_t warpsOf(const DeviceModel &Device, int64_t Threads) {
  return roundUp(Threads, Device.WarpSize) / Device.WarpSize;
}

/// The blocks that find registers.
static int64_t blocksByRegisters(const DeviceModel &Device,
                                 const BlockResources &Block) {
  int64_t Warps = warpsOf(Device, Block.Threads);
  int64_t PerWarp = Block.Registers * Device.WarpSize;
  if (Device.RegistersByBlock) {
    int64_t PerBlock =
        roundUp(roundUp(Warps, Device.WarpUnit) * PerWarp, Device.RegisterUnit);
    return Device.RegistersPerMultiprocessor / PerBlock;
  }
  // Each warp is in one of several register files.
  int64_t PerFile = Device.RegistersPerMultiprocessor / Device.WarpUnit /
                    roundUp(PerWarp, Device.RegisterUnit);
  return PerFile * Device.WarpUnit / Warps;
}

/// Whether there can be a block like that.
static bool isPossible(const DeviceModel &Device, const BlockResources &Block) {
  return Block.Threads >= 1 && Block.Threads <= Device.ThreadsPerBlock &&
         Block.Registers <= Device.RegistersPerThread &&
         Block.SharedBytes <= Device.SharedOptIn;
}

/// How many possible blocks each limit allows.
static std::map<OccupancyLimit, int64_t>
blocksByLimit(const DeviceModel &Device, const BlockResources &Block) {
  std::map<OccupancyLimit, int64_t> Result = {
      {OccupancyLimit::Blocks, Device.BlocksPerMultiprocessor},
      {OccupancyLimit::Warps, Device.ThreadsPerMultiprocessor /
                                  Device.WarpSize /
                                  warpsOf(Device, Block.Threads)}};
  if (Block.Registers > 0)
    Result[OccupancyLimit::Registers] = blocksByRegisters(Device, Block);
  const int64_t Shared =
      roundUp(Block.SharedBytes + Device.SharedReserved, Device.SharedUnit);
  if (Shared > 0)
    Result[OccupancyLimit::Shared] = Device.SharedPerMultiprocessor / Shared;
  return Result;
}

int64_t residentBlocks(const DeviceModel &Device, const BlockResources &Block) {
  if (!isPossible(Device, Block))
    return 0;
  int64_t Blocks = Device.BlocksPerMultiprocessor;
  for (auto [Limit, Allowed] : blocksByLimit(Device, Block))
    Blocks = std::min(Blocks, Allowed);
  return Blocks;
}

std::vector<OccupancyLimit> occupancyLimits(const DeviceModel &Device,
                                            const BlockResources &Block) {
  std::vector<OccupancyLimit> Result;
  if (!isPossible(Device, Block))
    return Result;
  const int64_t Blocks = residentBlocks(Device, Block);
  for (auto [Limit, Allowed] : blocksByLimit(Device, Block))
    if (Allowed == Blocks)
      Result.push_back(Limit);
  return Result;
}

int64_t residentWarps(const DeviceModel &Device, const BlockResources &Block) {
  return residentBlocks(Device, Block) * warpsOf(Device, Block.Threads);
}

} // namespace tessera
