//===- DifferenceTest.cpp - What changed between two texts ----------------===//
#include "tessera/Driver/Difference.h"
#include "gmock/gmock.h"
#include <random>

using namespace tessera;

namespace {

std::string hunks(llvm::StringRef Before, llvm::StringRef After) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printHunks(OS, difference(Before, After));
  return Text;
}

size_t changedLines(const std::vector<Hunk> &Hunks) {
  size_t Count = 0;
  for (const Hunk &H : Hunks)
    for (const DiffLine &L : H.Lines)
      Count += L.Mark != ' ';
  return Count;
}

TEST(DifferenceTest, EqualTextsHaveNone) {
  EXPECT_TRUE(difference("", "").empty());
  EXPECT_TRUE(difference("a\nb", "a\nb").empty());
  EXPECT_EQ(unifiedDiff("x.cu", "a\n", "a\n"), "");
}

TEST(DifferenceTest, ThreeLinesAreKeptAround) {
  EXPECT_EQ(hunks("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nX\n6\n7\n8\n9\n"),
            "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+X\n 6\n 7\n 8\n");
}

TEST(DifferenceTest, AMissingLineBreakIsNamed) {
  EXPECT_EQ(hunks("a\nb", "a\nb\n"),
            "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n");
  EXPECT_EQ(hunks("a", "a\nb"), "@@ -1,1 +1,2 @@\n-a\n"
                                "\\ No newline at end of file\n+a\n+b\n"
                                "\\ No newline at end of file\n");
}

TEST(DifferenceTest, EmptyRangesAreNamedByTheLineBefore) {
  EXPECT_EQ(hunks("", "a\n"), "@@ -0,0 +1,1 @@\n+a\n");
  EXPECT_EQ(hunks("a\n", ""), "@@ -1,1 +0,0 @@\n-a\n");
  std::vector<Hunk> Added = difference("a\nb\n", "a\nX\nb\n", /*Around=*/0);
  ASSERT_EQ(Added.size(), 1u);
  EXPECT_EQ(Added.front().heading(), "@@ -1,0 +2,1 @@");
}

TEST(DifferenceTest, NamesAreForPatch) {
  EXPECT_THAT(unifiedDiff("/tmp/x.cu", "a\n", ""),
              testing::StartsWith("--- a/tmp/x.cu\n+++ b/tmp/x.cu\n@@"));
  EXPECT_THAT(unifiedDiff("a b.cu", "a\n", ""),
              testing::StartsWith("--- a/a b.cu\t\n+++ b/a b.cu\t\n@@"));
}

TEST(DifferenceTest, TextsWithTooLittleInCommonAreOneChange) {
  std::string Before, After;
  for (int I = 0; I < 10'500; ++I) {
    Before += "before " + std::to_string(I) + "\n";
    After += "after " + std::to_string(I) + "\n";
    if (I == 5'000) {
      Before += "common\n";
      After += "common\n";
    }
  }
  std::vector<Hunk> One = difference(Before, After);
  EXPECT_EQ(changedLines(One), 2u * 10'501); // the common line, too
  EXPECT_EQ(applyHunks(Before, One).Text, After);
}

/// The length of a longest common subsequence, by the table.
size_t commonLines(const std::vector<int> &A, const std::vector<int> &B) {
  std::vector<std::vector<size_t>> Length(A.size() + 1,
                                          std::vector<size_t>(B.size() + 1));
  for (size_t I = A.size(); I-- > 0;)
    for (size_t J = B.size(); J-- > 0;)
      Length[I][J] = A[I] == B[J]
                         ? Length[I + 1][J + 1] + 1
                         : std::max(Length[I + 1][J], Length[I][J + 1]);
  return Length[0][0];
}

TEST(DifferenceTest, RandomTexts) {
  std::mt19937 Random(7);
  for (int Round = 0; Round < 3000; ++Round) {
    const int Letters = 1 + Random() % 6;
    std::vector<int> A(Random() % 14), B(Random() % 14);
    std::string Before, After;
    for (auto [Numbers, Text] : {std::pair(&A, &Before), {&B, &After}})
      for (int &Number : *Numbers) {
        Number = Random() % Letters;
        *Text += std::string(1, 'a' + Number) + "\n";
      }
    for (size_t Around : {0, 1, 3}) {
      std::vector<Hunk> Hunks = difference(Before, After, Around);
      Patched P = applyHunks(Before, Hunks);
      ASSERT_FALSE(P.FailedAt) << Before << "to\n" << After;
      ASSERT_EQ(P.Text, After);
      // It is the shortest one.
      ASSERT_EQ(changedLines(Hunks),
                A.size() + B.size() - 2 * commonLines(A, B));
    }
    std::string Replaced;
    unsigned From = 0;
    for (const Replacement &R : replacements(Before, After)) {
      ASSERT_LE(From, R.Where.Begin);
      Replaced += Before.substr(From, R.Where.Begin - From) + R.Text;
      From = R.Where.End;
    }
    ASSERT_EQ(Replaced + Before.substr(From), After);
  }
}

TEST(DifferenceTest, HunksFindTheirLinesInAnEditedText) {
  std::vector<Hunk> Hunks =
      difference("1\n2\n3\n4\n5\n6\n7\n8\n", "1\n2\n3\nX\n5\n6\n7\n8\n");
  Patched P = applyHunks("new\n1\n2\n3\n4\n5\n6\n7\n8\nmore\n", Hunks);
  ASSERT_FALSE(P.FailedAt);
  EXPECT_EQ(P.Text, "new\n1\n2\n3\nX\n5\n6\n7\n8\nmore\n");
}

TEST(DifferenceTest, LinesAroundAChangeMayBeEdited) {
  std::vector<Hunk> Hunks = difference("1\n2\n3\n4\n5\n", "1\n2\nX\n4\n5\n");
  EXPECT_EQ(applyHunks("1\nnew\n3\nnew\n5\n", Hunks).Text,
            "1\nnew\nX\nnew\n5\n");
  // Which of these is the line of the change?
  EXPECT_TRUE(applyHunks("3\nnew\n3\nnew\n", Hunks).FailedAt);
  // Without a line that goes, nothing tells where one is to be added.
  EXPECT_TRUE(applyHunks("new\n", difference("1\n2\n", "1\nX\n2\n")).FailedAt);
}

TEST(DifferenceTest, AHunkWhoseLinesAreGoneFailsAtTheFirstOther) {
  std::vector<Hunk> Hunks = difference("1\n2\n3\n4\n5\n", "1\n2\n3\nX\n5\n");
  EXPECT_EQ(applyHunks("1\n2\n3\nedited\n5\n", Hunks).FailedAt, 3u);
  EXPECT_EQ(applyHunks("0\n0\n1\n2\n3\nedited\n5\n", Hunks).FailedAt, 5u);
  EXPECT_EQ(applyHunks("", Hunks).FailedAt, 0u);
}

TEST(DifferenceTest, LinesHaveOffsets) {
  EXPECT_EQ(lineOffset("a\nbc\nd", 0), 0u);
  EXPECT_EQ(lineOffset("a\nbc\nd", 2), 5u);
  EXPECT_EQ(lineOffset("a\nbc\nd", 3), 6u);
  EXPECT_EQ(lineOffset("", 3), 0u);
}

} // namespace
