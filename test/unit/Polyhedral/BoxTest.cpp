//===- BoxTest.cpp - Boxes around maps ------------------------------------===//
#include "tessera/Polyhedral/Box.h"
#include "PolyhedralTest.h"

namespace tessera {
namespace {

using BoxTest = PolyhedralTest;

TEST_F(BoxTest, BoxOfABlockStartsAtTheBlock) {
  std::optional<Box> B =
      enclosingBox(map("{ [b] -> [i] : 16b <= i < 16b + 16 }"), {"b"});
  ASSERT_TRUE(B);
  EXPECT_EQ(*B, (Box{{{s("b") * 16, 16, 1}}}));
}

TEST_F(BoxTest, BoxOfAStencilIncludesItsHalo) {
  std::optional<Box> B =
      enclosingBox(map("{ [b] -> [i] : 16b - 1 <= i <= 16b + 16 }"), {"b"});
  ASSERT_TRUE(B);
  EXPECT_EQ(*B, (Box{{{s("b") * 16 - 1, 18, 1}}}));
}

TEST_F(BoxTest, BoxOfACrossIsTheRectangleAroundIt) {
  std::optional<Box> B = enclosingBox(
      map("{ [x, y] -> [j, i] : 3y <= j <= 3y + 2 and 4x - 1 <= i <= 4x + 4;"
          "  [x, y] -> [j, i] : 3y - 1 <= j <= 3y + 3 and "
          "                     4x <= i <= 4x + 3 }"),
      {"bx", "by"});
  ASSERT_TRUE(B);
  EXPECT_EQ(*B, (Box{{{s("by") * 3 - 1, 5, 1}, {s("bx") * 4 - 1, 6, 1}}}));
}

TEST_F(BoxTest, ABoundThatDoesNotMoveIsNotPreferred) {
  std::optional<Box> B = enclosingBox(
      map("[n] -> { [b] -> [i] : 16b <= i < 16b + 16 and 0 <= i < n }"), {"b"});
  ASSERT_TRUE(B);
  EXPECT_EQ(*B, (Box{{{s("b") * 16, 16, 1}}}));
}

TEST_F(BoxTest, ExtentMayBeAParameter) {
  std::optional<Box> B = enclosingBox(
      map("[N] -> { [b] -> [i] : 256b <= i < 256b + 255 + N and i < 4096N }"),
      {"b"});
  ASSERT_TRUE(B);
  EXPECT_EQ(*B, (Box{{{s("b") * 256, s("N") + 255, 1}}}));
  EXPECT_FALSE(B->isConstant());
  EXPECT_EQ(B->cells(), s("N") + 255);
}

TEST_F(BoxTest, BlockOriginIsPartOfTheStep) {
  std::optional<Box> B = enclosingBox(
      map("[Ox, Bx] -> { [] -> [i] : 0 <= Ox - 1 <= i <= Ox + Bx }"), {});
  ASSERT_TRUE(B);
  EXPECT_EQ(*B, (Box{{{s("Ox") - 1, s("Bx") + 2, 1}}}));
}

TEST_F(BoxTest, ASumOfSizesIsNotHalfABox) {
  EXPECT_FALSE(enclosingBox(map("{ [b] -> [i] : 0 <= i <= b }"), {"b"}));
}

TEST_F(BoxTest, EveryOtherElementIsHalfABox) {
  isl::map M = map("{ [b] -> [i] : 32b < i < 32b + 32 and i mod 2 = 1 }");
  std::optional<Box> B = enclosingBox(M, {"b"});
  ASSERT_TRUE(B);
  EXPECT_EQ(B->Dims[0].Stride, 2);
  EXPECT_EQ(B->Dims[0].Extent, 16);
  EXPECT_EQ(B->Dims[0].Origin, s("b") * 32 + 1);
  EXPECT_EQ(enclosingBox(M, {"b"}, false)->Dims[0].Extent, 31);
}

TEST_F(BoxTest, NothingNeedsNoCells) {
  std::optional<Box> B =
      enclosingBox(map("{ [b] -> [i, j] : i > j > i }"), {"b"});
  ASSERT_TRUE(B);
  EXPECT_EQ(B->cells(), 0);
}

TEST_F(BoxTest, NoBoxAroundAHalfLine) {
  EXPECT_FALSE(enclosingBox(map("{ [b] -> [i] : 16b <= i }"), {"b"}));
}

TEST_F(BoxTest, TwoBoxesAtAConstantDistanceHaveOne) {
  Box A{{{s("b") * 16, s("n"), 1}}}, B{{{s("b") * 16 + 3, s("n"), 1}}};
  EXPECT_EQ(enclosingBox(A, B), (Box{{{s("b") * 16, s("n") + 3, 1}}}));
  EXPECT_EQ(enclosingBox(B, A), enclosingBox(A, B));
  EXPECT_FALSE(enclosingBox(A, Box{{{s("k"), s("n"), 1}}}));
}

TEST_F(BoxTest, StridesOfTwoBoxesAreCommon) {
  Box A{{{s("b") * 16, 4, 4}}};
  EXPECT_EQ(enclosingBox(A, Box{{{s("b") * 16 + 2, 4, 4}}}),
            (Box{{{s("b") * 16, 8, 2}}}));
  EXPECT_EQ(enclosingBox(A, Box{{{s("b") * 16 - 8, 1, 1}}}),
            (Box{{{s("b") * 16 - 8, 6, 4}}}));
}

TEST_F(BoxTest, AnEmptyBoxAddsNothing) {
  Box A{{{s("b") * 16, 4, 4}}}, Empty{{{0, 0, 1}}};
  EXPECT_EQ(enclosingBox(A, Empty), A);
  EXPECT_EQ(enclosingBox(Empty, A), A);
}

TEST_F(BoxTest, AStepThatCountsByManyIsABound) {
  // Sixteen even elements from a multiple of 32.
  isl::map M = map("{ [b, k] -> [i] : k mod 32 = 0 and 0 <= k and i mod 2 = 0 "
                   "and k <= i <= k + 31 and i < 1000 }");
  std::optional<Box> B = enclosingBox(M, {"b", "k"});
  ASSERT_TRUE(B);
  EXPECT_EQ(*B, (Box{{{s("k"), 16, 2}}}));
  B = enclosingBox(M, {"b", "k"}, /*Strided=*/false);
  ASSERT_TRUE(B);
  EXPECT_EQ(B->Dims[0].Stride, 1);
  EXPECT_EQ(B->Dims[0].Origin, s("k"));
}

TEST_F(BoxTest, AStepMayBeginAtAParameter) {
  std::optional<Box> B = enclosingBox(
      map("[m, n] -> { [k] -> [i] : (k - m) mod 48 = 0 and m <= k and "
          "exists j : i = 2 * j + 5 and (j - m) mod 3 = 0 and "
          "k <= j <= k + 47 and j < n }"),
      {"k"});
  ASSERT_TRUE(B);
  EXPECT_EQ(*B, (Box{{{s("k") * 2 + 5, 16, 6}}}));
}

} // namespace
} // namespace tessera
