//===- BankConflictsTest.cpp - Conflicts of tile layouts ------------------===//
#include "tessera/Analysis/BankConflicts.h"
#include "ModelBuilder.h"
#include <numeric>

namespace tessera {
namespace {

LaunchShape block(int64_t X, int64_t Y) { return {{}, {X, Y, 1}, {}, {}}; }

const TileIndex Row = {s("ty"), s("tx")};
const TileIndex Column = {s("tx"), s("ty")};

/// n-way: wavefronts per warp.
int64_t ways(const TileIndex &Index, int64_t Rows, int64_t Pitch,
             const LaunchShape &Shape, unsigned Bytes = 4) {
  return *wavefrontsOf(Index, {Rows, Pitch}, Bytes, Shape) * WarpSize /
         *Shape.threads();
}

TEST(BankConflictsTest, AHalfWarpOn16BanksConflictsByTheGcd) {
  for (int64_t Stride = 1; Stride <= 16; ++Stride) {
    LaneValues Words;
    for (int64_t Lane = 0; Lane < 16; ++Lane)
      Words.push_back(Lane * Stride);
    EXPECT_EQ(conflictDegree(Words, 16), std::gcd(Stride, int64_t(16)));
  }
}

/// The conflicts of a half-warp on 16 banks in column 0 of rows of \p Pitch
/// words, each element \p Words words long.
unsigned columnOf16(int64_t Pitch, int64_t Words = 1) {
  LaneValues All;
  for (int64_t Lane = 0; Lane < 16; ++Lane)
    for (int64_t Word = 0; Word < Words; ++Word)
      All.push_back(Lane * Pitch + Word);
  return conflictDegree(All, 16);
}

TEST(BankConflictsTest, AHalfWarpReadsColumnsOfOddPitch) {
  EXPECT_EQ(columnOf16(16), 16u);
  EXPECT_EQ(columnOf16(17), 1u);
  EXPECT_EQ(columnOf16(18), 2u);
  EXPECT_EQ(columnOf16(20), 4u);
  EXPECT_EQ(columnOf16(24), 8u);
}

TEST(BankConflictsTest, AHalfWarpConflictsTwiceOnDoubles) {
  EXPECT_EQ(columnOf16(2, 2), 2u);
}

TEST(BankConflictsTest, ABroadcastIsNoConflict) {
  EXPECT_EQ(conflictDegree(LaneValues(32, 7)), 1u);
  EXPECT_EQ(conflictDegree({}), 1u);
}

TEST(BankConflictsTest, A32WideTileNeedsOneMore) {
  EXPECT_EQ(ways(Row, 32, 32, block(32, 32)), 1);
  EXPECT_EQ(ways(Column, 32, 32, block(32, 32)), 32);
  EXPECT_EQ(ways(Row, 32, 33, block(32, 32)), 1);
  EXPECT_EQ(ways(Column, 32, 33, block(32, 32)), 1);
}

TEST(BankConflictsTest, A16WideTileNeedsTwoMore) {
  EXPECT_EQ(ways(Row, 16, 16, block(16, 16)), 1);
  EXPECT_EQ(ways(Column, 16, 16, block(16, 16)), 8);
  EXPECT_EQ(ways(Row, 16, 17, block(16, 16)), 2);
  EXPECT_EQ(ways(Column, 16, 17, block(16, 16)), 2);
  EXPECT_EQ(ways(Row, 16, 18, block(16, 16)), 2);
  EXPECT_EQ(ways(Column, 16, 18, block(16, 16)), 1);
}

TEST(BankConflictsTest, AHaloTileOfAHalfWarpHasConflictingRows) {
  const TileIndex Centre = {s("ty") + 1, s("tx") + 1};
  EXPECT_EQ(ways(Centre, 18, 18, block(16, 16)), 2);
  EXPECT_EQ(ways(Centre, 34, 34, block(32, 32)), 1);
}

TEST(BankConflictsTest, WideElementsAreServedInGroups) {
  EXPECT_EQ(countWavefronts({0, 1, 2, 3}, 4), 1u);
  LaneValues Doubles(32);
  std::iota(Doubles.begin(), Doubles.end(), 0);
  EXPECT_EQ(countWavefronts(Doubles, 8), 2u);
  EXPECT_EQ(countWavefronts(Doubles, 16), 4u);
  // A member of 4 bytes in structures of 12, and of 16.
  EXPECT_EQ(countWavefronts(Doubles, 12, {8, 12}), 1u);
  EXPECT_EQ(countWavefronts(Doubles, 16, {8, 12}), 4u);
}

TEST(BankConflictsTest, PairsOfLanesShareVectors) {
  LaneValues ByOne(32), ByTwo(32), ByFour(32);
  for (int64_t I = 0; I < 32; ++I) {
    ByOne[I] = I / 2;
    ByTwo[I] = I / 4 * 2 + I % 2;
    ByFour[I] = I / 8 * 4 + I % 4;
  }
  EXPECT_EQ(countWavefronts(ByOne, 16), 2u);
  EXPECT_EQ(countWavefronts(ByTwo, 16), 2u);
  EXPECT_EQ(countWavefronts(ByFour, 16), 4u);
  EXPECT_EQ(countWavefronts(ByOne, 8), 2u);
}

TEST(BankConflictsTest, LargeElementsComeOneByOne) {
  EXPECT_EQ(countWavefronts({0, 1}, 128), 2u);
  EXPECT_EQ(countWavefronts({0, 1, 2}, 132), 6u);
  EXPECT_EQ(countWavefronts({0, 5}, 1 << 20), 2u << 13);
}

TEST(BankConflictsTest, AWarpLiesInARectangle) {
  EXPECT_EQ(axesOfLaneBits({8, 4}), (std::vector<unsigned>{0, 1, 0, 1, 0}));
  EXPECT_EQ(axesOfLaneBits({2, 16}), (std::vector<unsigned>{0, 1, 1, 1, 1}));
  LaunchShape Shape = block(16, 16);
  Shape.Warp = {8, 4};
  const auto X = evaluateInWarps(s("tx"), Shape);
  const auto Y = evaluateInWarps(s("ty"), Shape);
  ASSERT_TRUE(X && Y);
  ASSERT_EQ(X->size(), 8u);
  std::set<std::pair<int64_t, int64_t>> Places;
  for (size_t W = 0; W < X->size(); ++W)
    for (size_t L = 0; L < WarpSize; ++L) {
      Places.insert({(*X)[W][L], (*Y)[W][L]});
      EXPECT_EQ((*X)[W][L] / 8, int64_t(W % 2));
      EXPECT_EQ((*Y)[W][L] / 4, int64_t(W / 2));
    }
  EXPECT_EQ(Places.size(), 256u);
  EXPECT_EQ((*X)[3][21], 8 + 1 + 2 + 4); // lane 10101
  EXPECT_EQ((*Y)[3][21], 4 + 0);
  // Vectors of 8 columns and of 4 rows take two passes each.
  for (const Polynomial &Cell : {s("tx") * 4, s("ty") * 4})
    EXPECT_EQ(wavefrontsOf({Cell}, {64}, 4, Shape, {}, BytesOfElement{0, 16}),
              8 * 2);
  Shape.Warp.reset();
  EXPECT_EQ(
      wavefrontsOf({s("tx") * 4}, {64}, 4, Shape, {}, BytesOfElement{0, 16}),
      8 * 4);
}

TEST(BankConflictsTest, ThePitchIsChosenByEvaluation) {
  EXPECT_EQ(choosePitch({Row}, {32, 32}, 4, block(32, 32)), 32);
  EXPECT_EQ(choosePitch({Row, Column}, {32, 32}, 4, block(32, 32)), 33);
  // 3 wavefronts per two accesses: 2 + 1 beats 1 + 8 and 2 + 2.
  EXPECT_EQ(choosePitch({Row, Column}, {16, 16}, 4, block(16, 16)), 18);
  // The matrix product: a broadcast and a row need no padding.
  EXPECT_EQ(choosePitch({{s("ty"), s("k")}, {s("k"), s("tx")}}, {16, 16}, 4,
                        block(16, 16)),
            16);
}

TEST(BankConflictsTest, NoPitchWithoutABlockSize) {
  EXPECT_FALSE(choosePitch({Row}, {16, 16}, 4, LaunchShape()));
}

} // namespace
} // namespace tessera
