//===- StreamSchedule.cpp - What runs beside what -------------------------===//
#include "streams/StreamSchedule.h"
#include "llvm/ADT/STLExtras.h"
#include <array>
#include <optional>

namespace tessera {

using Engine = StreamTask::Engine;

StreamSchedule assignStreams(const std::vector<StreamTask> &Tasks,
                             unsigned Most) {
  StreamSchedule Result;
  std::vector<unsigned> Last; // task, by stream
  for (unsigned I = 0; I < Tasks.size(); ++I) {
    Result.Streams.push_back(0);
    if (Tasks[I].E == Engine::Host)
      continue;
    std::optional<unsigned> Mine;
    for (unsigned Before : llvm::reverse(Tasks[I].After))
      if (Tasks[Before].E != Engine::Host && !Mine &&
          Last[Result.Streams[Before]] == Before)
        Mine = Result.Streams[Before];
    if (!Mine && Last.size() < Most) {
      Mine = Last.size();
      Last.push_back(I);
    }
    if (!Mine) // the one that got nothing for the longest time
      Mine = llvm::min_element(Last) - Last.begin();
    Last[*Mine] = I;
    Result.Streams.back() = *Mine;
  }
  Result.Count = Last.size();
  return Result;
}

namespace {

/// What runs on the multiprocessors, and when.
class Multiprocessors {
public:
  /// \returns when a launch that is ready at \p Time has room.
  double roomAt(double Time, double Share) const {
    std::vector<double> Candidates = {Time};
    for (const Launch &L : All)
      if (L.End > Time)
        Candidates.push_back(L.End);
    llvm::sort(Candidates);
    for (double At : Candidates)
      if (usedAt(At) + Share <= 1)
        return At;
    return Candidates.back();
  }
  void add(double Start, double End, double Share) {
    All.push_back({Start, End, Share});
  }

private:
  struct Launch {
    double Start, End, Share;
  };
  double usedAt(double Time) const {
    double Used = 0;
    for (const Launch &L : All)
      if (L.Start <= Time && Time < L.End)
        Used += L.Share;
    return Used;
  }
  std::vector<Launch> All;
};

} // namespace

double secondsFor(const std::vector<StreamTask> &Tasks,
                  const StreamSchedule &Schedule) {
  double Host = 0, Latest = 0;
  std::array<double, 2> Copies = {}; // when the engine is free
  std::vector<double> Free(Schedule.Count), Ends;
  Multiprocessors Device;
  for (unsigned I = 0; I < Tasks.size(); ++I) {
    const StreamTask &T = Tasks[I];
    if (T.E != Engine::Host)
      Host += T.HostSeconds;
    double Start = Host;
    for (unsigned Before : T.After)
      Start =
          std::max(Start, T.E == Engine::Host ? Free[Schedule.Streams[Before]]
                                              : Ends[Before]);
    if (T.E == Engine::Host) {
      Host = Start + T.HostSeconds;
      Ends.push_back(Host);
      continue;
    }
    double &Stream = Free[Schedule.Streams[I]];
    Start = std::max(Start, Stream);
    if (T.E == Engine::Compute)
      Start = Device.roomAt(Start, T.Share);
    else
      Start = std::max(Start, Copies[T.E == Engine::Readback]);
    double End = Start + T.Seconds;
    if (T.E == Engine::Compute)
      Device.add(Start, End, T.Share);
    else
      Copies[T.E == Engine::Readback] = End;
    Stream = End;
    Ends.push_back(End);
    Latest = std::max(Latest, End);
    if (T.HostWaits)
      Host = End;
  }
  return std::max(Latest, Host);
}

} // namespace tessera
