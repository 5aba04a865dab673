//===- InstanceSpaceTest.cpp - Who executes an access ---------------------===//
#include "tessera/Analysis/InstanceSpace.h"
#include "ModelBuilder.h"

namespace tessera {
namespace {

class InstanceSpaceTest : public AnalysisTest {
protected:
  std::string domain(const KernelSpace &Space, AccessId Id) {
    const AccessInfo &A = Space.Kernel.access(Id);
    DimNames Dims = instanceDims(Space.Kernel, A.Loops);
    std::optional<AccessDomain> D = domainOf(Space, Id, Dims);
    if (!D)
      return "unknown";
    // Ids that are always 0 say nothing.
    return (D->May ? "may " : "") +
           toString(projectOut({D->Set, Dims}, {"by", "bz", "ty", "tz"}));
  }
};

TEST_F(InstanceSpaceTest, IdsAndCountersAreBounded) {
  LoopId K = M.loop("k", 0, s("n"));
  AccessId A = M.read(M.array("a"), {s("k")}, {K});
  EXPECT_EQ(domain(space(4, 16), A),
            "[n] -> { [bx, tx, k] : 0 <= bx <= 3 and 0 <= tx <= 15 and "
            "0 <= k < n }");
}

TEST_F(InstanceSpaceTest, GuardsRestrict) {
  GuardUse Inside = M.guard(less(globalId("x"), s("n")));
  AccessId A = M.read(M.array("a"), {globalId("x")}, {}, {Inside});
  EXPECT_EQ(domain(space(4, 16, {{"n", 20}}), A),
            "{ [bx, tx] : 0 <= bx <= 3 and 0 <= tx <= 19 - 16bx and "
            "tx <= 15 }");
}

TEST_F(InstanceSpaceTest, AnEarlyExitRestrictsByItsNegation) {
  GuardUse Exit = M.guard(notNegative(s("tx") - 10), /*Negated=*/true);
  AccessId A = M.read(M.array("a"), {s("tx")}, {}, {Exit});
  EXPECT_EQ(domain(space(1, 16), A), "{ [bx = 0, tx] : 0 <= tx <= 9 }");
}

TEST_F(InstanceSpaceTest, StridedAndFallingCountersHaveHoles) {
  LoopId Up = M.loop("u", s("tx"), 8, 4);
  LoopId Down = M.loop("d", 7, 0, -3);
  AccessId A = M.read(M.array("a"), {s("u")}, {Up});
  AccessId B = M.read(M.array("b"), {s("d")}, {Down});
  DimNames Dims = {"bx", "by", "bz", "tx", "ty", "tz", "u"};
  std::optional<AccessDomain> U = domainOf(space(1, 1), A, Dims);
  ASSERT_TRUE(U);
  EXPECT_TRUE(
      projectOnto({U->Set, Dims}, {"u"}).Set.is_equal(set("{ [0]; [4] }")));
  Dims.back() = "d";
  std::optional<AccessDomain> D = domainOf(space(1, 1), B, Dims);
  ASSERT_TRUE(D);
  EXPECT_TRUE(projectOnto({D->Set, Dims}, {"d"})
                  .Set.is_equal(set("{ [7]; [4]; [1] }")));
}

TEST_F(InstanceSpaceTest, UnknownBlockSizeHasAnOrigin) {
  GuardUse Inside = M.guard(less(globalId("x"), s("n")));
  AccessId A = M.read(M.array("a"), {globalId("x")}, {}, {Inside});
  KernelSpace Space = space({{}, 1, 1}, {{}, 1, 1});
  EXPECT_EQ(specialise(globalId("x"), Space.Shape), s("Ox") + s("tx"));
  EXPECT_EQ(domain(Space, A),
            "[Ox, n, Bx, Gx] -> { [bx, tx] : Ox >= 0 and 0 <= bx < Gx and "
            "0 <= tx < -Ox + n and tx < Bx }");
}

TEST_F(InstanceSpaceTest, ConditionsThatDependOnDataMayHold) {
  GuardUse Data = M.guard(opaque());
  GuardUse NotData = M.guard(both({opaque(), less(s("tx"), 3)}), true);
  ArrayId Array = M.array("a");
  AccessId A = M.read(Array, {s("tx")}, {}, {Data});
  AccessId B = M.read(Array, {s("tx")}, {}, {NotData});
  EXPECT_EQ(domain(space(1, 4), A), "may { [bx = 0, tx] : 0 <= tx <= 3 }");
  EXPECT_EQ(domain(space(1, 4), B), "may { [bx = 0, tx] : 0 <= tx <= 3 }");
}

TEST_F(InstanceSpaceTest, AnOpaqueLoopHidesItsAccesses) {
  LoopId K = M.loop("k", 0, 4);
  M.Kernel.Loops[0].Opaque = true;
  EXPECT_EQ(domain(space(1, 4), M.read(M.array("a"), {s("tx")}, {K})),
            "unknown");
}

} // namespace
} // namespace tessera
