//===- SetsTest.cpp - Sets with named dimensions --------------------------===//
#include "tessera/Polyhedral/Sets.h"
#include "PolyhedralTest.h"

namespace tessera {
namespace {

using SetsTest = PolyhedralTest;

TEST_F(SetsTest, AffineFunctionsAndPolynomialsAreTheSame) {
  DimNames Dims = {"bx", "tx"};
  Polynomial P = s("bx") * 16 + s("tx") - s("n") + 3;
  EXPECT_EQ(toPolynomial(toAff(Context, P, Dims), Dims), P);
  EXPECT_EQ(toPolynomial(isl::pw_aff(toAff(Context, P, Dims)), Dims), P);
}

TEST_F(SetsTest, AProductOfParametersIsOneParameter) {
  Polynomial P = s("n") * s("m") + s("i");
  ASSERT_TRUE(isAffineOver(P, {"i"}));
  EXPECT_EQ(toPolynomial(toAff(Context, P, {"i"}), {"i"}), P);
  EXPECT_FALSE(isAffineOver(s("n") * s("i"), {"i"}));
}

TEST_F(SetsTest, ADivisionIsNoPolynomial) {
  isl::aff Half(Context, "{ [i] -> [floor(i/2)] }");
  EXPECT_FALSE(toPolynomial(Half, {"i"}));
  isl::pw_aff Max(Context, "{ [i] -> [(i)] : i >= 0; [i] -> [(-i)] : i < 0 }");
  EXPECT_FALSE(toPolynomial(Max, {"i"}));
}

TEST_F(SetsTest, ConstraintsAreThoseOfThePolynomial) {
  EXPECT_TRUE(nonNegative(Context, s("n") - s("i"), {"i"})
                  .is_equal(set("[n] -> { [i] : i <= n }")));
  EXPECT_TRUE(zero(Context, s("i") - 4, {"i"}).is_equal(set("{ [4] }")));
  EXPECT_TRUE(multipleOf(Context, s("i") - 1, 3, {"i"})
                  .is_equal(set("{ [i] : i mod 3 = 1 }")));
}

TEST_F(SetsTest, AnIntersectionIsThatOfIslWithAndWithoutDivisions) {
  const char *Sets[] = {"[n] -> { [i] : 0 <= i < n }",
                        "[m, n] -> { [i] : i mod 3 = 1 and i < n + m }",
                        "[k] -> { [i] : i mod 3 = 2 and i < k }",
                        "{ [i] : 0 <= i < 4 or i > 9 }",
                        "[n] -> { [i] : i = n }",
                        "[m] -> { [i] : exists e : i = 4e + m }",
                        "{ [i] : 1 = 0 }"};
  for (const char *A : Sets)
    for (const char *B : Sets)
      EXPECT_TRUE(meet(set(A), set(B)).is_equal(set(A).intersect(set(B))))
          << A << " and " << B;
}

TEST_F(SetsTest, UserNamesMayBeWordsOfIsl) {
  Polynomial P = s("exists") + s("mod") * 2 - s("i");
  EXPECT_EQ(toPolynomial(toAff(Context, P, {"i"}), {"i"}), P);
}

TEST_F(SetsTest, DimensionsAreProjectedByName) {
  NamedSet S{set("{ [i, j] : 0 <= i < 4 and j = 2i }"), {"i", "j"}};
  NamedSet J = projectOut(S, {"i", "unknown"});
  EXPECT_EQ(J.Dims, DimNames{"j"});
  EXPECT_TRUE(J.Set.is_equal(set("{ [j] : 0 <= j < 8 and j mod 2 = 0 }")));
  EXPECT_TRUE(projectOnto(S, {"j"}).Set.is_equal(J.Set));
}

TEST_F(SetsTest, DimensionsBecomeInputsOrParameters) {
  NamedSet S{set("{ [i, j] : j = 2i }"), {"i", "j"}};
  EXPECT_TRUE(toMap(S, 1).is_equal(map("{ [i] -> [2i] }")));
  EXPECT_TRUE(fromMap(toMap(S, 1), {"i"}, {"j"}).Set.is_equal(S.Set));
  EXPECT_TRUE(toParameters(S).is_equal(set("[i, j] -> { : j = 2i }")));
}

TEST_F(SetsTest, PrintsWithNames) {
  NamedSet S{set("[n] -> { [i, j] : 0 <= j < n }"), {"i", "tx"}};
  EXPECT_EQ(toString(S), "[n] -> { [i, tx] : 0 <= tx < n }");
}

} // namespace
} // namespace tessera
