//===- Occupancy.cpp - How many blocks a multiprocessor holds -------------===//
#include "tessera/Plan/Occupancy.h"
#include <algorithm>

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

int64_t residentBlocks(const DeviceModel &Device, const BlockResources &Block) {
  int64_t Shared =
      roundUp(Block.SharedBytes + Device.SharedReserved, Device.SharedUnit);
  if (Block.Threads < 1 || Block.Threads > Device.ThreadsPerBlock ||
      Block.Registers > Device.RegistersPerThread ||
      Block.SharedBytes > Device.SharedOptIn)
    return 0;
  int64_t Blocks = std::min(Device.BlocksPerMultiprocessor,
                            Device.ThreadsPerMultiprocessor / Device.WarpSize /
                                warpsOf(Device, Block.Threads));
  if (Block.Registers > 0)
    Blocks = std::min(Blocks, blocksByRegisters(Device, Block));
  if (Shared > 0)
    Blocks = std::min(Blocks, Device.SharedPerMultiprocessor / Shared);
  return Blocks;
}

int64_t residentWarps(const DeviceModel &Device, const BlockResources &Block) {
  return residentBlocks(Device, Block) * warpsOf(Device, Block.Threads);
}

} // namespace tessera
