//===- HostOverwritesTest.cpp - All elements, or not all ------------------===//
#include "tessera/Analysis/HostOverwrites.h"
#include "tessera/Polyhedral/Guarded.h"
#include <gtest/gtest.h>

namespace tessera {
namespace {

Polynomial sym(const char *Name) { return Polynomial::symbol(Name); }

/// One float at element \p Where, in each round of \p Loops.
CertainWrite write(std::vector<HostRounds> Loops, const Polynomial &Where) {
  return {{0}, std::move(Loops), Where * Polynomial(4), 4};
}

bool all(std::vector<CertainWrite> Writes, const Polynomial &Count) {
  IslContext Context;
  return overwrites(Context, Writes, 4, HostValue{Count * Polynomial(4)});
}

TEST(HostOverwrites, ALoopOverAllElements) {
  EXPECT_TRUE(all({write({{"i", 0, 9, 1}}, sym("i"))}, 10));
  EXPECT_TRUE(all({write({{"i", 9, 0, -1}}, sym("i"))}, 10));
  EXPECT_TRUE(all({write({{"i", 0, sym("n") - 1, 1}}, sym("i"))}, sym("n")));
  EXPECT_FALSE(all({write({{"i", 1, 9, 1}}, sym("i"))}, 10));
  EXPECT_FALSE(all({write({{"i", 0, 8, 1}}, sym("i"))}, 10));
  EXPECT_FALSE(all({write({{"i", 0, sym("m") - 1, 1}}, sym("i"))}, sym("n")));
}

TEST(HostOverwrites, StepsNeedEachOther) {
  CertainWrite Even = write({{"i", 0, 9, 2}}, sym("i")),
               Odd = write({{"j", 0, 8, 2}}, sym("j") + 1);
  EXPECT_FALSE(all({Even}, 10));
  EXPECT_FALSE(all({Odd}, 10));
  EXPECT_TRUE(all({Even, Odd}, 10));
}

TEST(HostOverwrites, ATriangleAndTheRest) {
  Polynomial Where = sym("i") * Polynomial(8) + sym("j");
  CertainWrite Lower = write({{"i", 0, 7, 1}, {"j", 0, sym("i"), 1}}, Where),
               Upper =
                   write({{"i", 0, 7, 1}, {"j", sym("i") + 1, 7, 1}}, Where);
  EXPECT_FALSE(all({Lower}, 64));
  EXPECT_TRUE(all({Lower, Upper}, 64));
}

TEST(HostOverwrites, RowsOfARunTimeLength) {
  Polynomial N = sym("n"), M = sym("m");
  HostRounds Row = {"i", 0, N - 1, 1}, Column = {"j", 0, M - 1, 1};
  Polynomial Where = sym("i") * M + sym("j");
  EXPECT_TRUE(all({write({Row, Column}, Where)}, N * M));
  EXPECT_TRUE(all({write({Column, Row}, Where)}, N * M));
  Column.Last = M - 2;
  EXPECT_FALSE(all({write({Row, Column}, Where)}, N * M));
  CertainWrite Whole = {
      {0}, {Row}, sym("i") * M * Polynomial(4), M * Polynomial(4)};
  EXPECT_TRUE(all({Whole}, N * M));
  Whole.Loops.front().First = 1;
  EXPECT_FALSE(all({Whole}, N * M));
}

TEST(HostOverwrites, NothingAndPartsOfElements) {
  EXPECT_FALSE(all({}, 1));
  CertainWrite Bytes = {{0}, {}, 0, 39};
  EXPECT_FALSE(all({Bytes}, 10));
  Bytes.Length = 40;
  EXPECT_TRUE(all({Bytes}, 10));
  Bytes.Begin = 1;
  EXPECT_FALSE(all({Bytes}, 10));
}

} // namespace
} // namespace tessera
