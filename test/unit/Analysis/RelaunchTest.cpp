//===- RelaunchTest.cpp - The same threads in other blocks ----------------===//
#include "tessera/Analysis/Relaunch.h"
#include "ModelBuilder.h"
#include "tessera/Analysis/BuiltinIds.h"

namespace tessera {
namespace {

const Polynomial Z = globalId("z");

NodePtr emptyBody() {
  Node Body;
  Body.K = Node::Kind::Block;
  return std::make_shared<Node>(std::move(Body));
}

TEST(BuiltinIds, GlobalIndex) {
  EXPECT_TRUE(usesGlobalIndex(I * N + s("k"), 0, {}));
  EXPECT_TRUE(usesGlobalIndex(I * I - 2 * I, 0, {}));
  EXPECT_TRUE(usesGlobalIndex(N, 0, {}));
  EXPECT_FALSE(usesGlobalIndex(s("tx"), 0, {}));
  EXPECT_FALSE(usesGlobalIndex(I + s("tx"), 0, {}));
  EXPECT_FALSE(usesGlobalIndex(s("Bx"), 0, {}));
  EXPECT_FALSE(usesGlobalIndex(I + s("Gx"), 0, {}));
  // Other axes do not matter.
  EXPECT_TRUE(usesGlobalIndex(I + s("ty") * s("Gz"), 0, {}));
  EXPECT_FALSE(usesGlobalIndex(I + s("ty"), 1, {}));
}

TEST(BuiltinIds, GlobalIndexWithANumber) {
  LaunchShape Shape;
  Shape.Block[0] = 64;
  EXPECT_TRUE(usesGlobalIndex(s("bx") * 64 + s("tx"), 0, Shape));
  EXPECT_TRUE(usesGlobalIndex(I, 0, Shape));
  EXPECT_FALSE(usesGlobalIndex(s("bx") * 64 + s("tx"), 0, {}));
  EXPECT_FALSE(usesGlobalIndex(s("bx") * 32 + s("tx"), 0, Shape));
}

TEST(Relaunch, ABlockIdBecomesANumberInTheGrid) {
  ModelBuilder B;
  B.read(B.array("a"), {I + s("bz") * N}, {});
  B.Kernel.Body = emptyBody();
  KernelModel K = withBlocks(B.Kernel, {32, 1, 1}, {32, 1, 4});
  EXPECT_EQ(K.Accesses[0].Subscripts[0], I + Z * N);
  // Blocks stay one thread wide, or the user's were wider.
  K = withBlocks(B.Kernel, {32, 1, 1}, {16, 2, 1});
  EXPECT_EQ(K.Accesses[0].Subscripts[0], I + s("bz") * N);
}

TEST(Relaunch, ANumberInTheGridStays) {
  ModelBuilder B;
  B.read(B.array("a"), {I + Z * N}, {});
  B.Kernel.Body = emptyBody();
  KernelModel K = withBlocks(B.Kernel, {32, 1, 1}, {32, 1, 4});
  EXPECT_EQ(K.Accesses[0].Subscripts[0], I + Z * N);
}

TEST(Relaunch, ExtentsGuardEveryAccess) {
  ModelBuilder B;
  B.read(B.array("a"), {Z}, {});
  B.Kernel.Body = emptyBody();
  KernelModel K = withExtents(B.Kernel, {std::nullopt, std::nullopt, N});
  ASSERT_EQ(K.Guards.size(), 1u);
  EXPECT_EQ(K.Guards[0].When.Value, Z - N); // of the exit
  ASSERT_EQ(K.Accesses[0].Guards.size(), 1u);
  EXPECT_TRUE(K.Accesses[0].Guards[0].Negated);
  ASSERT_EQ(K.Body->Children.size(), 1u);
  EXPECT_TRUE(isEarlyExit(*K.Body->Children[0]));
}

TEST(Relaunch, WhyNot) {
  ModelBuilder B;
  B.read(B.array("a"), {I}, {});
  B.Kernel.Body = emptyBody();
  EXPECT_EQ(whyNotRelaunched(B.Kernel, {64, 1, 1}, {256, 1, 1}), "");
  EXPECT_EQ(whyNotRelaunched(B.Kernel, {64, 1, 1}, {16, 2, 4}), "");
  EXPECT_NE(whyNotRelaunched(B.Kernel, {48, 1, 1}, {32, 1, 1}), "");
  EXPECT_NE(whyNotRelaunched(B.Kernel, {std::nullopt, 1, 1}, {32, 1, 1}), "");
  B.Kernel.MustNotBeNegative = {N - s("Bx")};
  EXPECT_NE(whyNotRelaunched(B.Kernel, {64, 1, 1}, {256, 1, 1}), "");
  B.Kernel.MustNotBeNegative = {};
  B.Kernel.HasWarpOperation = true;
  EXPECT_NE(whyNotRelaunched(B.Kernel, {64, 1, 1}, {256, 1, 1}), "");
}

} // namespace
} // namespace tessera
