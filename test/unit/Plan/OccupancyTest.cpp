//===- OccupancyTest.cpp - Resident blocks by device profile --------------===//
#include "tessera/Plan/Occupancy.h"
#include "llvm/Support/Error.h"
#include <gtest/gtest.h>

namespace tessera {
namespace {

DeviceModel device(llvm::StringRef Name) {
  return llvm::cantFail(findDevice(Name, TESSERA_DEVICES));
}

// The numbers of a textbook on compute capability 1.3.

class TextbookTest : public testing::Test {
protected:
  int64_t warps(int64_t Threads, int64_t Registers = 0, int64_t Shared = 0) {
    return residentWarps(D, {Threads, Registers, Shared});
  }
  const DeviceModel D = device("Tesla-C1060");
};

TEST_F(TextbookTest, LimitsOfTheDevice) {
  EXPECT_EQ(D.Architecture, "sm_13");
  EXPECT_EQ(D.Multiprocessors, 30);
  EXPECT_EQ(D.SharedPerBlock, 16384);
  EXPECT_EQ(D.SharedPerMultiprocessor, 16384);
  EXPECT_EQ(D.RegistersPerMultiprocessor, 16384);
  EXPECT_EQ(D.WarpSize, 32);
  EXPECT_EQ(D.ThreadsPerBlock, 512);
  EXPECT_EQ(D.ThreadsPerMultiprocessor, 32 * 32);
  EXPECT_EQ(D.BlocksPerMultiprocessor, 8);
  EXPECT_EQ(D.Banks, 16);
}

TEST_F(TextbookTest, WarpsByWarpsPerBlock) {
  const int64_t Table[] = {8,  16, 24, 32, 30, 30, 28, 32,
                           27, 30, 22, 24, 26, 28, 30, 32};
  for (int64_t PerBlock = 1; PerBlock <= 16; ++PerBlock)
    EXPECT_EQ(warps(PerBlock * 32), Table[PerBlock - 1]) << PerBlock;
}

TEST_F(TextbookTest, TheExampleOf480Threads) {
  // 2 registers, 8 bytes of shared memory and 16 that the system takes.
  EXPECT_EQ(residentBlocks(D, {480, 2, 8}), 2);
  EXPECT_EQ(warps(480, 2, 8), 30);
  EXPECT_EQ(warps(480, 2, 8) * 100 / 32, 93); // 93.75, printed as 94
}

TEST_F(TextbookTest, RegistersDecideInSteps) {
  EXPECT_EQ(warps(480, 16), 30);
  EXPECT_EQ(warps(480, 17), 15);
  EXPECT_EQ(warps(480, 32), 15);
  EXPECT_EQ(warps(480, 33), 0);
  EXPECT_EQ(warps(256, 2), 32);
}

TEST_F(TextbookTest, BlocksGetRegistersByUnits) {
  // 65 threads count as 128, and 128 * 5 registers as 1024: 16 blocks, of which
  // 8 may be there.
  EXPECT_EQ(residentBlocks(D, {65, 5}), 8);
  // 128 * 17 are 2176, which count as 2560.
  EXPECT_EQ(residentBlocks(D, {65, 17}), 6);
  EXPECT_EQ(residentBlocks(D, {128, 17}), 6);
  EXPECT_EQ(residentBlocks(D, {128, 20}), 6);
  EXPECT_EQ(residentBlocks(D, {128, 21}), 5);
}

TEST_F(TextbookTest, SharedMemoryIsGivenOutByUnits) {
  // 16 bytes of each 512 are taken.
  EXPECT_EQ(residentBlocks(D, {64, 0, 4 * 512 - 16}), 8);
  EXPECT_EQ(residentBlocks(D, {64, 0, 4 * 512 - 15}), 6);
  EXPECT_EQ(residentBlocks(D, {64, 0, 16368}), 1);
  EXPECT_EQ(residentBlocks(D, {64, 0, 16369}), 0);
}

TEST_F(TextbookTest, ABlockTooLargeIsNotThere) {
  EXPECT_EQ(residentBlocks(D, {512}), 2);
  EXPECT_EQ(residentBlocks(D, {513}), 0);
}

// As cuda_occupancy.h of CUDA 13.0 computes them.

TEST(OccupancyTest, HopperGivesRegistersToWarps) {
  DeviceModel D = device("H200");
  EXPECT_EQ(residentBlocks(D, {256, 32}), 8);
  EXPECT_EQ(residentBlocks(D, {256, 33}), 6);
  EXPECT_EQ(residentBlocks(D, {1024, 64}), 1);
  EXPECT_EQ(residentBlocks(D, {1024, 65}), 0);
  EXPECT_EQ(residentBlocks(D, {32, 255}), 8);
  EXPECT_EQ(residentBlocks(D, {32, 256}), 0);
  // Each of four register files has its own warps.
  EXPECT_EQ(residentBlocks(D, {96, 168}), 4);
}

TEST(OccupancyTest, HopperTakesAKilobyteOfEachBlock) {
  DeviceModel D = device("H200");
  EXPECT_EQ(residentBlocks(D, {64, 0, 0}), 32);
  EXPECT_EQ(residentBlocks(D, {64, 0, 6272}), 32);
  EXPECT_EQ(residentBlocks(D, {64, 0, 6273}), 31);
  EXPECT_EQ(residentBlocks(D, {64, 0, 232448}), 1);
  EXPECT_EQ(residentBlocks(D, {64, 0, 232449}), 0);
}

TEST(OccupancyTest, LimitsAreWhatThereIsNoMoreOf) {
  using Limits = std::vector<OccupancyLimit>;
  const DeviceModel D = device("H200");
  EXPECT_EQ(occupancyLimits(D, {32}), Limits{OccupancyLimit::Blocks});
  EXPECT_EQ(occupancyLimits(D, {256, 16}), Limits{OccupancyLimit::Warps});
  EXPECT_EQ(occupancyLimits(D, {256, 33}), Limits{OccupancyLimit::Registers});
  EXPECT_EQ(occupancyLimits(D, {64, 0, 6273}), Limits{OccupancyLimit::Shared});
  EXPECT_EQ(occupancyLimits(D, {64}),
            (Limits{OccupancyLimit::Blocks, OccupancyLimit::Warps}));
  EXPECT_EQ(occupancyLimits(D, {256, 32}),
            (Limits{OccupancyLimit::Warps, OccupancyLimit::Registers}));
  EXPECT_EQ(occupancyLimits(D, {1025}), Limits());
}

TEST(OccupancyTest, EveryProfileHoldsItsLargestBlock) {
  for (const char *Name :
       {"Tesla-C1060", "Tesla-C2050", "GTX-680", "V100", "T4", "A100",
        "RTX-3090", "H100", "H200", "RTX-4090", "B200", "RTX-5090"}) {
    DeviceModel D = device(Name);
    EXPECT_GE(residentBlocks(D, {D.ThreadsPerBlock, 16}), 1) << Name;
    EXPECT_EQ(residentBlocks(D, {D.ThreadsPerBlock + 1, 16}), 0) << Name;
    EXPECT_LE(D.SharedPerBlock, D.SharedOptIn) << Name;
    EXPECT_LE(D.SharedOptIn, D.SharedPerMultiprocessor) << Name;
    EXPECT_EQ(residentBlocks(D, {32}), D.BlocksPerMultiprocessor) << Name;
  }
}

} // namespace
} // namespace tessera
