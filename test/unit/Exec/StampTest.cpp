//===- StampTest.cpp - When two accesses are a race -----------------------===//
#include "Stamp.h"
#include "gtest/gtest.h"

using namespace tessera_rt;

namespace {

/// Thread \p Thread of block \p Block after \p Barriers barriers.
Moment at(uint64_t Block, uint64_t Thread, uint64_t Barriers = 0) {
  return {makeStamp(1, Block, 1 + Barriers, Thread), 1 + Barriers, 0};
}

TEST(Stamp, KeepsItsParts) {
  Stamp S = makeStamp(5, 77, 1234, 1023);
  EXPECT_EQ(blockOf(S), 77u);
  EXPECT_EQ(clockOf(S), 1234u);
  EXPECT_EQ(threadOf(S), 1023u);
}

TEST(Stamp, AThreadDoesNotRaceWithItself) {
  EXPECT_EQ(againstWrite(at(0, 3).Now, at(0, 3)), Conflict::None);
  EXPECT_EQ(againstReads(at(0, 3).Now, at(0, 3)), Conflict::None);
}

TEST(Stamp, ThreadsOfABlockRaceUnlessABarrierIsBetween) {
  EXPECT_EQ(againstWrite(at(0, 3).Now, at(0, 4)), Conflict::InBlock);
  EXPECT_EQ(againstWrite(at(0, 3).Now, at(0, 4, 1)), Conflict::None);
}

TEST(Stamp, BlocksRaceHoweverManyBarriers) {
  EXPECT_EQ(againstWrite(at(0, 3).Now, at(1, 3, 9)), Conflict::BetweenBlocks);
}

TEST(Stamp, BlocksDoNotRaceAcrossABarrierOfTheGrid) {
  Moment Later = at(1, 3, 9);
  Later.Grid = 5;
  EXPECT_EQ(againstWrite(at(0, 3, 2).Now, Later), Conflict::None);
  EXPECT_EQ(againstWrite(at(0, 3, 4).Now, Later), Conflict::BetweenBlocks);
  Stamp Read = afterRead(at(0, 3, 2).Now, at(2, 3, 2));
  EXPECT_EQ(againstReads(Read, Later), Conflict::None);
  Read = afterRead(Read, Later);
  EXPECT_EQ(againstReads(Read, Later), Conflict::None);
  Moment Other = at(0, 3, 9);
  Other.Grid = 5;
  EXPECT_EQ(againstReads(Read, Other), Conflict::BetweenBlocks);
}

TEST(Stamp, LaunchesDoNotRace) {
  Moment Later = {makeStamp(2, 1, 1, 1), 1, 0};
  EXPECT_EQ(againstWrite(at(0, 3).Now, Later), Conflict::None);
  EXPECT_EQ(againstWrite(0, at(0, 0)), Conflict::None);
}

TEST(Stamp, OneOfSeveralReadersMayNotWrite) {
  Stamp Read = afterRead(at(0, 3).Now, at(0, 4));
  EXPECT_EQ(againstReads(Read, at(0, 4)), Conflict::InBlock);
  EXPECT_EQ(againstReads(Read, at(0, 4, 1)), Conflict::None);
}

TEST(Stamp, ReadersOfOtherBlocksAreNotForgotten) {
  Stamp Read = afterRead(at(0, 3).Now, at(1, 3));
  Read = afterRead(Read, at(1, 3, 1));
  EXPECT_EQ(againstReads(Read, at(1, 3, 1)), Conflict::BetweenBlocks);
}

TEST(Stamp, ReadersOfUnorderedLaunchesAreNotForgotten) {
  bool Unordered[] = {false, false, true};
  Moment Now = at(0, 0);
  Now.Unordered = Unordered;
  Stamp Other = makeStamp(2, 0, 1, 0), Ordered = makeStamp(0, 0, 1, 0);
  EXPECT_EQ(againstReads(afterRead(Other, Now), Now),
            Conflict::BetweenLaunches);
  EXPECT_EQ(againstReads(afterRead(Ordered, Now), Now), Conflict::None);
}

TEST(Stamp, WarpSynchronisationOrdersItsWarpAlone) {
  Stamp Write = at(0, 3).Now;
  Moment SameWarp = {makeStamp(1, 0, 2, 4), 1, 2};
  Moment OtherWarp = {makeStamp(1, 0, 2, 40), 1, 2};
  EXPECT_EQ(againstWrite(Write, SameWarp), Conflict::None);
  EXPECT_EQ(againstWrite(Write, OtherWarp), Conflict::InBlock);
}

TEST(Stamp, SynchronisationOfAPartOfAWarpOrdersItsLanes) {
  const uint64_t Lanes[32] = {2, 2, 2, 2};
  Moment Now = {makeStamp(1, 0, 2, 0), 1, 0};
  Now.LaneSync = Lanes;
  EXPECT_EQ(againstWrite(at(0, 3).Now, Now), Conflict::None);
  EXPECT_EQ(againstWrite(at(0, 4).Now, Now), Conflict::InBlock);
  EXPECT_EQ(againstWrite(at(0, 32).Now, Now), Conflict::InBlock);
}

TEST(Stamp, ReadersInOtherWarpsAreNotOrderedByAWarp) {
  Stamp Read = afterRead(at(0, 40).Now, at(0, 3));
  Moment Writer = {makeStamp(1, 0, 2, 3), 1, 2};
  EXPECT_EQ(againstReads(Read, Writer), Conflict::InBlock);
}

TEST(Stamp, ReadersBeforeAWarpSynchronisationAreOthersNoMore) {
  Moment Later = {makeStamp(1, 0, 2, 4), 1, 2};
  Moment OtherWarp = {makeStamp(1, 0, 2, 40), 1, 2};
  Stamp Read = afterRead(at(0, 3).Now, Later);
  EXPECT_EQ(againstReads(Read, Later), Conflict::None);
  EXPECT_EQ(againstReads(Read, OtherWarp), Conflict::InBlock);
}

} // namespace
