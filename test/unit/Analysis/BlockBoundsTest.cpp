//===- BlockBoundsTest.cpp - Loops with bounds that differ by thread ------===//
#include "tessera/Analysis/BlockBounds.h"
#include "ModelBuilder.h"

namespace tessera {
namespace {

const Polynomial J = globalId("y"), K = s("k");
const Polynomial First = s("bx") * s("Bx"); // of the block
const Polynomial Last = First + s("Bx") - 1;

/// The loop of a kernel that reads `a[k]` in it.
struct Loop {
  Loop(Polynomial Lower, Polynomial Upper, int64_t Step = 1) {
    ArrayId A = B.array("a");
    LoopId L = B.loop("k", std::move(Lower), std::move(Upper), Step);
    B.Kernel.Loops[0].SignedBounds = true;
    B.read(A, {K}, {L});
  }
  LoopInfo &info() { return B.Kernel.Loops[0]; }
  ModelBuilder B;
};

TEST(BlockBounds, ExtremesInABlock) {
  EXPECT_EQ(extremeInBlock(I, false), First);
  EXPECT_EQ(extremeInBlock(I, true), Last);
  EXPECT_EQ(extremeInBlock(N - I * 2, false), N - Last * 2);
  EXPECT_EQ(extremeInBlock(N - I * 2, true), N - First * 2);
  EXPECT_EQ(extremeInBlock(I + J, true),
            Last + s("by") * s("By") + s("By") - 1);
  EXPECT_EQ(extremeInBlock(s("tx") * s("ty"), true),
            (s("Bx") - 1) * (s("By") - 1));
  EXPECT_FALSE(extremeInBlock(I * N, true));
  EXPECT_FALSE(extremeInBlock(s("tx") * s("tx"), true));
}

TEST(BlockBounds, SumsOfIds) {
  EXPECT_TRUE(isSumOfIds(Last + 3));
  EXPECT_TRUE(isSumOfIds(Polynomial(0)));
  EXPECT_FALSE(isSumOfIds(Last - 1)); // in a block of one thread
  EXPECT_FALSE(isSumOfIds(N));
  EXPECT_FALSE(isSumOfIds(Polynomial(0) - s("tx")));
}

TEST(BlockBounds, OfATriangle) {
  Loop L(I + 1, N);
  KernelModel K2 = withBlockBounds(L.B.Kernel);
  const LoopInfo &Block = K2.Loops[0];
  EXPECT_EQ(Block.Lower, First + 1);
  EXPECT_EQ(Block.Upper, N);
  EXPECT_TRUE(Block.StartsApart);
  EXPECT_FALSE(Block.EndsApart);
  ASSERT_TRUE(Block.Inside);
  EXPECT_EQ(K2.guard(*Block.Inside).When.Value, K - I - 1);
  ASSERT_EQ(K2.Accesses[0].Guards.size(), 1u);
  EXPECT_EQ(K2.Accesses[0].Guards[0].Guard, *Block.Inside);
}

/// The instances stay the same: those of the block's loop with the guard.
TEST(BlockBounds, KeepTheInstances) {
  for (auto [Lower, Upper] : {std::pair<Polynomial, Polynomial>{I, N},
                              {0, I + 1},
                              {I - 3, I + 4},
                              {N - I, N + s("tx")}}) {
    Loop L(Lower, Upper);
    IslContext Context;
    KernelModel Changed = withBlockBounds(L.B.Kernel);
    LaunchShape Shape{{4, 1, 1}, {8, 1, 1}, {{"n", 29}}, {}};
    KernelSpace Before{Context, L.B.Kernel, Shape};
    KernelSpace After{Context, Changed, Shape};
    const DimNames Dims = instanceDims(Changed, {{0}});
    std::optional<AccessDomain> Old = domainOf(Before, {0}, Dims);
    std::optional<AccessDomain> New = domainOf(After, {0}, Dims);
    ASSERT_TRUE(Old && New);
    EXPECT_TRUE(Changed.Loops[0].hasOwnBounds());
    EXPECT_TRUE(Old->Set.is_equal(New->Set));
    EXPECT_FALSE(New->May);
  }
}

TEST(BlockBounds, StayWhereThreadsNeverMeet) {
  auto Stays = [](Loop L) {
    return !withBlockBounds(L.B.Kernel).Loops[0].hasOwnBounds();
  };
  EXPECT_TRUE(Stays(Loop(0, N))); // already the block's
  EXPECT_TRUE(Stays(Loop(I, N, 2)));
  EXPECT_FALSE(Stays(Loop(0, I, 2)));
  EXPECT_TRUE(Stays(Loop(N, I, -1)));
  EXPECT_TRUE(Stays(Loop(I * N, N * N)));
  Loop Seen(I, N);
  Seen.info().SeenOutside = true;
  EXPECT_TRUE(Stays(Seen));
}

TEST(BlockBounds, BelowZeroWithoutASign) {
  Loop L(I - 3, N);
  L.info().SignedBounds = false;
  EXPECT_FALSE(withBlockBounds(L.B.Kernel).Loops[0].hasOwnBounds());
  Loop Ends(0, N - I); // the first thread of the block may be behind n
  Ends.info().Unsigned = true;
  EXPECT_FALSE(withBlockBounds(Ends.B.Kernel).Loops[0].hasOwnBounds());
  Loop Fine(0, I + 1);
  Fine.info().Unsigned = true;
  EXPECT_TRUE(withBlockBounds(Fine.B.Kernel).Loops[0].hasOwnBounds());
}

} // namespace
} // namespace tessera
