//===- NonNegativeTest.cpp - What is not negative, products included ------===//
#include "tessera/Polyhedral/NonNegative.h"
#include "gtest/gtest.h"

namespace tessera {
namespace {

Polynomial s(llvm::StringRef Name) { return Polynomial::symbol(Name); }

const Polynomial N = s("n"), M = s("m"), I = s("i"), J = s("j");

TEST(NonNegativeTest, SumsOfNaturals) {
  const NonNegative By({}, {"i"});
  EXPECT_TRUE(By.proves(0));
  EXPECT_TRUE(By.proves(I * 3 + 1));
  EXPECT_FALSE(By.proves(-1));
  EXPECT_FALSE(By.proves(I - 1));
  EXPECT_FALSE(By.proves(J));
}

TEST(NonNegativeTest, FactsAboutParameters) {
  const NonNegative By({N - 6, M - 4}, {});
  EXPECT_TRUE(By.proves(N - 6));
  EXPECT_TRUE(By.proves(N * M - N * 2 - 3));
  EXPECT_TRUE(By.proves(N * M - N * 2 - 12));
  EXPECT_FALSE(By.proves(N * M - N * 2 - 13)); // n = 6, m = 4
  EXPECT_FALSE(By.proves(N - 7));
  EXPECT_FALSE(By.proves(N * M - N * 4 - 1)); // m may be 4
  EXPECT_FALSE(By.proves(N * M - 25));        // 24 at least
}

TEST(NonNegativeTest, FactsAboutThreads) {
  // 4*i > 0 and 4*i < n - 1
  const NonNegative By({I * 4 - 1, N - 2 - I * 4}, {"i"});
  EXPECT_TRUE(By.proves(N - 6));
  EXPECT_FALSE(By.proves(N - 7));
  EXPECT_TRUE(By.proves(I * N - N)); // row i - 1 begins inside
  EXPECT_FALSE(By.proves(I * N - N * 2));
}

TEST(NonNegativeTest, MultiplesAreRoundedUp) {
  EXPECT_TRUE(NonNegative({N - 5}, {}, {{"n", 4}}).proves(N - 8));
  EXPECT_FALSE(NonNegative({N - 5}, {}, {{"n", 4}}).proves(N - 9));
  EXPECT_FALSE(NonNegative({N - 5}, {}).proves(N - 6));
}

TEST(NonNegativeTest, WhatIsNotKnownMayBeNegative) {
  const NonNegative By({N - 2 - J}, {"i"});
  EXPECT_FALSE(By.proves(N - 2)); // j may be negative
  EXPECT_FALSE(By.proves(N));
}

} // namespace
} // namespace tessera
