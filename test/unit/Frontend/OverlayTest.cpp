//===- OverlayTest.cpp - Edits of the parsed text -------------------------===//
#include "source/Overlay.h"
#include <gtest/gtest.h>

using namespace tessera;

namespace {

TEST(OverlayTest, NewTextStandsWhereItWasPut) {
  Overlay O;
  O.insert(2, "XY");
  O.replace(4, 6, "Z");
  EXPECT_EQ(O.apply("abcdefgh"), "abXYcdZgh");
  // Parsed:  a b X Y c d Z g h
  for (auto [Parsed, User] : std::vector<std::pair<unsigned, unsigned>>{{0, 0},
                                                                        {1, 1},
                                                                        {2, 2},
                                                                        {3, 2},
                                                                        {4, 2},
                                                                        {5, 3},
                                                                        {6, 4},
                                                                        {7, 6},
                                                                        {8, 7},
                                                                        {9, 8}})
    EXPECT_EQ(O.toUser(Parsed), User) << Parsed;
}

TEST(OverlayTest, OneBehindTheOtherIsBoth) {
  const std::string User = "abcdefgh";
  Overlay First;
  First.insert(1, "1");
  First.insert(5, "5");
  const std::string Parsed = First.apply(User); // a1bcde5fgh
  Overlay Next;
  Next.replace(3, 5, "N"); // cd
  Next.insert(8, "I");     // before g
  EXPECT_EQ(First.followedBy(Next).apply(User), Next.apply(Parsed));
}

TEST(OverlayTest, WhatIsReplacedTakesInsertionsAlong) {
  const std::string User = "abcdefgh";
  Overlay First;
  First.insert(4, "[0]");
  Overlay Next;
  Next.replace(2, 9, "-"); // cd[0]ef
  EXPECT_EQ(First.followedBy(Next).apply(User), "ab-gh");
}

} // namespace
