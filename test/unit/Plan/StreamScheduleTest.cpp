//===- StreamScheduleTest.cpp - What runs beside what ---------------------===//
#include "streams/StreamSchedule.h"
#include "gmock/gmock.h"

using namespace tessera;
using testing::DoubleEq;
using testing::ElementsAre;
using Engine = StreamTask::Engine;

static StreamTask task(Engine E, double Seconds, std::vector<unsigned> After,
                       double Share = 1) {
  return {E, Seconds, 0, Share, false, std::move(After)};
}

TEST(StreamSchedule, chainsStayTogether) {
  std::vector<StreamTask> Tasks = {
      task(Engine::Upload, 2, {}), task(Engine::Compute, 1, {0}),
      task(Engine::Upload, 2, {}), task(Engine::Compute, 1, {2}),
      task(Engine::Compute, 1, {1, 3})};
  StreamSchedule S = assignStreams(Tasks, 4);
  EXPECT_EQ(S.Count, 2u);
  EXPECT_THAT(S.Streams, ElementsAre(0, 0, 1, 1, 1));
  // The second upload hides the first launch.
  EXPECT_THAT(secondsFor(Tasks, S), DoubleEq(6));
}

TEST(StreamSchedule, aDependentChainHasOneStream) {
  std::vector<StreamTask> Tasks = {task(Engine::Compute, 1, {}),
                                   task(Engine::Compute, 1, {0}),
                                   task(Engine::Readback, 1, {1})};
  StreamSchedule S = assignStreams(Tasks, 4);
  EXPECT_EQ(S.Count, 1u);
  EXPECT_THAT(secondsFor(Tasks, S), DoubleEq(3));
}

TEST(StreamSchedule, launchesShareTheDeviceIfThereIsRoom) {
  std::vector<StreamTask> Small = {task(Engine::Compute, 3, {}, 0.5),
                                   task(Engine::Compute, 2, {}, 0.5),
                                   task(Engine::Compute, 2, {}, 0.5)};
  EXPECT_THAT(secondsFor(Small, assignStreams(Small, 4)), DoubleEq(4));
  std::vector<StreamTask> Large = {task(Engine::Compute, 3, {}),
                                   task(Engine::Compute, 2, {})};
  EXPECT_THAT(secondsFor(Large, assignStreams(Large, 4)), DoubleEq(5));
}

TEST(StreamSchedule, noMoreStreamsThanAsked) {
  std::vector<StreamTask> Tasks(5, task(Engine::Compute, 1, {}, 0.1));
  StreamSchedule S = assignStreams(Tasks, 2);
  EXPECT_EQ(S.Count, 2u);
  EXPECT_THAT(S.Streams, ElementsAre(0, 1, 0, 1, 0));
  EXPECT_THAT(secondsFor(Tasks, S), DoubleEq(3));
}

TEST(StreamSchedule, theHostStartsOneAfterTheOther) {
  std::vector<StreamTask> Tasks(3, task(Engine::Compute, 1, {}, 0.1));
  for (StreamTask &T : Tasks)
    T.HostSeconds = 2;
  EXPECT_THAT(secondsFor(Tasks, assignStreams(Tasks, 4)), DoubleEq(7));
  Tasks.push_back(task(Engine::Host, 0, {2}));
  Tasks.back().HostSeconds = 5;
  EXPECT_THAT(secondsFor(Tasks, assignStreams(Tasks, 4)), DoubleEq(12));
}

TEST(StreamSchedule, theHostWaitsForPageableCopies) {
  std::vector<StreamTask> Tasks = {
      task(Engine::Upload, 2, {}), task(Engine::Compute, 3, {0}, 0.5),
      task(Engine::Readback, 4, {}), task(Engine::Host, 0, {1, 2}),
      task(Engine::Compute, 1, {}, 0.5)};
  StreamSchedule S = assignStreams(Tasks, 4);
  EXPECT_THAT(secondsFor(Tasks, S), DoubleEq(6));
  Tasks[0].HostWaits = true;
  EXPECT_THAT(secondsFor(Tasks, S), DoubleEq(7));
}
