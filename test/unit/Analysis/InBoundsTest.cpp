//===- InBoundsTest.cpp - Elements that a loop may name -------------------===//
#include "tessera/Analysis/InBounds.h"
#include "tessera/Polyhedral/Guarded.h"
#include <gtest/gtest.h>

namespace tessera {
namespace {

const Polynomial K = Polynomial::symbol("k"), M = Polynomial::symbol("m");

/// `for (k = First; k < End / Divisor; k += Step)`
LaunchLoop loop(const Polynomial &First, const Polynomial &End,
                int64_t Step = 1, int64_t Divisor = 1) {
  LaunchLoop L;
  L.Symbol = "k";
  L.First = First;
  L.End = HostValue{End, Divisor};
  L.Step = Step;
  return L;
}

bool stays(const LaunchLoop &L, const std::vector<Polynomial> &Subscripts,
           const std::vector<int64_t> &Extents) {
  IslContext Context;
  return staysInBounds(Context, L, Subscripts, Extents);
}

TEST(InBounds, TheDiagonal) {
  EXPECT_TRUE(stays(loop(0, 8), {K, K}, {8, 8}));
  EXPECT_FALSE(stays(loop(0, 9), {K, K}, {8, 8}));
  EXPECT_FALSE(stays(loop(0, 8), {K, K}, {8, 7}));
}

TEST(InBounds, BothEnds) {
  EXPECT_TRUE(stays(loop(1, 8), {K - 1}, {7}));
  EXPECT_FALSE(stays(loop(0, 8), {K - 1}, {8}));
  EXPECT_TRUE(stays(loop(0, 7), {K + 1}, {8}));
  EXPECT_FALSE(stays(loop(0, 8), {K + 1}, {8}));
}

TEST(InBounds, QuotientsAndSteps) {
  EXPECT_TRUE(stays(loop(0, 17, 1, 2), {K}, {8}));
  EXPECT_FALSE(stays(loop(0, 18, 1, 2), {K}, {8}));
  EXPECT_TRUE(stays(loop(0, 8, 3), {K}, {8}));
}

TEST(InBounds, SizesThatOnlyRunTimeKnows) {
  EXPECT_FALSE(stays(loop(0, M), {K}, {8}));
  EXPECT_FALSE(stays(loop(0, 8), {K * M}, {8}));
  EXPECT_TRUE(stays(loop(0, M), {Polynomial(3)}, {8}));
}

TEST(InBounds, NoRoundsAndScalars) {
  EXPECT_TRUE(stays(loop(0, 0), {K}, {1}));
  EXPECT_TRUE(stays(loop(0, 8), {}, {}));
  EXPECT_FALSE(stays(loop(0, 8), {K}, {8, 8}));
}

} // namespace
} // namespace tessera
