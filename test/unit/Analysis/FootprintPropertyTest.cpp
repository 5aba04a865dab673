//===- FootprintPropertyTest.cpp - Footprints against a count -------------===//
// Footprints of random kernels, compared with running them.
#include "ModelBuilder.h"
#include "tessera/Analysis/Footprint.h"
#include <random>

namespace tessera {
namespace {

constexpr int GridX = 2, GridY = 2, BlockX = 3, BlockY = 2;

class FootprintPropertyTest : public AnalysisTest {
protected:
  int random(int From, int To) {
    return std::uniform_int_distribution<int>(From, To)(Random);
  }

  Polynomial randomIndex() {
    Polynomial P = random(-2, 2);
    for (const char *Symbol : {"bx", "by", "tx", "ty", "k"})
      P += s(Symbol) * random(-1, 2);
    return P;
  }

  static int64_t evaluate(const Polynomial &P,
                          const std::map<std::string, int64_t> &Point) {
    return P
        .substitute([&](llvm::StringRef Symbol) {
          return std::optional(Polynomial(Point.at(Symbol.str())));
        })
        .constantTerm();
  }

  /// Calls \p Visit for each instance inside the guard.
  template <typename F>
  static void run(const Polynomial &Guard, int Trip, int Step, int Strip,
                  F Visit) {
    for (int BX = 0; BX < GridX; ++BX)
      for (int BY = 0; BY < GridY; ++BY)
        for (int TX = 0; TX < BlockX; ++TX)
          for (int TY = 0; TY < BlockY; ++TY)
            for (int K = 0; K < Trip; K += Step) {
              int Begin = K / (Step * Strip) * (Step * Strip);
              std::map<std::string, int64_t> Point = {
                  {"bx", BX}, {"by", BY}, {"tx", TX},
                  {"ty", TY}, {"k", K},   {"k0", Begin}};
              if (evaluate(Guard, Point) >= 0)
                Visit(Point);
            }
  }

  /// `{ Step[..] -> A[..] }` with the one pair that \p Point touches.
  isl::map pairAt(const std::map<std::string, int64_t> &Point,
                  const std::vector<Polynomial> &Coordinates, bool HasStrip) {
    std::string Text = "{ [" + std::to_string(Point.at("bx")) + "," +
                       std::to_string(Point.at("by")) + ",0";
    if (HasStrip)
      Text += "," + std::to_string(Point.at("k0"));
    Text += "] -> [";
    for (const Polynomial &C : Coordinates)
      Text += (&C == &Coordinates.front() ? "" : ",") +
              std::to_string(evaluate(C, Point));
    return map((Text + "] }").c_str());
  }

  std::mt19937 Random{7};
};

/// One context may only do so much: each seed has its own.
class FootprintProperty : public FootprintPropertyTest,
                          public testing::WithParamInterface<unsigned> {};

INSTANTIATE_TEST_SUITE_P(Seeds, FootprintProperty, testing::Values(7, 8, 9));

TEST_P(FootprintProperty, IsWhatTheThreadsTouch) {
  Random.seed(GetParam());
  int Compared = 0;
  for (int Round = 0; Round < 5; ++Round) {
    M = ModelBuilder();
    int Trip = random(1, 6), Step = random(1, 2), Strip = random(2, 3);
    bool HasStrip = random(0, 1);
    ArrayId A = M.array("a", {64, 64});
    LoopId K = M.loop("k", 0, Trip, Step);
    Polynomial Guard = randomIndex() + 2;
    GuardUse Use = M.guard(notNegative(Guard));
    Polynomial Row = randomIndex(), Column = randomIndex();
    std::vector<AccessId> Ids;
    for (int I = 0; I < 3; ++I)
      Ids.push_back(
          M.read(A, {Row + random(-1, 1), Column + random(-1, 1)}, {K}, {Use}));
    KernelSpace Space = space({GridX, GridY, 1}, {BlockX, BlockY, 1});
    ArrayCoordinates Coordinates = coordinatesOf(Space, A);
    StagingPoint Point;
    if (HasStrip)
      Point.Loops = {{K, Strip, "k0"}};
    llvm::Expected<Footprint> F =
        computeFootprint(Space, Coordinates, Ids, Point);
    if (!F) {
      // Some triangle: there is no box, and nothing to compare.
      EXPECT_TRUE(F.errorIsA<Reject>());
      llvm::consumeError(F.takeError());
      continue;
    }
    ++Compared;
    isl::map Expected = isl::map::empty(F->Touched.space());
    for (AccessId Id : Ids)
      run(Guard, Trip, Step, HasStrip ? Strip : Trip, [&](const auto &At) {
        Expected = Expected.unite(
            pairAt(At, Coordinates.Coordinates.at(Id), HasStrip));
        for (auto [Index, Dim] :
             llvm::zip_equal(F->TileIndex.at(Id), F->Enclosing.Dims)) {
          EXPECT_GE(evaluate(Index, At), 0);
          EXPECT_LT(evaluate(Index, At), *Dim.Extent.constant());
        }
      });
    EXPECT_TRUE(F->Touched.is_equal(Expected)) << Round;
    // The regions have all cells that are touched, and their elements are.
    isl::set Cells = shapeOf(*F).Set;
    EXPECT_TRUE(projectOut(loadsOf(*F), F->Steps).Set.is_subset(Cells))
        << Round;
    for (const LoadRegion &R : regionsOf(*F))
      EXPECT_TRUE(R.Elements.is_subset(Expected.range())) << Round;
  }
  EXPECT_GE(Compared, 3);
}

} // namespace
} // namespace tessera
