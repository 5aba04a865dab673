//===- ProportionsTest.cpp - Quantities that are multiples of each other --===//
#include "tessera/Plan/Proportions.h"
#include <gtest/gtest.h>

using namespace tessera;

TEST(Proportions, AreTheSmallestWholeNumbers) {
  // a = 32 x, a = 16 y, b = 24 y
  Proportions P(4);
  EXPECT_TRUE(P.tie(2, 32, 0));
  EXPECT_TRUE(P.tie(2, 16, 1));
  EXPECT_TRUE(P.tie(3, 24, 1));
  EXPECT_EQ(P.solve(), (std::vector<int64_t>{1, 2, 32, 48}));
}

TEST(Proportions, ContradictionsChangeNothing) {
  Proportions P(2);
  EXPECT_TRUE(P.tie(0, 3, 1));
  EXPECT_FALSE(P.tie(0, 2, 1));
  EXPECT_TRUE(P.tie(0, 3, 1));
  EXPECT_EQ(P.solve(), (std::vector<int64_t>{3, 1}));
}

TEST(Proportions, OfWhatIsNotTiedAreIndependent) {
  Proportions P(4);
  EXPECT_TRUE(P.tie(0, 2, 1));
  EXPECT_TRUE(P.tie(2, 6, 3));
  EXPECT_EQ(P.solve(), (std::vector<int64_t>{2, 1, 6, 1}));
}

TEST(Proportions, FractionsBetweenGroupsAreScaled) {
  // a = 2 x, a = 3 y: then y is 2 where x is 3.
  Proportions P(3);
  EXPECT_TRUE(P.tie(0, 2, 1));
  EXPECT_TRUE(P.tie(0, 3, 2));
  EXPECT_EQ(P.solve(), (std::vector<int64_t>{6, 3, 2}));
}
