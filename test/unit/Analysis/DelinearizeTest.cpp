//===- DelinearizeTest.cpp - Coordinates of flat subscripts ---------------===//
#include "tessera/Analysis/Delinearize.h"
#include "ModelBuilder.h"
#include "llvm/Support/FormatVariadic.h"
#include <random>

namespace tessera {
namespace {

/// A block of 16 x 16 threads, a loop of 8 and one of unknown length.
IndexSymbols symbols() {
  IndexSymbols S;
  S.Spans = {{"tx", 15}, {"ty", 15},          {"tz", 0},
             {"k", 7},   {"j", std::nullopt}, {"r", 1023}};
  return S;
}

/// `strides (n, 1): (y, x) (y - 1, x)`; checks exactness on the way.
std::string split(const std::vector<Polynomial> &Subscripts,
                  const IndexSymbols &Symbols = symbols()) {
  std::optional<Delinearization> D = delinearize(Subscripts, Symbols);
  if (!D)
    return "not affine";
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  auto list = [&](const std::vector<Polynomial> &Ps) {
    OS << "(";
    llvm::interleaveComma(Ps, OS);
    OS << ")";
  };
  list(D->Strides);
  for (unsigned I = 0; I < Subscripts.size(); ++I) {
    OS << " ";
    list(D->Coordinates[I]);
    EXPECT_EQ(linearAddress(D->Coordinates[I], D->Strides), Subscripts[I]);
  }
  return Text;
}

const Polynomial X = s("bx") * 16 + s("tx");
const Polynomial Y = s("by") * 16 + s("ty");

TEST(DelinearizeTest, ARunTimeRowIsAStride) {
  EXPECT_EQ(split({Y * s("n") + X}), "(n, 1) (by * 16 + ty, bx * 16 + tx)");
}

TEST(DelinearizeTest, NeighboursAreConstants) {
  EXPECT_EQ(split({(s("ty") - 1) * s("n") + s("tx") - 1,
                   s("ty") * s("n") + s("tx") + 1}),
            "(n, 1) (ty - 1, tx - 1) (ty, tx + 1)");
}

TEST(DelinearizeTest, ThreeDimensionsHaveThreeStrides) {
  EXPECT_EQ(split({s("k") * s("nx") * s("ny") + s("ty") * s("nx") + s("tx"),
                   s("nx") * s("ny") * -1 + s("tx")}),
            "(nx * ny, nx, 1) (k, ty, tx) (-1, 0, tx)");
}

TEST(DelinearizeTest, AConstantRowIsAStride) {
  EXPECT_EQ(split({s("bx") * 256 + X + s("k") * 2048}),
            "(2048, 1) (k, bx * 272 + tx)");
  EXPECT_EQ(split({s("tx") * 1024 + s("k")}), "(1024, 1) (tx, k)");
  EXPECT_EQ(split({s("tx") * 1024 + s("r")}), "(1024, 1) (tx, r)");
}

TEST(DelinearizeTest, BlocksSideBySideAreOneRow) {
  EXPECT_EQ(split({s("bx") * 16 + s("tx")}), "(1) (bx * 16 + tx)");
  EXPECT_EQ(split({s("bx") * 256 + s("ty") * 16 + s("tx")}),
            "(1) (bx * 256 + tx + ty * 16)");
}

TEST(DelinearizeTest, AWindowIsOneRow) {
  EXPECT_EQ(split({s("tx") + s("k")}), "(1) (k + tx)");
  EXPECT_EQ(split({s("tx") * 4 + s("k")}), "(1) (k + tx * 4)");
  EXPECT_EQ(split({s("tx") + s("j")}), "(1) (j + tx)");
}

TEST(DelinearizeTest, ARowOfUnknownLengthIsWiderThanAWarp) {
  EXPECT_EQ(split({s("tx") * 1024 + s("j")}), "(1024, 1) (tx, j)");
  EXPECT_EQ(split({s("tx") * 2 + s("j")}), "(1) (j + tx * 2)");
}

TEST(DelinearizeTest, ConstantsGoToTheNearestRow) {
  EXPECT_EQ(
      split({s("k") * 2048 + s("tx") - 2049, s("k") * 2048 + s("tx") + 2047}),
      "(2048, 1) (k - 1, tx - 1) (k + 1, tx - 1)");
}

TEST(DelinearizeTest, AllAccessesShareTheStrides) {
  EXPECT_EQ(split({s("tx") * 1024 + s("k"), s("tx"), s("bx") * 2048}),
            "(1024, 1) (tx, k) (0, tx) (bx * 2, 0)");
}

TEST(DelinearizeTest, AnOffsetIsNoStride) {
  EXPECT_EQ(split({s("n") - 1 - s("tx")}), "(1) (n - tx - 1)");
}

TEST(DelinearizeTest, AProductOfIndicesIsRefused) {
  EXPECT_EQ(split({s("tx") * s("k")}), "not affine");
}

TEST(DelinearizeTest, IsExactForAnySubscript) {
  std::mt19937 Random(1);
  std::vector<Polynomial> Factors = {1,      s("n"),        s("n") * s("m"),
                                     s("m"), Polynomial(7), Polynomial(640)};
  std::vector<Polynomial> Indices = {1,       s("tx"), s("ty"), s("bx"),
                                     s("Ox"), s("k"),  s("j"),  s("r")};
  for (unsigned Round = 0; Round < 200; ++Round) {
    std::vector<Polynomial> Subscripts(3);
    for (Polynomial &P : Subscripts)
      for (unsigned Term = 0; Term < 4; ++Term)
        P += Factors[Random() % Factors.size()] *
             Indices[Random() % Indices.size()] *
             (static_cast<int>(Random() % 2100) - 1050);
    split(Subscripts); // compares inside
  }
}

using CoordinatesTest = AnalysisTest;

TEST_F(CoordinatesTest, BracketsAreTheCoordinates) {
  ArrayId A = M.array("a", {0, 8, 4});
  AccessId R = M.read(A, {s("bx"), s("ty"), s("tx") - 1});
  ArrayCoordinates C = coordinatesOf(space(1, 4), A);
  EXPECT_EQ(C.Strides, (std::vector<Polynomial>{32, 4, 1}));
  EXPECT_EQ(C.Coordinates.at(R), (std::vector<Polynomial>{0, 0, s("tx") - 1}));
}

TEST_F(CoordinatesTest, AFlatArrayIsSplitForTheLaunchAtHand) {
  ArrayId A = M.array("a");
  LoopId K = M.loop("k", 0, s("N"));
  AccessId R = M.read(A, {globalId("x") * s("N") + s("k")}, {K});
  ArrayCoordinates C = coordinatesOf(space(4, 128, {{"N", 512}}), A);
  EXPECT_EQ(C.Strides, (std::vector<Polynomial>{512, 1}));
  EXPECT_EQ(C.Coordinates.at(R),
            (std::vector<Polynomial>{s("bx") * 128 + s("tx"), s("k")}));
  C = coordinatesOf(space({{}, 1, 1}, {{}, 1, 1}), A);
  EXPECT_EQ(C.Strides, (std::vector<Polynomial>{s("N"), 1}));
  EXPECT_EQ(C.Coordinates.at(R),
            (std::vector<Polynomial>{s("Ox") + s("tx"), s("k")}));
}

TEST_F(CoordinatesTest, WhatIsNotAffineIsUnknown) {
  ArrayId A = M.array("a");
  LoopId K = M.loop("k", 0, 8);
  AccessId Data = M.read(A, {});
  AccessId Product = M.read(A, {s("k") * s("tx")}, {K});
  AccessId After = M.read(A, {s("k")});
  AccessId Fine = M.read(A, {s("k")}, {K});
  ArrayCoordinates C = coordinatesOf(space(1, 4), A);
  EXPECT_THAT(C.Unknown, testing::ElementsAre(Data, Product, After));
  EXPECT_EQ(C.Coordinates.size(), 1u);
  EXPECT_TRUE(C.Coordinates.count(Fine));
}

TEST(DistinctWithinTest, RowsMustBeAsLongAsTheTile) {
  EXPECT_EQ(distinctWithin({4, 18}, {s("n"), 1}),
            (std::vector<Polynomial>{s("n") - 18}));
}

} // namespace
} // namespace tessera
