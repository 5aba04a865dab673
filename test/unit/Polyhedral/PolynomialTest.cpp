//===- PolynomialTest.cpp - Polynomials over symbols ----------------------===//
#include "tessera/Polyhedral/Polynomial.h"
#include "gtest/gtest.h"

namespace tessera {
namespace {

Polynomial s(llvm::StringRef Name) { return Polynomial::symbol(Name); }

TEST(PolynomialTest, SumsCancel) {
  EXPECT_EQ(s("i") + 1 - s("i"), Polynomial(1));
  EXPECT_TRUE((s("i") - s("i")).isZero());
}

TEST(PolynomialTest, ProductsCommute) {
  EXPECT_EQ(s("i") * s("n"), s("n") * s("i"));
  EXPECT_EQ((s("i") + 1) * (s("i") - 1), s("i") * s("i") - 1);
}

TEST(PolynomialTest, OnlyProductsOfSymbolsAreNotAffine) {
  EXPECT_TRUE((s("i") * 4 + s("j")).isAffine());
  EXPECT_FALSE((s("i") * s("n")).isAffine());
}

TEST(PolynomialTest, SubstitutesInEveryFactor) {
  Polynomial Row = s("i") * s("n") + s("k");
  EXPECT_EQ(Row.substitute("i", s("by") * 16 + s("ty")),
            s("by") * s("n") * 16 + s("ty") * s("n") + s("k"));
}

TEST(PolynomialTest, DifferencesMentionWhatDoesNotCancel) {
  const Polynomial A = s("i") * s("n") + s("k") * 2 + 1;
  for (const Polynomial &B :
       {A, A + 3, A - s("i") * s("n"), A + s("k"), A - s("k") * 2, A + s("z"),
        A * -1, Polynomial(), s("z") * s("a"), s("k") * 2 + s("i") * s("m")})
    for (llvm::StringRef Symbol : {"a", "i", "k", "m", "n", "z"}) {
      auto Is = [&](llvm::StringRef Other) { return Other == Symbol; };
      EXPECT_EQ(differenceMentions(A, B, Is), (A - B).mentions(Symbol))
          << toString(B) << ", " << Symbol.str();
      EXPECT_EQ(differenceMentions(B, A, Is), (A - B).mentions(Symbol))
          << toString(B) << ", " << Symbol.str();
    }
}

TEST(PolynomialTest, DividesOnlyWithoutRemainder) {
  EXPECT_EQ((s("i") * 4 + 8).dividedBy(4), s("i") + 2);
  EXPECT_FALSE((s("i") * 4 + 2).dividedBy(4));
}

TEST(PolynomialTest, DividesByAPolynomial) {
  Polynomial N = s("n"), M = s("m");
  Division Exact = divide((N + 2) * (N + M), N + 2);
  EXPECT_EQ(Exact.Quotient, N + M);
  EXPECT_TRUE(Exact.Remainder.isZero());
  Division Rest = divide(s("i") * (N + 2) + s("j") - 1, N + 2);
  EXPECT_EQ(Rest.Quotient, s("i"));
  EXPECT_EQ(Rest.Remainder, s("j") - 1);
  Division Coefficients = divide(N * 3, N * 2);
  EXPECT_EQ(Coefficients.Remainder, N * 3);
  EXPECT_EQ(divide(N, N * M).Remainder, N);
}

TEST(PolynomialTest, PrintsPositiveTermsFirstAndTheConstantLast) {
  EXPECT_EQ(toString(Polynomial(0)), "0");
  EXPECT_EQ(toString(s("k") * -1 + s("tx") * 2 - 1), "tx * 2 - k - 1");
  EXPECT_EQ(toString(s("n") * s("i") + s("k")), "i * n + k");
}

} // namespace
} // namespace tessera
