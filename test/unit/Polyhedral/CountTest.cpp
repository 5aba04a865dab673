#include "tessera/Polyhedral/Count.h"
#include "PolyhedralTest.h"

namespace tessera {
namespace {

using CountTest = PolyhedralTest;

TEST_F(CountTest, CountsATriangle) {
  EXPECT_EQ(cardinality(set("{ [i, j] : 0 <= i <= j < 10 }")), 55);
}

TEST_F(CountTest, CountsUnionsOnce) {
  EXPECT_EQ(cardinality(set("{ [i] : 0 <= i < 10; [i] : 5 <= i < 15 }")), 15);
}

TEST_F(CountTest, CountsHoles) {
  EXPECT_EQ(cardinality(set("{ [i] : 0 <= i < 10 and i mod 3 = 0 }")), 4);
}

TEST_F(CountTest, IndependentDimensionsMultiply) {
  EXPECT_EQ(cardinality(set("{ [b, t, c, u] : 0 <= b < 1024 and 0 <= t < 16 "
                            "and 1 <= 16b + t < 16383 and 0 <= c < 1024 and "
                            "0 <= u < 16 and 1 <= 16c + u < 16383 }")),
            int64_t(16382) * 16382);
}

TEST_F(CountTest, WhatOthersDetermineIsNotCounted) {
  EXPECT_EQ(cardinality(set("{ [k0, k] : k0 mod 16 = 0 and "
                            "k0 <= k < k0 + 16 and 0 <= k < 100000 }")),
            100000);
}

TEST_F(CountTest, FullSlicesAreCountedTogether) {
  EXPECT_EQ(cardinality(set("{ [b, t] : 0 <= b < 262144 and 0 <= t < 256 and "
                            "5 <= 256b + t < 67000000 }")),
            67000000 - 5);
}

TEST_F(CountTest, AParameterIsCountedByItsBox) {
  EXPECT_EQ(countPoints(set("[n] -> { [i, j] : 0 <= i < n and 0 <= j < 4 }")),
            (Count{s("n") * 4, false}));
}

TEST_F(CountTest, AnUnusedParameterDoesNotMatter) {
  EXPECT_EQ(cardinality(set("[n] -> { [i] : 0 <= i < 3 }")), 3);
}

TEST_F(CountTest, EmptyHasNoPoints) {
  EXPECT_EQ(cardinality(set("{ [i] : i > i }")), 0);
  EXPECT_EQ(cardinality(set("[n] -> { [i] : i > i and n > 0 }")), 0);
}

TEST_F(CountTest, InfiniteIsNotCounted) {
  EXPECT_FALSE(cardinality(set("{ [i] : i >= 0 }")));
  EXPECT_FALSE(countPoints(set("{ [i] : i >= 0 }")));
}

} // namespace
} // namespace tessera
