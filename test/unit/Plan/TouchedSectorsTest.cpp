//===- TouchedSectorsTest.cpp - What a block touches of aligned rows ------===//
#include "costs/TouchedSectors.h"
#include <gtest/gtest.h>

namespace tessera {
namespace {

class TouchedSectorsTest : public testing::Test {
protected:
  TouchedSectorsTest() {
    Shape.Block = {16, 16, 1};
    K.Arrays.emplace_back().ElementBytes = 4;
    At.Array = {0};
  }
  /// An access to (by * 16 + ty + Y, bx * 16 + tx + X).
  AccessInfo &add(int64_t Y, int64_t X) {
    const AccessId Id{unsigned(K.Accesses.size())};
    At.Coordinates[Id] = {symbol("by") * 16 + symbol("ty") + Y,
                          symbol("bx") * 16 + symbol("tx") + X};
    return K.Accesses.emplace_back();
  }
  static Polynomial symbol(const char *S) { return Polynomial::symbol(S); }
  std::optional<double> sectors() const {
    const std::optional<double> Bytes = touchedBytes(K, Shape, At);
    return Bytes ? std::optional(*Bytes / 32) : std::nullopt;
  }

  KernelModel K;
  LaunchShape Shape;
  ArrayCoordinates At;
};

TEST_F(TouchedSectorsTest, RowsBeginOnSectors) {
  add(0, 0);
  EXPECT_EQ(sectors(), 16 * 2.0);
  K.Arrays[0].ElementBytes = 8;
  EXPECT_EQ(sectors(), 16 * 4.0);
}

TEST_F(TouchedSectorsTest, NeighboursShareThem) {
  add(0, -1);
  EXPECT_EQ(sectors(), 16 * 3.0);
  add(0, 1); // the sectors before and behind, and two that both read
  EXPECT_EQ(sectors(), 16 * 4.0);
  add(-1, 0);
  add(1, 0); // a row above and one below
  EXPECT_EQ(sectors(), 16 * 4.0 + 2 * 2.0);
}

TEST_F(TouchedSectorsTest, StoresAreApart) {
  add(0, 0);
  add(0, 0).K = AccessInfo::Kind::Write;
  EXPECT_EQ(sectors(), 2 * 16 * 2.0);
}

TEST_F(TouchedSectorsTest, OtherPlacesAreApart) {
  add(0, 0);
  add(0, 0);
  At.Coordinates.rbegin()->second[0] += symbol("h");
  EXPECT_EQ(sectors(), 2 * 16 * 2.0);
}

TEST_F(TouchedSectorsTest, UnknownPlaces) {
  add(0, 0);
  const auto Known = At.Coordinates;
  At.Coordinates[{0}][1] = symbol("tx") * symbol("w");
  EXPECT_EQ(sectors(), std::nullopt);
  At.Coordinates = Known;
  At.Unknown.push_back({0});
  EXPECT_EQ(sectors(), std::nullopt);
  At.Unknown.clear();
  LoopInfo &L = K.Loops.emplace_back();
  L.Symbol = "k";
  K.Accesses[0].Loops = {{0}};
  EXPECT_EQ(sectors(), 16 * 2.0);
  At.Coordinates[{0}][1] += symbol("k");
  EXPECT_EQ(sectors(), std::nullopt);
}

} // namespace
} // namespace tessera
