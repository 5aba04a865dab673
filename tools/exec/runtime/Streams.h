//===- Streams.h - What is done when: operations, streams, the host -------===//
//
// An operation (a launch, a copy, a memset) is put into a stream. CUDA's rules
// say what must be complete before it; within them an even seed does it at the
// last moment, an odd one at once. A clock says for each stream how many of its
// operations are complete:
//
//   stream a   ──k1──e──────      k2 waits for event e, so it knows a:2 b:1;
//   stream b   ──k3───w──k2─      the host, which waited for a, knows a:2
//
// Two accesses of which neither knows the other are a race.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_RUN_STREAMS_H
#define TESSERA_RUN_STREAMS_H

#include "Stamp.h"
#include "include/driver_types.h"
#include <functional>
#include <string>
#include <vector>

namespace tessera_rt {

using Clock = std::vector<uint64_t>;

/// Memory of the host that an operation reads or writes.
struct HostRange {
  uintptr_t Begin;
  size_t Bytes;
  bool Written;
};

struct Operation {
  std::string What; ///< "kernel 'k'", "a copy"
  uintptr_t Code = 0;
  std::vector<HostRange> Ranges;
  std::function<void()> Begin; ///< called whenever it is put into a stream
  std::function<void()> Run;
  std::function<void()> Free; ///< called behind the last time
  dim3 Grid, Block;           ///< of a kernel
  bool IsKernel = false;
  // Set by `enqueue`.
  uint64_t Launch = 0; ///< of a kernel: number of the launch, from 1
  Clock Before;
  unsigned Stream = 0;
  uint64_t Sequence = 0; ///< in its stream, from 1
  uint64_t Number = 0;   ///< in the program, from 1
};

/// Whose stamp it is: see `actorOf`.
struct Actor {
  std::string What; ///< as in Operation; empty: the host
  dim3 Grid, Block;
  bool IsKernel = false;
  uint64_t Launch = 0; ///< of a kernel
  unsigned Stream = 0; ///< 0: the host
  uint64_t Sequence = 0;
};

bool isStream(cudaStream_t Stream);
/// Whether it is ordered with the default stream.
bool isBlocking(cudaStream_t Stream);
void enqueue(cudaStream_t Stream, Operation Op);
/// The same, and the host waits for it.
void enqueueAndWait(cudaStream_t Stream, Operation Op);
void waitForStream(cudaStream_t Stream);
void waitForDevice(); ///< the current one
void waitForAll();
/// Puts a copy between two devices into the default stream of the current one;
/// it is also ordered with those of \p To and \p From.
void enqueueBetween(unsigned To, unsigned From, Operation Op);
/// Whether the current device may use \p Stream for launches.
bool isOfCurrentDevice(cudaStream_t Stream);
/// What is complete when the last operation in \p Stream is.
const Clock &endOf(cudaStream_t Stream);
/// What an operation put into \p Stream now would wait for.
Clock startOf(cudaStream_t Stream);
/// Lets what comes later in \p Stream wait for \p Until.
void addToStream(cudaStream_t Stream, const Clock &Until);
/// Runs what the program never waited for, with a warning.
void finishStreams();

/// Whether some operation may still be under way, as far as the host knows.
extern bool HostIsAhead;
/// Whether the program uses several streams.
bool hasStreams();

/// Of the operation that runs.
uint64_t operationLaunch();
uint64_t operationNumber();
/// Who made \p Past.
const Actor &actorOf(Stamp Past);
/// Where the operation that runs is in the order; `Now` is its stamp.
Moment operationMoment();
/// The same for the host at this point.
Moment hostMoment();
/// An operation that uses the bytes in a way that the host must not meanwhile,
/// if the host does not know it to be complete.
const Operation *conflictWithHost(bool Write, uintptr_t Address, size_t Bytes);

} // namespace tessera_rt

#endif
