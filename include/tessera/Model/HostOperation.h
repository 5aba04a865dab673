//===- HostOperation.h - What host code asks of the device, in order ------===//
//
// Transfers are placed from a view of shared variables only. This one is of
// every memory that the host's code names, and of every call that starts work
// on the device or waits for it: what mistakes of the program are found from.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_MODEL_HOSTOPERATION_H
#define TESSERA_MODEL_HOSTOPERATION_H

#include "tessera/Model/SharedVariable.h"

namespace tessera {

/// What a variable of the program is, or points to.
struct HostMemory {
  enum class Kind {
    Unknown, ///< not known, or not always the same
    Pageable,
    PageLocked,
    WriteCombined, ///< page-locked, and slow to read for the host
    Managed,
    Device,         ///< cudaMalloc and its kin
    DeviceVariable, ///< `__device__`
    Constant,       ///< `__constant__`
  };
  Kind K = Kind::Unknown;
  std::string Name;
  bool OnStack = false; ///< an ordinary variable of a function
  /// The variable stands for one piece of memory as long as that exists.
  bool Single = false;
  std::optional<HostValue> Bytes;
  std::optional<SharedVarId> Shared; ///< of Managed, if it is one
};

/// Where work on the device is put in order.
struct HostStream {
  enum class Kind { Default, Blocking, NonBlocking, Unknown };
  Kind K = Kind::Default;
  std::string Symbol; ///< of its variable
  auto operator<=>(const HostStream &) const = default;
};

/// A piece of memory as an argument.
struct HostPlace {
  unsigned Memory = 0; ///< into HostModel::Memories
  bool AtStart = false;
};

struct HostOperation {
  enum class Kind {
    Touch,       ///< the host reads or writes \ref To
    Copy,        ///< by the CUDA library
    Launch,      ///<
    WaitAll,     ///< until the device has nothing left to do
    WaitStream,  ///<
    WaitEvent,   ///<
    RecordEvent, ///<
    StreamWaits, ///< \ref Stream waits for \ref Event
    Clock,       ///< reads one of the host
    Call,        ///< of a function of the file
    Unknown,     ///< a call that may do any of these
  };
  Kind K = Kind::Unknown;
  SourcePlace Where;
  bool Sometimes = false;             ///< on some paths of its statement only
  bool Reads = false, Writes = false; ///< of a Touch
  /// Of a Touch: made by \ref Function, at some time in the call.
  bool InCallee = false;
  std::optional<HostPlace> To, From;
  /// Of a Copy. The direction is that of cudaMemcpyKind, if it is known.
  bool Asynchronous = false;
  std::optional<int64_t> Direction;
  std::optional<HostValue> Bytes;
  /// Of a Copy in a loop that counts up: each round copies the bytes behind
  /// those of the round before, on both sides.
  bool Consecutive = false;
  HostStream Stream;
  std::string Event; ///< a symbol; empty if not known
  std::optional<LaunchId> Launch;
  std::vector<std::optional<HostPlace>> Arguments; ///< of a Launch
  unsigned Function = 0; ///< of a Call: into HostModel::Functions
};

} // namespace tessera

#endif
