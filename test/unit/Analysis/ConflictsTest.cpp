//===- ConflictsTest.cpp - Races between threads of a launch --------------===//
#include "tessera/Analysis/Conflicts.h"
#include "ModelBuilder.h"

namespace tessera {
namespace {

class ConflictsTest : public AnalysisTest {
protected:
  ArrayId shared(const char *Name) {
    ArrayId A = M.array(Name, {64});
    M.Kernel.Arrays[A.Index].K = ArrayInfo::Kind::Shared;
    return A;
  }
  /// Statements stand in the order in which they are made.
  AccessId next(AccessId Id) {
    M.Kernel.Accesses[Id.Index].Source.Begin = ++Offset;
    return Id;
  }
  void barrier(std::vector<LoopId> Loops = {}) {
    M.Kernel.Barriers.push_back({std::move(Loops), {}, {++Offset}});
  }
  std::vector<Conflict> conflicts(int64_t Grid, int64_t Block) {
    LaunchModel L;
    L.Grid = {Grid, 1, 1};
    L.Block = {Block, 1, 1};
    return findConflicts(LaunchedKernel(Context, M.Kernel, L));
  }

  unsigned Offset = 0;
};

TEST_F(ConflictsTest, AnotherThreadsElementNeedsABarrier) {
  ArrayId A = shared("tile");
  AccessId W = next(M.write(A, {s("tx")}));
  AccessId R = next(M.read(A, {Polynomial(15) - s("tx")}));
  std::vector<Conflict> Found = conflicts(4, 16);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Write, W);
  EXPECT_EQ(Found[0].Other, R);
  EXPECT_EQ(Found[0].Example.at("tx"), 0);
  EXPECT_EQ(Found[0].Example.at("tx'"), 15);
}

TEST_F(ConflictsTest, ABarrierOrdersAndSoDoesOneOfAWarp) {
  ArrayId A = shared("tile");
  next(M.write(A, {s("tx")}));
  barrier();
  next(M.read(A, {Polynomial(15) - s("tx")}));
  EXPECT_TRUE(conflicts(4, 16).empty());
  std::swap(M.Kernel.Barriers, M.Kernel.WarpBarriers);
  EXPECT_TRUE(conflicts(4, 16).empty());
}

TEST_F(ConflictsTest, TheNextRoundComesTooSoon) {
  ArrayId A = shared("tile");
  LoopId K = M.loop("k", 0, s("n"));
  next(M.write(A, {s("tx")}, {K}));
  barrier({K});
  next(M.read(A, {Polynomial(15) - s("tx")}, {K}));
  std::vector<Conflict> Found = conflicts(4, 16);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Round, K);
  EXPECT_EQ(Found[0].Example.at("n"), 2);
  barrier({K});
  EXPECT_TRUE(conflicts(4, 16).empty());
}

TEST_F(ConflictsTest, ALoopOfOneRoundHasNoNextRound) {
  ArrayId A = shared("tile");
  LoopId K = M.loop("k", 0, 1);
  next(M.write(A, {s("tx")}, {K}));
  barrier({K});
  next(M.read(A, {Polynomial(15) - s("tx")}, {K}));
  EXPECT_TRUE(conflicts(4, 16).empty());
}

TEST_F(ConflictsTest, NoBarrierOrdersBlocks) {
  ArrayId A = M.array("a");
  next(M.write(A, {s("bx") * 16 + s("tx")}));
  barrier();
  next(M.read(A, {s("bx") * 16 + s("tx") + 1}));
  std::vector<Conflict> Found = conflicts(4, 16);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_TRUE(Found[0].AcrossBlocks);
  EXPECT_TRUE(conflicts(1, 16).empty());
}

TEST_F(ConflictsTest, OnlyDifferentValuesOfOneWriteConflict) {
  ArrayId A = shared("flag");
  AccessId W = next(M.write(A, {0}));
  EXPECT_TRUE(conflicts(1, 16).empty());
  M.Kernel.Accesses[W.Index].Value.On = {s("bx")};
  EXPECT_TRUE(conflicts(1, 16).empty());
  M.Kernel.Accesses[W.Index].Value.On = {s("tx")};
  EXPECT_EQ(conflicts(1, 16).size(), 1u);
}

TEST_F(ConflictsTest, UpdatesAddUp) {
  ArrayId A = M.array("sum");
  AccessId U = next(M.access(AccessInfo::Kind::Update, A, {0}));
  EXPECT_TRUE(conflicts(1, 16).empty()); // `|=`
  M.Kernel.Accesses[U.Index].Value.Accumulates = true;
  EXPECT_EQ(conflicts(1, 16).size(), 1u);
  EXPECT_TRUE(conflicts(1, 1).empty());
}

TEST_F(ConflictsTest, AParameterMustNotDecide) {
  ArrayId A = M.array("a");
  GuardUse Inside = M.guard(less(globalId("x"), s("n")));
  next(M.read(A, {globalId("x") + s("d")}, {}, {Inside}));
  next(M.write(A, {globalId("x")}, {}, {Inside}));
  EXPECT_TRUE(conflicts(4, 16).empty());
  M.Kernel.Accesses[0].Subscripts = {globalId("x") + 1};
  GuardUse Before = M.guard(less(globalId("x"), s("n") - 1));
  for (AccessInfo &Access : M.Kernel.Accesses)
    Access.Guards = {Before};
  std::vector<Conflict> Found = conflicts(4, 16);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Example.at("n"), 3);
}

TEST_F(ConflictsTest, DataDecidesNothing) {
  ArrayId A = shared("tile");
  next(M.write(A, {s("tx")}, {}, {M.guard(opaque())}));
  next(M.read(A, {Polynomial(15) - s("tx")}));
  EXPECT_TRUE(conflicts(4, 16).empty());
}

TEST_F(ConflictsTest, VolatileMembersAndFencesAreLeftAlone) {
  ArrayId A = shared("tile");
  next(M.write(A, {s("tx")}));
  next(M.read(A, {Polynomial(15) - s("tx")}));
  M.Kernel.Arrays[A.Index].Volatile = true;
  EXPECT_TRUE(conflicts(4, 16).empty());
  M.Kernel.Arrays[A.Index].Volatile = false;
  M.Kernel.Arrays[A.Index].HasMembers = true;
  EXPECT_TRUE(conflicts(4, 16).empty());
  M.Kernel.Arrays[A.Index].HasMembers = false;
  EXPECT_EQ(conflicts(4, 16).size(), 1u);
  M.Kernel.HasFence = true;
  EXPECT_TRUE(conflicts(4, 16).empty());
}

} // namespace
} // namespace tessera
