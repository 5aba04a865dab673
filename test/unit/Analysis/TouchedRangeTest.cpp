//===- TouchedRangeTest.cpp - Which elements a launch touches at most -----===//
#include "tessera/Analysis/TouchedRange.h"
#include "ModelBuilder.h"

namespace tessera {
namespace {

/// A launch with blocks of 64 threads, if \p Block is not given.
std::optional<ElementRange> touched(const ModelBuilder &B, ArrayId Array,
                                    Size Block = 64, Size Grid = {}) {
  LaunchModel L;
  L.Grid = {Grid, 1, 1};
  L.Block = {Block, 1, 1};
  return TouchedRanges(B.Kernel, L).of(Array);
}

TEST(TouchedRange, GuardedElements) {
  ModelBuilder B;
  ArrayId A = B.array("a");
  B.read(A, {I + 3}, {}, {B.guard(less(I, N))});
  auto R = touched(B, A);
  ASSERT_TRUE(R);
  EXPECT_EQ(R->First, Polynomial(3));
  EXPECT_EQ(R->End, N + 3);
  EXPECT_TRUE(R->Lengths.empty());
}

TEST(TouchedRange, TheWholeGrid) {
  ModelBuilder B;
  ArrayId A = B.array("a");
  B.read(A, {I - 1});
  EXPECT_EQ(touched(B, A)->First, Polynomial(-1));
  EXPECT_EQ(touched(B, A)->End, s("Gx") * 64 - 1);
  EXPECT_EQ(touched(B, A, 64, 10)->End, Polynomial(639));
  EXPECT_FALSE(touched(B, A, {}));
}

TEST(TouchedRange, AnyBlockUnderAGuard) {
  ModelBuilder B;
  ArrayId A = B.array("a");
  B.read(A, {I}, {}, {B.guard(less(I, N))});
  auto R = touched(B, A, {});
  ASSERT_TRUE(R);
  EXPECT_EQ(R->First, Polynomial(0));
  EXPECT_EQ(R->End, N);
}

TEST(TouchedRange, RowsOfARunTimeLength) {
  ModelBuilder B;
  ArrayId A = B.array("a");
  LoopId K = B.loop("k", 0, N);
  B.read(A, {I * M + s("k")}, {K}, {B.guard(less(I, N))});
  auto R = touched(B, A);
  ASSERT_TRUE(R);
  EXPECT_EQ(R->First, Polynomial(0));
  EXPECT_EQ(R->End, (N - 1) * M + N);
  EXPECT_EQ(R->Lengths, std::vector{M});
}

TEST(TouchedRange, WhatTheLoopProvesOfTheLength) {
  ModelBuilder B;
  ArrayId A = B.array("a");
  LoopId K = B.loop("k", 0, N);
  B.read(A, {I * N + s("k")}, {K}, {B.guard(less(I, N))});
  EXPECT_TRUE(touched(B, A)->Lengths.empty());
}

TEST(TouchedRange, TheFirstOfARowAndTheOthers) {
  ModelBuilder B;
  ArrayId A = B.array("a");
  GuardUse Inside = B.guard(less(I, N));
  B.read(A, {I * M}, {}, {Inside});
  LoopId K = B.loop("k", 1, M);
  B.read(A, {I * M + s("k")}, {K}, {Inside});
  auto R = touched(B, A);
  ASSERT_TRUE(R);
  EXPECT_EQ(R->First, Polynomial(0));
  EXPECT_EQ(R->End, N * M);
  EXPECT_EQ(R->Lengths, std::vector{M});
}

TEST(TouchedRange, UnitesAccesses) {
  ModelBuilder B;
  ArrayId A = B.array("a");
  B.read(A, {I}, {}, {B.guard(less(I, N))});
  B.read(A, {I + N}, {}, {B.guard(less(I, N))});
  EXPECT_EQ(touched(B, A)->First, Polynomial(0));
  EXPECT_EQ(touched(B, A)->End, N * 2);
}

TEST(TouchedRange, NothingWithoutBounds) {
  ModelBuilder B;
  ArrayId A = B.array("a");
  B.read(A, {I});
  B.read(A, {});
  EXPECT_FALSE(touched(B, A));
}

} // namespace
} // namespace tessera
