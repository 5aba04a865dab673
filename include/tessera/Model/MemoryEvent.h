//===- MemoryEvent.h - What happens to the memory of pointers -------------===//
#ifndef TESSERA_MODEL_MEMORYEVENT_H
#define TESSERA_MODEL_MEMORYEVENT_H

#include "tessera/Model/SharedVariable.h"

namespace tessera {

/// Something that host code does with the memory of a pointer, as opposed to
/// its contents.
struct MemoryEvent {
  enum class Kind {
    Allocate,
    Free,
    Exchange, ///< two pointers: the statement ends what exchanges them
    Advise,   ///< a hint on where managed memory should be
    HandOn,   ///< an argument that its function uses on the device only
  };
  Kind K = Kind::Allocate;
  SharedVarId Variable;
  std::optional<SharedVarId> Other = {}; ///< of an exchange, or a parameter
  bool Reads = false, Writes = false;    ///< of HandOn: on the device
  bool Overwrites = false;               ///< of HandOn: all, reading nothing
  bool InCallee = false;                 ///< of Exchange: not here
  bool Sometimes = false;  ///< of memory of one side: on some paths only
  bool PageLocked = false; ///< of an allocation of host memory
  bool OnFailure = false;  ///< of Free: if a copy fails, and never goes on
  SourceRange Call = {};   ///< the whole call
  SourceRange Callee = {}; ///< `cudaFree`
  SourceRange Bytes = {};  ///< of an allocation: the argument
  SourceRange Flags = {}; ///< of an allocation: from the comma on; may be empty
  /// Of HandOn: the pointer in the argument. Nothing, but a place behind the
  /// argument, if the function uses it on the host, too: the parameter is
  /// `Other`, and gets the copy on the device beside the pointer.
  SourceRange Name = {};
  /// Of an allocation of ordinary host memory: its size as an expression that
  /// has this value right behind the statement; empty if there is none.
  std::string HostBytes = {};
  auto operator<=>(const MemoryEvent &) const = default;
};

} // namespace tessera

#endif
