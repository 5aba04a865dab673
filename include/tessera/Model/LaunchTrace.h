//===- LaunchTrace.h - What threads of a launch do, one by one ------------===//
//
// The threads of the first and of the last block of a launch, each executed by
// itself as far as its path depends on ids, sizes, constants and arguments that
// are known. This follows every spelling; what depends on data stays unknown.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_MODEL_LAUNCHTRACE_H
#define TESSERA_MODEL_LAUNCHTRACE_H

#include "tessera/Support/Ids.h"
#include "tessera/Support/SourceRange.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// Memory that threads share.
struct TracedArray {
  std::string Name;
  bool OnChip = false; ///< `__shared__`; else global memory
  int64_t Bytes = 0;   ///< 0 if unknown
  unsigned ElementBytes = 0;
  std::vector<int64_t> Extents; ///< as declared, if it is
  /// Its accesses may be ordered by other means than barriers: it is volatile,
  /// used by atomic operations, or handed to a function that is not known.
  bool Unordered = false;
  /// An element that is not known may be written.
  bool MayChange = false;
};

struct TracedAccess {
  enum class Kind : uint8_t { Read, Write, Update };
  Kind K = Kind::Read;
  bool Sure = false;   ///< the thread makes it; else it may
  unsigned Array = 0;  ///< into LaunchTrace::Arrays
  unsigned Thread = 0; ///< into LaunchTrace::Threads
  /// Bytes from where the array begins.
  int64_t At = 0, Bytes = 0;
  /// How many barriers, and barriers of its warp, the thread was at before.
  unsigned Epoch = 0, WarpEpoch = 0;
  unsigned Where = 0; ///< in the user's file
  /// The innermost loop around it, numbered by each thread alike, and its
  /// round; 0 without one.
  unsigned Loop = 0, Round = 0;
  std::optional<int64_t> Value; ///< of a write, if it is known
};

/// An access outside of an array.
struct TracedOutside {
  unsigned Array = 0, Thread = 0, Where = 0;
  unsigned Dim = 0;
  int64_t Extent = 0; ///< in that dimension
  llvm::SmallVector<int64_t, 3> Subscripts;
};

struct TracedThread {
  std::array<int64_t, 3> Block, Id;
  /// The places of the barriers that it is at, in order.
  std::vector<unsigned> Barriers;
  /// These are all of them, and the thread reaches each.
  bool Ends = false;
};

struct LaunchTrace {
  LaunchId Launch;
  unsigned ThreadsOfBlock = 0; ///< those of a block follow one another
  std::vector<TracedArray> Arrays;
  std::vector<TracedThread> Threads;
  std::vector<TracedAccess> Accesses; ///< by thread, each in order
  std::vector<TracedOutside> Outside;
  /// Fences, or waiting for other threads: no order of accesses is known.
  bool OrdersItself = false;
};

} // namespace tessera

#endif
