//===- AssumedFactsTest.cpp - What follows from assumptions ---------------===//
#include "tessera/Analysis/AssumedFacts.h"
#include "ModelBuilder.h"
#include "tessera/Polyhedral/Guarded.h"

namespace tessera {
namespace {

TEST(AssumedFactsTest, MultiplesFollowFromEachOther) {
  const Assumptions Assumed = {{}, {{N, 128}, {M - 3, 8}}};
  EXPECT_TRUE(isAssumedMultiple(N, 128, Assumed, {}));
  EXPECT_TRUE(isAssumedMultiple(N, 32, Assumed, {}));
  EXPECT_TRUE(isAssumedMultiple(N + M + 5, 8, Assumed, {}));
  EXPECT_TRUE(isAssumedMultiple(M * 16, 16, Assumed, {}));
  EXPECT_FALSE(isAssumedMultiple(N, 256, Assumed, {}));
  EXPECT_FALSE(isAssumedMultiple(M, 2, Assumed, {}));
}

TEST(AssumedFactsTest, KnownValuesCount) {
  LaunchShape Shape;
  Shape.Constants["m"] = 12;
  EXPECT_TRUE(isAssumedMultiple(N + M, 4, {{}, {{N, 8}}}, Shape));
  EXPECT_FALSE(isAssumedMultiple(N + M, 8, {{}, {{N, 8}}}, Shape));
}

TEST(AssumedFactsTest, NaturalParameters) {
  EXPECT_TRUE(isAssumedNatural("n", {{N - 1}, {}}));
  EXPECT_TRUE(isAssumedNatural("n", {{N}, {}}));
  EXPECT_FALSE(isAssumedNatural("n", {{N + 1}, {}}));
  EXPECT_FALSE(isAssumedNatural("n", {{N - M}, {}}));
}

TEST(AssumedFactsTest, OtherParametersStayOut) {
  IslContext Context;
  const isl::set Given(Context, "[n] -> { [i] : 0 <= i < n }");
  // m >= 4, n >= m, and p, about which the set says nothing.
  const Assumptions Assumed = {{M - 4, N - M, Polynomial::symbol("p")}, {}};
  EXPECT_TRUE(
      withAssumed(Given, Assumed, {}, {"i"})
          .is_equal(isl::set(Context, "[n] -> { [i] : 0 <= i < n, n >= 4 }")));
  EXPECT_TRUE(withAssumed(Given, {}, {}, {"i"}).is_equal(Given));
}

} // namespace
} // namespace tessera
