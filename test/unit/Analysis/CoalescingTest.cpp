//===- CoalescingTest.cpp - Sectors per warp request ----------------------===//
#include "tessera/Analysis/Coalescing.h"
#include "ModelBuilder.h"

namespace tessera {
namespace {

using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::SizeIs;

class CoalescingTest : public AnalysisTest {
protected:
  Coalescing coalescing(const KernelSpace &Space, AccessId Id) {
    ArrayId Array = Space.Kernel.access(Id).Array;
    return coalescingOf(Space, coordinatesOf(Space, Array), Id).value();
  }
};

LaneValues lanes(unsigned Number, int64_t Stride, int64_t Start = 0) {
  LaneValues Lanes;
  for (unsigned I = 0; I < Number; ++I)
    Lanes.push_back(Start + I * Stride);
  return Lanes;
}

TEST_F(CoalescingTest, StridesMultiplySectors) {
  int64_t Expected[][2] = {{1, 4}, {2, 8}, {3, 12}, {4, 16}, {8, 32}, {99, 32}};
  for (auto [Stride, Sectors] : Expected)
    EXPECT_EQ(countSectors(lanes(32, Stride), 4), Sectors) << Stride;
}

TEST_F(CoalescingTest, AMisalignedStartTakesOneMore) {
  EXPECT_EQ(countSectors(lanes(32, 1, 1), 4), 5);
  EXPECT_EQ(countSectors(lanes(32, 1, -1), 4), 5);
}

TEST_F(CoalescingTest, AWideElementSpansSectors) {
  EXPECT_EQ(countSectors(lanes(32, 1), 16), 16);
  EXPECT_EQ(countSectors({0}, 64), 2);
  // Members of structures.
  EXPECT_EQ(countSectors(lanes(32, 1), 12, {4, 8}), 12);
  EXPECT_EQ(countSectors(lanes(32, 1), 16, {4, 8}), 16);
  EXPECT_EQ(countSectors(lanes(32, 1), 64, {4, 8}), 32);
  EXPECT_EQ(countSectors(lanes(32, 1), 64, {28, 36}), 64);
}

TEST_F(CoalescingTest, RowsAreCoalescedAndColumnsAreNot) {
  ArrayId A = M.array("a"), B = M.array("b");
  AccessId Row = M.read(A, {globalId("y") * s("n") + globalId("x")});
  AccessId Column = M.write(B, {globalId("x") * s("n") + globalId("y")});
  KernelSpace Space = space({{}, {}, 1}, {16, 16, 1});
  EXPECT_EQ(coalescing(Space, Row).Sectors, 8 * 4);
  EXPECT_TRUE(coalescing(Space, Row).isCoalesced());
  // Two rows of the block share a warp: 16 places, two elements each.
  EXPECT_EQ(coalescing(Space, Column).Sectors, 8 * 16);
  EXPECT_FALSE(coalescing(Space, Column).isCoalesced());
}

TEST_F(CoalescingTest, ARowPerThreadIsNotCoalesced) {
  ArrayId A = M.array("a");
  LoopId K = M.loop("k", 0, 1000);
  AccessId R = M.read(A, {globalId("x") * 1000 + s("k")}, {K});
  EXPECT_EQ(coalescing(space(4, 128), R).sectorsPerRequest(), 32);
}

TEST_F(CoalescingTest, OneElementForAllIsABroadcast) {
  ArrayId A = M.array("a");
  LoopId J = M.loop("j", 0, s("n"));
  AccessId R = M.read(A, {s("j")}, {J});
  Coalescing C = coalescing(space(4, 128), R);
  EXPECT_TRUE(C.Broadcast);
  EXPECT_EQ(C.Sectors, 4);
}

TEST_F(CoalescingTest, NothingIsKnownWithoutABlockSize) {
  ArrayId A = M.array("a");
  AccessId R = M.read(A, {globalId("x")});
  KernelSpace Space = space({{}, 1, 1}, {{}, 1, 1});
  EXPECT_FALSE(coalescingOf(Space, coordinatesOf(Space, A), R));
}

// The textbook's transactions per half-warp, compute capability 1.3.

TEST_F(CoalescingTest, TransactionsByStride) {
  auto floats = [](int64_t Stride) {
    return halfWarpTransactions(lanes(16, Stride), 4);
  };
  EXPECT_THAT(floats(1), ElementsAre(64));
  EXPECT_THAT(floats(2), ElementsAre(128));
  EXPECT_THAT(floats(3), ElementsAre(128, 64));
  EXPECT_THAT(floats(4), ElementsAre(128, 128));
  EXPECT_THAT(floats(16), AllOf(SizeIs(8), Each(128)));
  EXPECT_THAT(floats(32), AllOf(SizeIs(16), Each(32)));
}

TEST_F(CoalescingTest, TransactionsByStart) {
  auto floats = [](int64_t Start) {
    return halfWarpTransactions(lanes(16, 1, Start), 4);
  };
  EXPECT_THAT(floats(0), ElementsAre(64));
  EXPECT_THAT(floats(16), ElementsAre(64));
  EXPECT_THAT(floats(1), ElementsAre(128));
  EXPECT_THAT(floats(8), ElementsAre(128));
  EXPECT_THAT(floats(24), ElementsAre(32, 32));
}

TEST_F(CoalescingTest, TransactionsOfDoubles) {
  EXPECT_THAT(halfWarpTransactions(lanes(16, 1), 8), ElementsAre(128));
}

TEST_F(CoalescingTest, TransactionsOfBrokenRows) {
  // The second half-warp of blocks 20 wide is in two rows, each aligned.
  LaneValues Second;
  for (int Thread = 16; Thread < 32; ++Thread)
    Second.push_back(Thread / 20 * 64 + Thread % 20);
  EXPECT_THAT(halfWarpTransactions(Second, 4), ElementsAre(32, 64));
  // Rows of 30: the second begins 8 bytes before a segment.
  EXPECT_THAT(halfWarpTransactions(lanes(16, 1, 30), 4), ElementsAre(32, 64));
  // Padded to 32 they do not.
  EXPECT_THAT(halfWarpTransactions(lanes(16, 1, 32), 4), ElementsAre(64));
}

TEST_F(CoalescingTest, TransactionsOfExchangedIds) {
  // Neighbouring threads are in different rows.
  EXPECT_THAT(halfWarpTransactions(lanes(16, 64), 4),
              AllOf(SizeIs(16), Each(32)));
}

TEST_F(CoalescingTest, TransactionsOfStructures) {
  // A member of two wastes half of what is moved; a vector type does not.
  EXPECT_THAT(halfWarpTransactions(lanes(16, 2), 4), ElementsAre(128));
  EXPECT_THAT(halfWarpTransactions(lanes(16, 1), 8), ElementsAre(128));
}

} // namespace
} // namespace tessera
