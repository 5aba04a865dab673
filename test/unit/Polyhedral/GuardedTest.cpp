//===- GuardedTest.cpp - isl gives up in peace ----------------------------===//
#include "tessera/Polyhedral/Guarded.h"
#include "PolyhedralTest.h"
#include <chrono>
#include <isl/set.h>

namespace tessera {
namespace {

using GuardedTest = PolyhedralTest;

TEST_F(GuardedTest, ReturnsTheResult) {
  llvm::Expected<isl::set> S =
      guarded(Context, [&] { return set("{ [i] : i > 0 }"); });
  ASSERT_TRUE(bool(S));
  EXPECT_TRUE(S->is_equal(set("{ [i] : i >= 1 }")));
}

TEST_F(GuardedTest, PassesAnErrorOfTheComputationOn) {
  llvm::Expected<int> R = guarded(Context, []() -> llvm::Expected<int> {
    return llvm::createStringError("mine");
  });
  EXPECT_EQ(llvm::toString(R.takeError()), "mine");
}

TEST_F(GuardedTest, AnExceptionBecomesAnError) {
  llvm::Expected<isl::set> S = guarded(Context, [&] { return set("{ [i"); });
  EXPECT_TRUE(S.errorIsA<IslGaveUp>());
  llvm::consumeError(S.takeError());
}

TEST_F(GuardedTest, WhatFailedWithoutAnExceptionIsNoResult) {
  auto involves = [&](unsigned Dims) {
    return guarded(Context, [&]() -> bool {
      return isl_set_involves_dims(set("{ [i] : i > 0 }").get(), isl_dim_set, 0,
                                   Dims);
    });
  };
  EXPECT_TRUE(llvm::cantFail(involves(1)));
  llvm::Expected<bool> Wrong = involves(7); // there is one dimension
  EXPECT_TRUE(Wrong.errorIsA<IslGaveUp>());
  llvm::consumeError(Wrong.takeError());
  EXPECT_TRUE(llvm::cantFail(involves(1)));
}

/// Colours the complete graph with \p Nodes nodes with one colour too few.
isl::set impossibleColouring(isl::ctx Context, unsigned Nodes) {
  std::string Dims, Test;
  for (unsigned I = 0; I < Nodes; ++I) {
    Dims += (I ? ",c" : "c") + std::to_string(I);
    Test += (I ? " and 0 <= c" : "0 <= c") + std::to_string(I) + " < " +
            std::to_string(Nodes - 1);
    for (unsigned J = 0; J < I; ++J)
      Test += " and c" + std::to_string(I) + " != c" + std::to_string(J);
  }
  return isl::set(Context, "{ [" + Dims + "] : " + Test + " }");
}

TEST_F(GuardedTest, GivesUpWithinASecondAndStaysUsable) {
  auto Start = std::chrono::steady_clock::now();
  llvm::Expected<bool> Empty = guarded(
      Context, [&] { return impossibleColouring(Context, 12).is_empty(); });
  EXPECT_TRUE(Empty.errorIsA<IslGaveUp>());
  llvm::consumeError(Empty.takeError());
  EXPECT_LT(std::chrono::steady_clock::now() - Start, std::chrono::seconds(5));
  EXPECT_FALSE(set("{ [i] : i > 0 }").is_empty());
}

TEST_F(GuardedTest, TheOutermostBoundCounts) {
  llvm::Expected<int> R = guarded(Context, [&]() -> llvm::Expected<int> {
    llvm::Expected<int> Inner = guarded(Context, [] { return 1; });
    EXPECT_NE(isl_ctx_get_max_operations(isl::ctx(Context).get()), 0u);
    return Inner;
  });
  EXPECT_EQ(*R, 1);
  EXPECT_EQ(isl_ctx_get_max_operations(isl::ctx(Context).get()), 0u);
}

} // namespace
} // namespace tessera
