//===- ThroughputTest.cpp - How long blocks keep a multiprocessor ---------===//
#include "Throughput.h"
#include "llvm/Support/Error.h"
#include <gtest/gtest.h>

namespace tessera {
namespace {

class LeastBlocksTest : public testing::Test {
protected:
  /// Of 256 threads with \p Outputs each that move so many bytes.
  static BlockDemand block(double Outputs, double Bytes, double Latency) {
    BlockDemand Demand;
    Demand.Threads = 256;
    Demand.Registers = 40;
    Demand.Outputs = 256 * Outputs;
    Demand.MemoryBytes = Demand.L2Bytes = Bytes;
    Demand.Latency = Latency;
    return Demand;
  }
  /// Whether \p With is faster in a launch of \p Blocks of the user's.
  bool isFaster(double Blocks) const {
    BlockDemand A = Users, B = With;
    A.Blocks = Blocks;
    B.Blocks = std::max(1.0, Blocks * A.Outputs / B.Outputs);
    return cyclesPerOutput(B, D) <= cyclesPerOutput(A, D);
  }
  int64_t least() const { return leastBlocks(Users, With, D); }

  const DeviceModel D = llvm::cantFail(findDevice("H200", TESSERA_DEVICES));
  BlockDemand Users = block(1, 3072, 2000);
  BlockDemand With = block(8, 8 * 2048, 3000);
};

TEST_F(LeastBlocksTest, IsFasterFromThereOn) {
  for (double Factor : {1.01, 1.5, 2.01, 3.0, 4.01, 10.0, 100.0})
    EXPECT_TRUE(isFaster(double(least()) * Factor)) << Factor;
  EXPECT_FALSE(isFaster(double(least()) / 2 + 1));
}

TEST_F(LeastBlocksTest, IsANumberOfRounds) {
  EXPECT_GT(least(), D.Multiprocessors);
  EXPECT_EQ(least() % D.Multiprocessors, 0);
}

TEST_F(LeastBlocksTest, LongerBlocksNeedMore) {
  const int64_t Short = least();
  With.Latency *= 4;
  EXPECT_GT(least(), Short);
}

TEST_F(LeastBlocksTest, BlocksThatOnlySaveNeedNone) {
  With = block(1, 2048, 2000);
  EXPECT_EQ(least(), 0);
}

} // namespace
} // namespace tessera
