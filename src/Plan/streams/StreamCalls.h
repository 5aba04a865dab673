//===- StreamCalls.h - A stretch of work on streams, as calls -------------===//
#ifndef TESSERA_PLAN_STREAMS_STREAMCALLS_H
#define TESSERA_PLAN_STREAMS_STREAMCALLS_H

#include "streams/StreamSchedule.h"
#include "tessera/Plan/TransferPlan.h"

namespace tessera {

/// One task of a stretch, with its place in the text.
struct Work {
  StreamTask Task;
  unsigned Child = 0; ///< the statement it is, or stands before or behind
  bool Behind = false;
  std::optional<LaunchId> Launch;
  const HostCopy *Own = nullptr;       ///< the program's; it stays where it is
  std::vector<TransferAction> Copies;  ///< all in one direction
  std::set<SharedVarId> Reads, Writes; ///< on the device
};

/// Statements of a sequence from `Begin` up to `End`.
struct Stretch {
  const HostStatement *Sequence = nullptr;
  unsigned Begin = 0, End = 0;
  const HostStatement *Loop = nullptr; ///< streams are made before it
  unsigned Depth = 0;                  ///< loops around, up to that
  bool EndsBehind = false; ///< the last wait stands right behind the last one
};

/// Writes down the calls of one stretch, in the order of the text.
class StreamCalls {
public:
  StreamCalls(const Stretch &S, const std::vector<Work> &All,
              const StreamSchedule &Streams, TransferPlan &Into);

  /// How many events it takes.
  unsigned events() const { return EventCount; }
  /// Adds the calls, for the streams of \p Block.
  void write(unsigned Block);

private:
  bool isHost(unsigned I) const {
    return All[I].Task.E == StreamTask::Engine::Host;
  }
  unsigned stream(unsigned I) const { return Streams.Streams[I]; }
  std::set<unsigned> finishedBy(unsigned I) const;
  CodePosition before(unsigned Child) const;
  CodePosition behind(unsigned Child) const;
  void put(StreamCall::Kind K, CodePosition Where, unsigned Stream = 0,
           unsigned Event = 0, SharedVarId Variable = {});
  void task(unsigned I);
  void finish(unsigned I);
  bool isDone(unsigned Stream, unsigned I, const std::set<unsigned> &Now) const;

  const Stretch &S;
  const std::vector<Work> &All;
  const StreamSchedule &Streams;
  TransferPlan &Into;
  unsigned Block = 0, EventCount = 0;
  /// Tasks that are known to be done: by stream; when a task is.
  std::vector<std::set<unsigned>> Known, Done;
  std::vector<std::optional<unsigned>> Events; ///< by task: others wait for it
  std::vector<std::vector<unsigned>> Waits;    ///< by task: what it waits for
  std::vector<bool> Finished;                  ///< by stream
};

} // namespace tessera

#endif
