//===- PointsTest.cpp - Pairs of points, and examples ---------------------===//
#include "tessera/Polyhedral/Points.h"
#include "PolyhedralTest.h"

namespace tessera {
namespace {

using PointsTest = PolyhedralTest;

TEST_F(PointsTest, AProductHasTheDimensionsOfBoth) {
  NamedSet A{set("{ [i] : 0 <= i < 4 }"), {"i"}};
  NamedSet P = product(A, A, "'");
  EXPECT_EQ(P.Dims, (DimNames{"i", "i'"}));
  EXPECT_TRUE(P.Set.is_equal(set("{ [i, j] : 0 <= i < 4 and 0 <= j < 4 }")));
}

TEST_F(PointsTest, TuplesAreComparedAsAWhole) {
  DimNames Dims = {"a", "b", "c", "d"}, Left = {"a", "b"}, Right = {"c", "d"};
  EXPECT_TRUE(
      precedes(Context, Left, Right, Dims)
          .is_equal(set("{ [a, b, c, d] : a < c or (a = c and b < d) }")));
  EXPECT_TRUE(differ(Context, Left, Right, Dims)
                  .is_equal(set("{ [a, b, c, d] : a != c or b != d }")));
  EXPECT_TRUE(equal(Context, Left, Right, Dims)
                  .is_equal(set("{ [a, b, c, d] : a = c and b = d }")));
}

TEST_F(PointsTest, ThePointHasTheSmallestParameters) {
  NamedSet S{set("[n] -> { [i] : 5 <= i < n }"), {"i"}};
  EXPECT_EQ(*firstPoint(S), (NamedPoint{{"n", 6}, {"i", 5}}));
}

TEST_F(PointsTest, ParametersAreNotNegativeIfPossible) {
  NamedSet S{set("[n] -> { [i] : i < n }"), {"i"}};
  EXPECT_EQ(*firstPoint(S), (NamedPoint{{"n", 0}, {"i", -1}}));
}

TEST_F(PointsTest, WhatDoesNotMatterIsLeftOut) {
  NamedSet S{set("[n] -> { [i] : i = 3 }"), {"i"}};
  EXPECT_EQ(*firstPoint(S), (NamedPoint{{"i", 3}}));
  EXPECT_FALSE(firstPoint({set("{ [i] : false }"), {"i"}}));
}

TEST_F(PointsTest, OtherParametersAreForgotten) {
  isl::set S = set("[n, m] -> { [i] : n = 2m and i < n }");
  EXPECT_TRUE(projectOntoParameters(S, {"n"}).is_equal(
      set("[n] -> { [i] : i < n and exists (m : n = 2m) }")));
}

} // namespace
} // namespace tessera
