//===- StreamSchedule.h - What runs beside what ---------------------------===//
//
// Copies and launches as tasks of three engines: one that uploads, one that
// computes, one that reads back. Tasks of one stream run in order.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_PLAN_STREAMS_STREAMSCHEDULE_H
#define TESSERA_PLAN_STREAMS_STREAMSCHEDULE_H

#include <vector>

namespace tessera {

struct StreamTask {
  enum class Engine { Upload, Compute, Readback, Host };
  Engine E = Engine::Compute;
  double Seconds = 0;
  double HostSeconds = 0; ///< until the host has started it, or has waited
  double Share = 1;       ///< of the multiprocessors
  bool HostWaits = false; ///< until it is done
  /// Earlier tasks that must be done before. The host waits for all that their
  /// streams have.
  std::vector<unsigned> After;
};

/// A stream for each task, by index. One of the host has none.
struct StreamSchedule {
  std::vector<unsigned> Streams;
  unsigned Count = 0;
};

/// Gives each task the stream of one it depends on, if that is the last there,
/// or else a new one, as long as there are \p Most.
StreamSchedule assignStreams(const std::vector<StreamTask> &Tasks,
                             unsigned Most);

/// How long it all takes when the host starts the tasks in order.
double secondsFor(const std::vector<StreamTask> &Tasks,
                  const StreamSchedule &Schedule);

} // namespace tessera

#endif
