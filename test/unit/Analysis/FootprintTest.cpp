//===- FootprintTest.cpp - What a block touches of an array ---------------===//
#include "ModelBuilder.h"
#include "tessera/Analysis/CoordinateCondition.h"
#include "tessera/Polyhedral/Count.h"

namespace tessera {
namespace {

class FootprintTest : public AnalysisTest {
protected:
  /// The only footprint of \p Array.
  Footprint footprint(const KernelSpace &Space, ArrayId Array,
                      const StagingPoint &Point = {}) {
    std::vector<Footprint> All = footprints(Space, Array, Point);
    EXPECT_EQ(All.size(), 1u);
    return All.front();
  }

  std::vector<Footprint> footprints(const KernelSpace &Space, ArrayId Array,
                                    const StagingPoint &Point = {}) {
    llvm::Expected<std::vector<Footprint>> F =
        computeFootprints(Space, coordinatesOf(Space, Array), Point);
    EXPECT_TRUE(bool(F)) << llvm::toString(F.takeError());
    return *F;
  }

  static std::string box(const Footprint &F) {
    std::string Text;
    llvm::raw_string_ostream(Text) << F.Enclosing;
    return Text;
  }

  static std::string condition(const Footprint &F,
                               LoadTest Test = LoadTest::Exact) {
    llvm::Expected<CCondition> C =
        loadCondition(F, Test, [](llvm::StringRef Symbol) {
          return Symbol.starts_with("#") ? "c" + Symbol.drop_front().str()
                                         : Symbol.str();
        });
    if (!C)
      return "gave up: " + llvm::toString(C.takeError());
    return C->K == CCondition::Kind::Always ? "always" : C->Text;
  }

  /// Elements loaded by the whole grid, if every step loads its own.
  static int64_t loads(const Footprint &F) {
    return cardinality(isl::manage(isl_map_wrap(F.Touched.copy()))).value();
  }
};

TEST_F(FootprintTest, OneElementPerThread) {
  ArrayId A = M.array("a");
  AccessId R = M.read(A, {globalId("x")});
  Footprint F = footprint(space(4, 16), A);
  EXPECT_EQ(box(F), "[bx * 16 : 16]");
  EXPECT_EQ(condition(F), "always");
  EXPECT_EQ(F.TileIndex.at(R), std::vector<Polynomial>{s("tx")});
  EXPECT_FALSE(F.May);
}

TEST_F(FootprintTest, AStencilHasAHalo) {
  ArrayId A = M.array("a");
  Polynomial I = globalId("x");
  GuardUse Inside = M.guard(both({notNegative(I - 1), less(I, s("n") - 1)}));
  M.read(A, {I - 1}, {}, {Inside});
  AccessId Centre = M.read(A, {I}, {}, {Inside});
  M.read(A, {I + 1}, {}, {Inside});
  Footprint F = footprint(space({{}, 1, 1}, {16, 1, 1}), A);
  EXPECT_EQ(box(F), "[bx * 16 - 1 : 18]");
  EXPECT_EQ(F.TileIndex.at(Centre), std::vector<Polynomial>{s("tx") + 1});
  EXPECT_EQ(condition(F), "16 * bx + c0 >= 1 && n >= 3 && 16 * bx + 1 < n && "
                          "16 * bx + c0 <= n");
  EXPECT_EQ(condition(F, LoadTest::Simple), "16 * bx + c0 >= 1 && n >= 3 && "
                                            "16 * bx + c0 <= n");
}

TEST_F(FootprintTest, ACrossDoesNotLoadCorners) {
  ArrayId A = M.array("a", {8, 11});
  Polynomial X = globalId("x"), Y = globalId("y");
  for (auto [DY, DX] : {std::pair(0, 0), {0, -1}, {0, 1}, {-1, 0}, {1, 0}})
    M.read(A, {Y + DY, X + DX});
  Footprint F = footprint(space({3, 3, 1}, {4, 3, 1}), A);
  EXPECT_EQ(box(F), "[by * 3 - 1 : 5][bx * 4 - 1 : 6]");
  EXPECT_EQ(condition(F), "(c1 >= 1 && c1 < 5) || (c0 >= 1 && c0 < 4)");
}

TEST_F(FootprintTest, RepeatedAccessesAreOneCase) {
  ArrayId A = M.array("a", {8, 11});
  Polynomial X = globalId("x"), Y = globalId("y");
  auto ReadCross = [&] {
    for (auto [DY, DX] : {std::pair(0, 0), {0, -1}, {0, 1}, {-1, 0}, {1, 0}})
      M.read(A, {Y + DY, X + DX});
    return footprint(space({3, 3, 1}, {4, 3, 1}), A);
  };
  const std::string Once = condition(ReadCross());
  for (int Round = 1; Round < 10; ++Round)
    ReadCross();
  Footprint F = ReadCross();
  EXPECT_EQ(F.TileIndex.size(), 55u);
  EXPECT_EQ(F.Pieces.size(), 5u);
  EXPECT_EQ(condition(F), Once);
}

TEST_F(FootprintTest, ASquareLoadsCorners) {
  ArrayId A = M.array("a", {8, 11});
  for (int DY : {-1, 0, 1})
    for (int DX : {-1, 0, 1})
      M.read(A, {globalId("y") + DY, globalId("x") + DX});
  Footprint F = footprint(space({3, 3, 1}, {4, 3, 1}), A);
  EXPECT_EQ(box(F), "[by * 3 - 1 : 5][bx * 4 - 1 : 6]");
  EXPECT_EQ(condition(F), "always");
}

TEST_F(FootprintTest, AGuardedCrossHasOneRegionPerArm) {
  ArrayId A = M.array("a");
  Polynomial X = globalId("x"), Y = globalId("y");
  GuardUse Inside = M.guard(both({notNegative(X - 1), less(X, s("n") - 1),
                                  notNegative(Y - 1), less(Y, s("n") - 1)}));
  for (auto [DY, DX] : {std::pair(0, 0), {0, -1}, {0, 1}, {-1, 0}, {1, 0}})
    M.read(A, {(Y + DY) * s("n") + X + DX}, {}, {Inside});
  Footprint F = footprint(space({{}, {}, 1}, {16, 16, 1}), A);
  EXPECT_EQ(regionsOf(F).size(), 2u);
  EXPECT_EQ(condition(F, LoadTest::Simple),
            "(16 * by + c0 >= 2 && c0 >= 1 && c0 < 17 && "
            "16 * bx + c1 >= 1 && 16 * by + c0 < n && 16 * bx + c1 <= n) || "
            "(16 * by + c0 >= 1 && 16 * bx + c1 >= 2 && c1 >= 1 && "
            "c1 < 17 && 16 * bx + c1 < n && 16 * by + c0 <= n)");
}

TEST_F(FootprintTest, AWideConvolutionIsOneRegion) {
  ArrayId A = M.array("a");
  Polynomial X = globalId("x"), Y = globalId("y");
  GuardUse Inside = M.guard(both({notNegative(X - 5), less(X, s("n") - 5),
                                  notNegative(Y - 5), less(Y, s("n") - 5)}));
  for (int DY = -5; DY <= 5; ++DY)
    for (int DX = -5; DX <= 5; ++DX)
      M.read(A, {(Y + DY) * s("n") + X + DX}, {}, {Inside});
  Footprint F = footprint(space({{}, {}, 1}, {16, 16, 1}), A);
  EXPECT_EQ(box(F), "[by * 16 - 5 : 26][bx * 16 - 5 : 26]");
  EXPECT_EQ(regionsOf(F).size(), 1u);
  EXPECT_EQ(condition(F, LoadTest::Exact),
            "gave up: an exact test would be too long");
}

TEST_F(FootprintTest, AStripOfALoopIsAStep) {
  ArrayId A = M.array("a");
  LoopId K = M.loop("k", 0, s("n"));
  AccessId R = M.read(A, {globalId("y") * s("n") + s("k")}, {K});
  Footprint F =
      footprint(space({{}, {}, 1}, {16, 16, 1}), A, {{{K, 16, "k0"}}});
  EXPECT_EQ(F.Steps, (DimNames{"bx", "by", "bz", "k0"}));
  EXPECT_EQ(box(F), "[by * 16 : 16][k0 : 16]");
  EXPECT_EQ(condition(F), "k0 + c1 < n");
  EXPECT_EQ(F.TileIndex.at(R),
            (std::vector<Polynomial>{s("ty"), s("k") - s("k0")}));
  EXPECT_EQ(F.Strides, (std::vector<Polynomial>{s("n"), 1}));
}

TEST_F(FootprintTest, NoTestIfTheStripDividesTheLoop) {
  ArrayId A = M.array("a", {64, 64});
  LoopId K = M.loop("k", 0, 64);
  M.read(A, {s("k"), globalId("x")}, {K});
  Footprint F = footprint(space({4, 4, 1}, {16, 16, 1}), A, {{{K, 16, "k0"}}});
  EXPECT_EQ(box(F), "[k0 : 16][bx * 16 : 16]");
  EXPECT_EQ(condition(F), "always");
}

TEST_F(FootprintTest, InsideALoopItsCounterIsFixed) {
  ArrayId A = M.array("a");
  LoopId I = M.loop("i", 0, s("n"));
  LoopId J = M.loop("j", 0, 8);
  AccessId R = M.read(A, {s("i") * s("n") + s("tx") + s("j")}, {I, J});
  Footprint F = footprint(space(1, 16), A, {{{I, 1, ""}}});
  EXPECT_EQ(box(F), "[i : 1][0 : 23]");
  EXPECT_EQ(F.TileIndex.at(R), (std::vector<Polynomial>{0, s("j") + s("tx")}));
}

TEST_F(FootprintTest, TwoLoopsMayBeCut) {
  ArrayId A = M.array("a");
  LoopId I = M.loop("i", 0, s("n"));
  LoopId J = M.loop("j", 0, s("m"));
  M.read(A, {s("i") * s("m") + s("j")}, {I, J});
  Footprint F = footprint(space(1, 16), A, {{{I, 4, "i0"}, {J, 32, "j0"}}});
  EXPECT_EQ(box(F), "[i0 : 4][j0 : 32]");
  EXPECT_EQ(condition(F), "i0 + c0 < n && j0 + c1 < m");
}

TEST_F(FootprintTest, AFallingLoopFillsTheTileFromItsEnd) {
  ArrayId A = M.array("a");
  LoopId K = M.loop("k", s("n"), -1, -1);
  AccessId R = M.read(A, {s("k")}, {K});
  Footprint F = footprint(space(1, 16), A, {{{K, 8, "k0"}}});
  EXPECT_EQ(box(F), "[k0 - 7 : 8]");
  EXPECT_EQ(condition(F), "k0 + c0 >= 7");
  EXPECT_EQ(F.TileIndex.at(R), std::vector<Polynomial>{s("k") - s("k0") + 7});
}

TEST_F(FootprintTest, AWindowOfRunTimeWidth) {
  ArrayId A = M.array("a");
  LoopId J = M.loop("j", 0, s("w"));
  M.read(A, {globalId("x") + s("j")}, {J});
  Footprint F = footprint(space({{}, 1, 1}, {256, 1, 1}), A);
  EXPECT_EQ(box(F), "[bx * 256 : w + 255]");
}

TEST_F(FootprintTest, ABlockOfRunTimeSize) {
  ArrayId A = M.array("a");
  M.read(A, {globalId("x") - 1});
  AccessId R = M.read(A, {globalId("x") + 1});
  Footprint F = footprint(space({{}, 1, 1}, {{}, 1, 1}), A);
  EXPECT_EQ(box(F), "[Ox - 1 : Bx + 2]");
  EXPECT_EQ(F.TileIndex.at(R), std::vector<Polynomial>{s("tx") + 2});
}

TEST_F(FootprintTest, EveryOtherElementNeedsHalfTheTile) {
  ArrayId A = M.array("a");
  AccessId R = M.read(A, {globalId("x") * 2 + 1});
  Footprint F = footprint(space(4, 16), A);
  EXPECT_EQ(box(F), "[bx * 32 + 1 : 16/2]");
  EXPECT_EQ(F.TileIndex.at(R), std::vector<Polynomial>{s("tx")});
}

TEST_F(FootprintTest, OtherLinearPartsAreOtherTiles) {
  ArrayId A = M.array("a", {64, 64});
  LoopId K = M.loop("k", 0, 64);
  M.read(A, {globalId("y"), s("k")}, {K});
  M.read(A, {s("k"), globalId("x")}, {K});
  std::vector<Footprint> F =
      footprints(space({4, 4, 1}, {16, 16, 1}), A, {{{K, 16, "k0"}}});
  ASSERT_EQ(F.size(), 2u);
  EXPECT_EQ(box(F[0]), "[by * 16 : 16][k0 : 16]");
  EXPECT_EQ(box(F[1]), "[k0 : 16][bx * 16 : 16]");
}

TEST_F(FootprintTest, OverlappingTilesAreOne) {
  ArrayId A = M.array("a");
  LoopId J = M.loop("j", 0, 9);
  M.read(A, {globalId("x") + s("j")}, {J});
  M.read(A, {globalId("x")});
  EXPECT_EQ(box(footprint(space(4, 16), A)), "[bx * 16 : 24]");
}

TEST_F(FootprintTest, WhatDependsOnDataMayBeTouched) {
  ArrayId A = M.array("a");
  M.read(A, {globalId("x")}, {}, {M.guard(opaque())});
  EXPECT_TRUE(footprint(space(4, 16), A).May);
}

TEST_F(FootprintTest, AccessesThatNeverHappenNeedNoCells) {
  ArrayId A = M.array("a");
  M.read(A, {globalId("x")}, {}, {M.guard(less(s("tx"), 0))});
  EXPECT_EQ(footprint(space(4, 16), A).Enclosing.cells(), 0);
}

TEST_F(FootprintTest, NoTileHoldsATriangle) {
  ArrayId A = M.array("a");
  LoopId J = M.loop("j", 0, globalId("x"));
  M.read(A, {s("j")}, {J});
  KernelSpace Space = space({{}, 1, 1}, {16, 1, 1});
  llvm::Expected<std::vector<Footprint>> F =
      computeFootprints(Space, coordinatesOf(Space, A), {});
  ASSERT_FALSE(bool(F));
  EXPECT_TRUE(F.errorIsA<Reject>());
  llvm::consumeError(F.takeError());
}

TEST_F(FootprintTest, AStripBeginsWhereAllThreadsAre) {
  ArrayId A = M.array("a");
  LoopId J = M.loop("j", s("tx"), 64);
  M.read(A, {s("j")}, {J});
  KernelSpace Space = space(4, 16);
  llvm::Expected<std::vector<Footprint>> F =
      computeFootprints(Space, coordinatesOf(Space, A), {{{J, 8, "j0"}}});
  EXPECT_TRUE(F.errorIsA<Reject>());
  llvm::consumeError(F.takeError());
}

// The load counts of the textbook, for its own sizes.

TEST_F(FootprintTest, AllPairsLoadsHalf) {
  ArrayId X = M.array("x");
  LoopId J = M.loop("j", 0, 4);
  M.read(X, {s("j")}, {J});
  EXPECT_EQ(loads(footprint(space(2, 2), X, {{{J, 2, "j0"}}})), 4 * 2);
}

TEST_F(FootprintTest, Stencil1DLoads15) {
  ArrayId A = M.array("a");
  Polynomial I = globalId("x");
  GuardUse Inside = M.guard(both({notNegative(I - 1), less(I, 10)}));
  for (int D : {-1, 0, 1})
    M.read(A, {I + D}, {}, {Inside});
  EXPECT_EQ(loads(footprint(space(3, 4), A)), 15);
}

TEST_F(FootprintTest, Stencil2DLoads144) {
  ArrayId A = M.array("a");
  Polynomial X = globalId("x"), Y = globalId("y");
  GuardUse Inside = M.guard(
      both({notNegative(X - 1), less(X, 10), notNegative(Y - 1), less(Y, 7)}));
  for (auto [DY, DX] : {std::pair(0, 0), {0, -1}, {0, 1}, {-1, 0}, {1, 0}})
    M.read(A, {(Y + DY) * 11 + X + DX}, {}, {Inside});
  EXPECT_EQ(loads(footprint(space({3, 3, 1}, {4, 3, 1}), A)), 144);
}

TEST_F(FootprintTest, MatrixProductLoadsHalf) {
  ArrayId A = M.array("a", {4, 4}), B = M.array("b", {4, 4});
  LoopId K = M.loop("k", 0, 4);
  M.read(A, {globalId("y"), s("k")}, {K});
  M.read(B, {s("k"), globalId("x")}, {K});
  KernelSpace Space = space({2, 2, 1}, {2, 2, 1});
  StagingPoint Strips{{{K, 2, "k0"}}};
  EXPECT_EQ(loads(footprint(Space, A, Strips)) +
                loads(footprint(Space, B, Strips)),
            4 * 16);
}

TEST_F(FootprintTest, VectorsAreLoadedWholeIfRowsAreMultiples) {
  ArrayId A = M.array("a");
  const Polynomial N = s("n");
  LoopId J = M.loop("j", 0, N);
  GuardUse Inside = M.guard(less(globalId("x"), s("m")));
  M.read(A, {globalId("x") * N + s("j")}, {J}, {Inside});
  const StagingPoint Strips{{{J, 32, "j0"}}};
  Footprint F = footprint(space({{}, 1, 1}, {32, 1, 1}), A, Strips);
  for (LoadTest Test : {LoadTest::Exact, LoadTest::Simple}) {
    EXPECT_EQ(llvm::cantFail(treatsAlike(F, Test, 4, {{"n", 4}})), true);
    EXPECT_EQ(llvm::cantFail(treatsAlike(F, Test, 4, {{"n", 2}})), false);
    EXPECT_EQ(llvm::cantFail(treatsAlike(F, Test, 4, {})), false);
    EXPECT_EQ(llvm::cantFail(treatsAlike(F, Test, 2, {{"n", 4}})), true);
  }
}

TEST_F(FootprintTest, AHaloCutsVectors) {
  ArrayId A = M.array("a");
  GuardUse Inside = M.guard(
      both({notNegative(globalId("x") - 1), less(globalId("x"), s("n"))}));
  M.read(A, {globalId("x") - 1}, {}, {Inside});
  M.read(A, {globalId("x")}, {}, {Inside});
  Footprint F = footprint(space({{}, 1, 1}, {32, 1, 1}), A);
  EXPECT_EQ(llvm::cantFail(treatsAlike(F, LoadTest::Exact, 4, {{"n", 4}})),
            false);
}

} // namespace
} // namespace tessera
