//===- StreamPlan.h - Work on streams of our own --------------------------===//
#ifndef TESSERA_PLAN_STREAMPLAN_H
#define TESSERA_PLAN_STREAMPLAN_H

#include "tessera/Support/Ids.h"
#include <string>
#include <vector>

namespace tessera {

/// Streams that are made in one place, and what they are for.
struct StreamBlock {
  std::string Streams; ///< a name: of one, or of an array of several
  unsigned Count = 1;
  std::string Events; ///< the same
  unsigned EventCount = 0;
  std::vector<LaunchId> Launches; ///< that run on them, in order

  /// `streams[1]`; `stream` if it is the only one.
  std::string stream(unsigned Index) const {
    return element(Streams, Count, Index);
  }
  std::string event(unsigned Index) const {
    return element(Events, EventCount, Index);
  }

private:
  static std::string element(const std::string &Name, unsigned Count,
                             unsigned Index) {
    return Count == 1 ? Name : Name + "[" + std::to_string(Index) + "]";
  }
};

/// Rounds of a loop that are captured once, several at a time, and replayed
/// while so many are left.
struct GraphLoop {
  unsigned Block = 0; ///< into TransferPlan::Streams: with one stream
  std::string Graph, Rounds, Uncaptured; ///< names
  std::string Counter;                   ///< of the loop
  unsigned Number = 1;                   ///< of rounds in the graph
  /// Whether so many are left in the body, and what skips all but one.
  std::string Test, Skip;
};

/// One step of work on streams.
struct StreamCall {
  enum class Kind {
    Open,         ///< makes the streams and events
    Wait,         ///< the stream waits for the event
    Upload,       ///< of the variable, on the stream
    Clear,        ///< the same
    Readback,     ///< the same
    Record,       ///< the event is behind all that the stream got so far
    Finish,       ///< the host waits for the stream
    FinishAll,    ///< for each of them
    Close,        ///< frees the streams and events
    OpenGraph,    ///< declares what the loop needs, before it
    StartRound,   ///< replays, or begins to capture
    EndRound,     ///< ends the capture, if these are all rounds of a graph
    DestroyGraph, ///< behind the loop
  };
  Kind K = Kind::Open;
  unsigned Block = 0; ///< into TransferPlan::Streams, or Graphs
  unsigned Stream = 0, Event = 0;
  SharedVarId Variable = {};
};

} // namespace tessera

#endif
