//===- UniformityTest.cpp - What depends on the thread --------------------===//
#include "tessera/Analysis/Uniformity.h"
#include "ModelBuilder.h"

namespace tessera {
namespace {

using UniformityTest = AnalysisTest;

TEST_F(UniformityTest, SizesAndBlocksAreUniform) {
  LoopId K = M.loop("k", s("bx"), s("n"));
  KernelSpace Space = space(4, 16);
  EXPECT_EQ(dependenceOf(Space, K), Dependence::Uniform);
  EXPECT_EQ(dependenceOf(Space, s("k") * 2 + s("n")), Dependence::Uniform);
}

TEST_F(UniformityTest, ThreadsAreNotAndSoAreLoopsInside) {
  LoopId J = M.loop("j", 0, globalId("x"));
  LoopId K = M.loop("k", 0, s("j"));
  KernelSpace Space = space(4, 16);
  EXPECT_EQ(dependenceOf(Space, J), Dependence::Thread);
  EXPECT_EQ(dependenceOf(Space, K), Dependence::Thread);
}

TEST_F(UniformityTest, AThreadIdThatIsAlwaysZeroIsUniform) {
  EXPECT_EQ(dependenceOf(space(4, 16), s("ty")), Dependence::Uniform);
  EXPECT_EQ(dependenceOf(space({{}, {}, 1}, {16, 2, 1}), s("ty")),
            Dependence::Thread);
}

TEST_F(UniformityTest, WhatIsOpaqueDependsOnData) {
  LoopId K = M.loop("k", 0, 4);
  M.Kernel.Loops[0].Opaque = true;
  KernelSpace Space = space(4, 16);
  EXPECT_EQ(dependenceOf(Space, K), Dependence::Data);
  EXPECT_EQ(dependenceOf(Space, both({less(s("tx"), 4), opaque()})),
            Dependence::Data);
}

TEST_F(UniformityTest, AGuardOfTheWholeBlockAlwaysHolds) {
  GuardUse All = M.guard(less(s("tx"), 16));
  GuardUse Some = M.guard(less(s("tx"), 8));
  GuardUse Later = M.guard(less(s("tx"), 12));
  KernelSpace Space = space(4, 16);
  llvm::Expected<GuardFact> Fact = analyseGuard(Space, All.Guard, {}, {});
  EXPECT_TRUE(Fact->Always);
  EXPECT_EQ(Fact->On, Dependence::Thread);
  Fact = analyseGuard(Space, Some.Guard, {}, {});
  EXPECT_FALSE(Fact->Always || Fact->Never);
  EXPECT_TRUE(analyseGuard(Space, Later.Guard, {}, {Some})->Always);
  EXPECT_TRUE(
      analyseGuard(Space, Some.Guard, {}, {{Later.Guard, /*Negated=*/true}})
          ->Never);
}

} // namespace
} // namespace tessera
