//===- FrequencyTest.cpp - Accesses per element ---------------------------===//
#include "tessera/Analysis/Frequency.h"
#include "ModelBuilder.h"

namespace tessera {
namespace {

class FrequencyTest : public AnalysisTest {
protected:
  AccessFrequency frequency(const KernelSpace &Space, ArrayId Array,
                            const StagingPoint &Point = {}) {
    llvm::Expected<std::vector<Footprint>> F =
        computeFootprints(Space, coordinatesOf(Space, Array), Point);
    EXPECT_TRUE(bool(F)) << llvm::toString(F.takeError());
    EXPECT_EQ(F->size(), 1u);
    llvm::Expected<AccessFrequency> Result =
        computeFrequency(Space, Point, F->front());
    EXPECT_TRUE(bool(Result)) << llvm::toString(Result.takeError());
    return *Result;
  }

  ReuseKind reuse(const KernelSpace &Space, ArrayId Array,
                  const StagingPoint &Point = {}) {
    ArrayCoordinates Coordinates = coordinatesOf(Space, Array);
    std::vector<AccessId> All;
    for (const auto &Entry : Coordinates.Coordinates)
      All.push_back(Entry.first);
    llvm::Expected<ReuseKind> Result =
        classifyReuse(Space, Coordinates, Point, All);
    EXPECT_TRUE(bool(Result)) << llvm::toString(Result.takeError());
    return *Result;
  }
};

constexpr ReuseKind None{false, false};
constexpr ReuseKind InterThread{true, false};
constexpr ReuseKind Private{false, true};
constexpr ReuseKind Both{true, true};

// The textbook's sizes and load counts.

TEST_F(FrequencyTest, AllPairs) {
  ArrayId X = M.array("x");
  LoopId J = M.loop("j", 0, 4);
  M.read(X, {s("j")}, {J});
  AccessFrequency F = frequency(space(2, 2), X, {{{J, 2, "j0"}}});
  EXPECT_EQ(F.LoadsBefore, (Count{4 * 4, true}));
  EXPECT_EQ(F.LoadsAfter, (Count{4 * 2, true}));
  EXPECT_EQ(F.Accesses, (Count{4, true}));
  EXPECT_EQ(F.Elements, (Count{2, true}));
  EXPECT_EQ(F.ratio(), 2.0);
}

TEST_F(FrequencyTest, Stencil1D) {
  ArrayId A = M.array("a");
  Polynomial I = globalId("x");
  GuardUse Inside = M.guard(both({notNegative(I - 1), less(I, s("N") - 1)}));
  for (int D : {-1, 0, 1})
    M.read(A, {I + D}, {}, {Inside});
  AccessFrequency F = frequency(space(3, 4, {{"N", 11}}), A);
  EXPECT_EQ(F.LoadsBefore, (Count{27, true}));
  EXPECT_EQ(F.LoadsAfter, (Count{15, true}));
  EXPECT_EQ(F.Accesses, (Count{12, true}));
  EXPECT_EQ(F.Elements, (Count{6, true}));
}

TEST_F(FrequencyTest, Stencil2D) {
  ArrayId A = M.array("a");
  Polynomial X = globalId("x"), Y = globalId("y");
  GuardUse Inside = M.guard(both({notNegative(X - 1), less(X, s("NX") - 1),
                                  notNegative(Y - 1), less(Y, s("NY") - 1)}));
  for (auto [DY, DX] : {std::pair(0, 0), {0, -1}, {0, 1}, {-1, 0}, {1, 0}})
    M.read(A, {(Y + DY) * s("NX") + X + DX}, {}, {Inside});
  AccessFrequency F =
      frequency(space({3, 3, 1}, {4, 3, 1}, {{"NX", 11}, {"NY", 8}}), A);
  EXPECT_EQ(F.LoadsBefore, (Count{270, true}));
  EXPECT_EQ(F.LoadsAfter, (Count{144, true}));
  EXPECT_EQ(F.Accesses, (Count{5 * 12, true}));
  EXPECT_EQ(F.Elements, (Count{12 + 2 * (4 + 3), true}));
}

TEST_F(FrequencyTest, MatrixProduct) {
  ArrayId A = M.array("a", {4, 4}), B = M.array("b", {4, 4});
  LoopId K = M.loop("k", 0, 4);
  M.read(A, {globalId("y"), s("k")}, {K});
  M.read(B, {s("k"), globalId("x")}, {K});
  KernelSpace Space = space({2, 2, 1}, {2, 2, 1});
  StagingPoint Strips{{{K, 2, "k0"}}};
  AccessFrequency FA = frequency(Space, A, Strips);
  AccessFrequency FB = frequency(Space, B, Strips);
  // Per thread, of 16: 8 before, 4 after.
  EXPECT_EQ(FA.LoadsBefore->Value + FB.LoadsBefore->Value, 8 * 16);
  EXPECT_EQ(FA.LoadsAfter->Value + FB.LoadsAfter->Value, 4 * 16);
  EXPECT_EQ(FA.ratio(), 2.0);
}

TEST_F(FrequencyTest, LargeGridsAreCountedExactly) {
  ArrayId A = M.array("a", {4096, 4096});
  LoopId K = M.loop("k", 0, 4096);
  M.read(A, {globalId("y"), s("k")}, {K});
  AccessFrequency F =
      frequency(space({256, 256, 1}, {16, 16, 1}), A, {{{K, 16, "k0"}}});
  EXPECT_EQ(F.LoadsBefore, (Count{int64_t(1) << 36, true}));
  EXPECT_EQ(F.LoadsAfter, (Count{int64_t(1) << 32, true}));
  EXPECT_EQ(F.ratio(), 16.0);
}

TEST_F(FrequencyTest, RunTimeSizesAreCountedByBoxes) {
  ArrayId A = M.array("a");
  LoopId J = M.loop("j", 0, s("w"));
  M.read(A, {globalId("x") + s("j")}, {J});
  AccessFrequency F = frequency(space({{}, 1, 1}, {256, 1, 1}), A);
  EXPECT_EQ(F.Accesses, (Count{s("w") * 256, false}));
  EXPECT_EQ(F.Elements, (Count{s("w") + 255, false}));
  EXPECT_FALSE(F.ratio());
}

TEST_F(FrequencyTest, AStripOfARunTimeLoopIsFull) {
  ArrayId A = M.array("a");
  LoopId K = M.loop("k", 0, s("n"));
  M.read(A, {globalId("y") * s("n") + s("k")}, {K});
  AccessFrequency F =
      frequency(space({{}, {}, 1}, {16, 16, 1}), A, {{{K, 16, "k0"}}});
  EXPECT_EQ(F.Accesses, (Count{16 * 16 * 16, true}));
  EXPECT_EQ(F.Elements, (Count{16 * 16, true}));
}

TEST_F(FrequencyTest, ARegisterKeepsWhatAThreadReadsAgain) {
  ArrayId A = M.array("a");
  LoopId K = M.loop("k", 0, 8);
  for (int I = 0; I < 3; ++I)
    M.read(A, {globalId("x")}, {K});
  AccessFrequency F = frequency(space(4, 16), A);
  EXPECT_EQ(F.Accesses, (Count{3 * 8 * 16, true}));
  EXPECT_EQ(F.AfterRegisters, (Count{16, true}));
  EXPECT_EQ(F.ratio(), 24.0);
  EXPECT_EQ(F.sharing(), 1.0);
}

TEST_F(FrequencyTest, ARegisterDoesNotShareAStencil) {
  ArrayId A = M.array("a");
  for (int D : {-1, 0, 1})
    M.read(A, {globalId("x") + D});
  AccessFrequency F = frequency(space(4, 16), A);
  EXPECT_EQ(F.AfterRegisters, (Count{3 * 16, true}));
  EXPECT_EQ(F.Elements, (Count{18, true}));
}

// The formulas of the paper, section 5.2.

TEST_F(FrequencyTest, ThePapersFormula) {
  ArrayId X = M.array("x");
  LoopId I = M.loop("i", s("st"), s("en"));
  AccessId R =
      M.read(X, {s("i") * 3 + s("b") + s("bx") * 7 + s("tx") * 5}, {I});
  std::optional<PaperFrequency> F =
      paperFrequency(space({{}, 1, 1}, {{}, 1, 1}), R);
  ASSERT_TRUE(F);
  EXPECT_EQ(F->Accesses, (s("en") - s("st")) * s("Bx"));
  EXPECT_EQ(F->Range, (s("en") - 1 - s("st")) * 3 + (s("Bx") - 1) * 5);
}

TEST_F(FrequencyTest, ThePapersRangeLacksOne) {
  // b[blockIdx.x + i] of its Fig. 7: N elements, read by each thread.
  ArrayId B = M.array("b");
  LoopId I = M.loop("i", 0, 64);
  AccessId R = M.read(B, {s("bx") + s("i")}, {I});
  std::optional<PaperFrequency> Paper = paperFrequency(space(4, 16), R);
  ASSERT_TRUE(Paper);
  EXPECT_EQ(Paper->Accesses, 64 * 16);
  EXPECT_EQ(Paper->Range, 63);
  AccessFrequency F = frequency(space(4, 16), B);
  EXPECT_EQ(F.Accesses, (Count{64 * 16, true}));
  EXPECT_EQ(F.Elements, (Count{64, true}));
}

TEST_F(FrequencyTest, ThePapersFormulaNeedsOneLoop) {
  ArrayId X = M.array("x");
  EXPECT_FALSE(paperFrequency(space(4, 16), M.read(X, {s("tx")})));
}

// Reuse.

TEST_F(FrequencyTest, ACopyHasNoReuse) {
  ArrayId A = M.array("a");
  M.read(A, {globalId("x")});
  EXPECT_EQ(reuse(space(4, 16), A), None);
}

TEST_F(FrequencyTest, NeighboursShareAStencil) {
  ArrayId A = M.array("a");
  M.read(A, {globalId("x") - 1});
  M.read(A, {globalId("x") + 1});
  EXPECT_EQ(reuse(space(4, 16), A), InterThread);
}

TEST_F(FrequencyTest, TheSameElementThreeTimesIsPrivate) {
  ArrayId A = M.array("a");
  for (int I = 0; I < 3; ++I)
    M.read(A, {globalId("x")});
  EXPECT_EQ(reuse(space(4, 16), A), Private);
}

TEST_F(FrequencyTest, AnInvariantOfALoopIsPrivate) {
  ArrayId A = M.array("a");
  LoopId K = M.loop("k", 0, s("n"));
  M.read(A, {globalId("x")}, {K});
  EXPECT_EQ(reuse(space(4, 16), A), Private);
  // One iteration alone reads each element once.
  EXPECT_EQ(reuse(space(4, 16), A, {{{K, 1, ""}}}), None);
}

TEST_F(FrequencyTest, AllThreadsShareAStream) {
  ArrayId A = M.array("a");
  LoopId J = M.loop("j", 0, s("n"));
  M.read(A, {s("j")}, {J});
  EXPECT_EQ(reuse(space(4, 16), A), InterThread);
}

TEST_F(FrequencyTest, AWindowIsSharedAndASecondReadPrivate) {
  ArrayId A = M.array("a");
  LoopId J = M.loop("j", 0, 9);
  M.read(A, {globalId("x") + s("j")}, {J});
  EXPECT_EQ(reuse(space(4, 16), A), InterThread);
  M.read(A, {globalId("x")});
  EXPECT_EQ(reuse(space(4, 16), A), Both);
}

TEST_F(FrequencyTest, AWideConvolutionIsClassifiedInTime) {
  ArrayId A = M.array("a");
  for (int DY = -5; DY <= 5; ++DY)
    for (int DX = -5; DX <= 5; ++DX)
      M.read(A, {(globalId("y") + DY) * s("n") + globalId("x") + DX});
  KernelSpace Space = space({{}, {}, 1}, {16, 16, 1});
  EXPECT_EQ(reuse(Space, A), InterThread);
  EXPECT_EQ(frequency(Space, A).Elements, (Count{26 * 26, true}));
}

TEST_F(FrequencyTest, AParameterTellsHowFarApartAccessesAre) {
  // For n = 0 one thread, for n = 1 another one.
  ArrayId A = M.array("a"), B = M.array("b");
  for (int I = 0; I < 3; ++I) {
    M.read(A, {globalId("x") + s("n") * I});
    M.read(B, {globalId("x") + s("n") * 16 * I});
  }
  EXPECT_EQ(reuse(space(4, 16), A), Both);
  EXPECT_EQ(reuse(space(4, 16), B), Private);
}

TEST_F(FrequencyTest, ManyPlanesAreClassifiedInTime) {
  ArrayId A = M.array("a");
  for (int I = 0; I < 200; ++I)
    M.read(A, {s("Gx") * s("Bx") * I + globalId("x")});
  EXPECT_EQ(reuse(space({{}, 1, 1}, {16, 1, 1}), A), None);
}

} // namespace
} // namespace tessera
