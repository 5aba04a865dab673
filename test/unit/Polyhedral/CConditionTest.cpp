//===- CConditionTest.cpp - Sets as C conditions --------------------------===//
#include "tessera/Polyhedral/CCondition.h"
#include "PolyhedralTest.h"

namespace tessera {
namespace {

class CConditionTest : public PolyhedralTest {
protected:
  std::string text(const char *Set, const char *Known, DimNames Dims) {
    llvm::Expected<CCondition> C = toCCondition(
        {set(Set), Dims}, {set(Known), Dims}, [](llvm::StringRef Name) {
          return Name == "b" ? "blockIdx.x" : Name.str();
        });
    if (!C)
      return "gave up: " + llvm::toString(C.takeError());
    switch (C->K) {
    case CCondition::Kind::Always:
      return "always";
    case CCondition::Kind::Never:
      return "never";
    case CCondition::Kind::Test:
      return C->Text;
    }
    return "";
  }
};

TEST_F(CConditionTest, KnownConstraintsAreNotTested) {
  EXPECT_EQ(text("[n] -> { [b, x] : 0 <= 16b + x < n }",
                 "{ [b, x] : b >= 0 and 0 <= x < 16 }", {"b", "x"}),
            "16 * blockIdx.x + x < n");
}

TEST_F(CConditionTest, BothSidesArePositive) {
  EXPECT_EQ(text("[n] -> { [b, x] : 1 <= 4b + x < n - 1 }",
                 "{ [b, x] : b >= 0 and 0 <= x < 4 }", {"b", "x"}),
            "4 * blockIdx.x + x >= 1 && 4 * blockIdx.x + x + 1 < n");
}

TEST_F(CConditionTest, ACrossHasNoCorners) {
  EXPECT_EQ(text("{ [y, x] : 1 <= y <= 3; [y, x] : 1 <= x <= 4 }",
                 "{ [y, x] : 0 <= y <= 4 and 0 <= x <= 5 }", {"y", "x"}),
            "(x >= 1 && x < 5) || (y >= 1 && y < 4)");
}

TEST_F(CConditionTest, AlternativesAreNotNested) {
  EXPECT_EQ(text("{ [x, y] : x = 1 or y = 3 or x = 5 }",
                 "{ [x, y] : 0 <= x <= 9 and 0 <= y <= 9 }", {"x", "y"}),
            "x == 5 || y == 3 || x == 1");
}

TEST_F(CConditionTest, AProductOfParametersIsMultiplied) {
  DimNames Dims = {"x"};
  llvm::Expected<CCondition> C = toCCondition(
      {nonNegative(Context, s("n") * s("m") * 2 - s("x"), Dims), Dims},
      NamedSet::universe(Context, Dims),
      [](llvm::StringRef Name) { return Name.str(); });
  ASSERT_TRUE(bool(C));
  EXPECT_EQ(C->Text, "x <= 2 * (m * n)");
}

TEST_F(CConditionTest, ARemainderIsOnlyComparedWithZero) {
  EXPECT_EQ(text("{ [x] : x mod 2 = 0 }", "{ [x] }", {"x"}), "x % 2 == 0");
}

TEST_F(CConditionTest, AlwaysAndNeverAreNotTests) {
  EXPECT_EQ(text("{ [x] : x >= 0 }", "{ [x] : x >= 4 }", {"x"}), "always");
  EXPECT_EQ(text("{ [x] : x < 0 }", "{ [x] : x >= 4 }", {"x"}), "never");
}

TEST_F(CConditionTest, GivesUpOnAFloor) {
  EXPECT_EQ(text("{ [x, y] : y = floor(x/3) + floor(x/5) }", "{ [x, y] }",
                 {"x", "y"}),
            "gave up: a condition needs a floor division");
}

} // namespace
} // namespace tessera
