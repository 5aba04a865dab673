//===- SmallLaunchesTest.cpp - Which launches are too small ---------------===//
#include "costs/SmallLaunches.h"
#include "llvm/Support/Error.h"
#include <gtest/gtest.h>

namespace tessera {
namespace {

class SmallLaunchesTest : public testing::Test {
protected:
  SmallLaunchesTest() { Plan.Block = {32, 8, 1}; }

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
  void coarsen(unsigned Axis, int64_t Factor) {
    Coarsening C;
    C.Axis = Axis;
    C.Factor = C.Width = Factor;
    Plan.Coarsen.push_back(C);
  }
  void addTest() {
    Plan.Interior.emplace();
    Plan.Interior->Tests.emplace_back();
  }
  /// `if (bx * Bx + tx < w && by * By + ty < h)` around all accesses.
  void addGuards() {
    AccessInfo A;
    for (std::string Axis : {"x", "y"}) {
      ParameterInfo &P = K.Parameters.emplace_back();
      P.Symbol = Axis == "x" ? "w" : "h";
      Condition C;
      C.K = Condition::Kind::NonNegative;
      C.Value =
          Polynomial::symbol(P.Symbol) - 1 -
          Polynomial::symbol("b" + Axis) * Polynomial::symbol("B" + Axis) -
          Polynomial::symbol("t" + Axis);
      A.Guards.push_back({{unsigned(K.Guards.size())}});
      K.Guards.push_back({std::move(C), {}, 0, {}});
    }
    K.Accesses = {A};
  }
  LeastLaunch least() const { return leastLaunch(K, Plan, Users, With, D); }
  /// Whether \p With is faster in a launch of \p Blocks of the user's.
  bool isFaster(double Blocks) const {
    BlockDemand A = Users, B = With;
    A.Blocks = Blocks;
    B.Blocks = std::max(1.0, Blocks * A.Outputs / B.Outputs);
    return cyclesPerOutput(B, D) <= cyclesPerOutput(A, D);
  }

  const DeviceModel D = llvm::cantFail(findDevice("H200", TESSERA_DEVICES));
  KernelModel K;
  KernelPlan Plan;
  BlockDemand Users = block(1, 3072, 2000);
  BlockDemand With = block(8, 8 * 2048, 3000); // two thirds of the bytes
};

TEST_F(SmallLaunchesTest, IsFasterFromThereOn) {
  const double Least = double(least().Blocks);
  for (double Factor : {1.01, 1.5, 2.01, 3.0, 4.01, 10.0, 100.0})
    EXPECT_TRUE(isFaster(Least * Factor)) << Factor;
  EXPECT_FALSE(isFaster(Least / 2 + 1));
}

TEST_F(SmallLaunchesTest, IsANumberOfRounds) {
  EXPECT_GT(least().Blocks, D.Multiprocessors);
  EXPECT_EQ(least().Blocks % D.Multiprocessors, 0);
}

TEST_F(SmallLaunchesTest, LongerBlocksNeedMore) {
  const int64_t Short = least().Blocks;
  With.Latency *= 4;
  EXPECT_GT(least().Blocks, Short);
}

TEST_F(SmallLaunchesTest, ThreadsAtEdgesNeedMore) {
  const int64_t Without = least().Blocks;
  addTest();
  EXPECT_GT(least().Blocks, Without);
}

TEST_F(SmallLaunchesTest, BlocksThatOnlySaveNeedNone) {
  With = block(1, 2048, 2000);
  EXPECT_EQ(least(), LeastLaunch());
}

// Of 8 outputs of a thread, at least those that make up for the others.
TEST_F(SmallLaunchesTest, OutputsThatNobodyAskedFor) {
  coarsen(0, 8);
  Users = block(1, 3072, 0);
  With = block(8, 8 * 1024, 0); // a third
  // All threads of three blocks, where none is idle.
  EXPECT_EQ(least().Along, (std::array<int64_t, 3>{2 * 32 + 1, 0, 0}));
  // 256 of them take as long as 85.3 of the user's, which must gain 1.1.
  K.Guards.emplace_back();
  EXPECT_EQ(least().Along, (std::array<int64_t, 3>{94, 0, 0}));
}

// A warp with an edge costs 1.1 of what the user's threads do.
TEST_F(SmallLaunchesTest, EdgesOfShortRows) {
  coarsen(0, 4);
  Users = block(1, 3072, 0);
  With = block(4, 4 * 1536, 0); // half
  const int64_t Without = least().Along[0];
  addTest();
  // Warps are as long as blocks: both ends are 8 of the user's blocks. With n
  // blocks 0.5 + 1.1 * 8 / n <= 1.
  const int64_t Threads = least().Along[0];
  EXPECT_GT(Threads, Without);
  EXPECT_GT(Threads, 17 * 32);
  EXPECT_LT(Threads, 21 * 32);
}

// Along y a warp is one row: of 41 rows the user has 41 warps, the plan those
// of 64 rows in half the time and two of 4 rows at edges, 0.5 * 64 + 1.1 * 8
// <= 41.
TEST_F(SmallLaunchesTest, EdgesOfColumnsAreThin) {
  K.Guards.emplace_back();
  coarsen(1, 4);
  Users = block(1, 3072, 0);
  With = block(4, 4 * 1536, 0);
  addTest();
  EXPECT_EQ(least().Along[1], 41);
}

// Where vectors are stored to several arrays, the user's aligned rows bring
// each sector once.
TEST_F(SmallLaunchesTest, StoresOfSeveralArrays) {
  coarsen(0, 4);
  Users = block(1, 3 * 3072, 0);
  Users.MemoryBytes = 3072;
  With = block(4, 4 * 2048, 0);
  addTest();
  K.Arrays.resize(2);
  Plan.Interior->Aligned = {{{0}, 16}, {{1}, 16}};
  auto Store = [&](unsigned Array) {
    AccessInfo &A = K.Accesses.emplace_back();
    A.K = AccessInfo::Kind::Write;
    A.Array = {Array};
  };
  Store(0);
  const int64_t One = least().Along[0];
  Users.TouchedBytes = 3072;
  EXPECT_EQ(least().Along[0], One);
  Store(1);
  const int64_t Two = least().Along[0];
  EXPECT_GT(Two, One);
  Users.TouchedBytes = 4 * 3072; // more than is asked for
  EXPECT_LT(least().Along[0], Two);
}

// 0.55 of the second-level cache has 9011 blocks of the user's, each of which
// moves 3200 bytes.
TEST_F(SmallLaunchesTest, DataInTheCache) {
  Users = block(1, 3 * 3200, 0);
  Users.MemoryBytes = Users.TouchedBytes = 3200;
  Users.Issued = 600; // nearly as long as the memory
  With = block(4, 4 * 1600, 0);
  EXPECT_EQ(least().Blocks, 132 * (9011 / 132));
  Users.Latency = 1e6; // then that decides
  EXPECT_LT(least().Blocks, 8000);
  Users.Latency = 0;
  Users.Threads = With.Threads = 128;
  EXPECT_LT(least().Blocks, 8000);
  Users.Threads = 256;
  With = block(1, 1600, 0); // one output each
  EXPECT_LT(least().Blocks, 8000);
}

// What takes hardly more time than the memory has nothing to gain.
TEST_F(SmallLaunchesTest, NearTheMemory) {
  Users = block(1, 2 * 3200, 0);
  Users.MemoryBytes = 3200;
  With = block(4, 4 * 3200, 0);
  Users.TouchedBytes = 3300;
  const int64_t Never = least().Blocks;
  Users.TouchedBytes = 2 * 3200;
  EXPECT_LT(least().Blocks, Never);
}

// Where the memory decides, sectors that come once are those of the user's.
TEST_F(SmallLaunchesTest, MemoryOfSeveralArrays) {
  Users = block(1, 3 * 3072, 300);
  Users.MemoryBytes = 3072;
  Users.TouchedBytes = 2800;
  Users.Issued = 560;
  With = block(4, 4 * 3050, 300);
  K.Arrays.resize(2);
  Plan.Interior.emplace().Aligned = {{{0}, 16}, {{1}, 16}};
  K.Accesses.emplace_back().K = AccessInfo::Kind::Write;
  K.Accesses.front().Array = {0};
  const int64_t One = least().Blocks;
  K.Accesses.push_back(K.Accesses.front());
  K.Accesses.back().Array = {1};
  const int64_t OfMemory = least().Blocks;
  EXPECT_GT(OfMemory, One);
  Users.Issued = 1e4; // busier than the memory
  EXPECT_LT(least().Blocks, OfMemory);
}

TEST_F(SmallLaunchesTest, BusiestUnits) {
  BlockDemand Of = block(1, 3072, 0);
  EXPECT_EQ(busiestUnit(Of, D), BusiestUnit::Memory);
  Of.L2Bytes *= 3;
  EXPECT_EQ(busiestUnit(Of, D), BusiestUnit::L2);
  Of.Latency = 1e6;
  EXPECT_EQ(busiestUnit(Of, D), BusiestUnit::Other);
}

// All threads of a block copy a tile, those without an output as well.
TEST_F(SmallLaunchesTest, TilesOfIdleThreads) {
  Users = block(1, 3072, 0);
  With = block(1, 768, 0); // a quarter
  Plan.Points.emplace_back();
  EXPECT_EQ(least().Along, (std::array<int64_t, 3>{0, 0, 0}));
  addGuards();
  EXPECT_EQ(least().Along, (std::array<int64_t, 3>{8, 2, 0}));
}

// Of y + k >= 0 for k from -8 on, 8 rows are at the edge: two threads.
TEST_F(SmallLaunchesTest, WideEdges) {
  coarsen(1, 4);
  Plan.Relaunch = {32, 2, 1};
  With = block(4, 4 * 768, 2000);
  addTest();
  EXPECT_EQ(least().Along[1], 0);
  Polynomial Row = Polynomial::symbol("ty") * 4 + Polynomial::symbol("r");
  Plan.Interior->Tests.front().OneOf.emplace_back();
  Plan.Interior->Tests.front().NotNegative = {Row - 8};
  // 1.1 * 16 of each block's 8 rows, and a quarter of all.
  const int64_t Rows = least().Along[1];
  EXPECT_GT(Rows, 16);
  EXPECT_LT(Rows, 32);
}

} // namespace
} // namespace tessera
