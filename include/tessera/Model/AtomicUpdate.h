//===- AtomicUpdate.h - What an atomic function does to an element --------===//
#ifndef TESSERA_MODEL_ATOMICUPDATE_H
#define TESSERA_MODEL_ATOMICUPDATE_H

#include <cstdint>
#include <optional>
#include <string>

namespace tessera {

/// A call such as `atomicAdd(&count[x], 1)`: of an operation whose result does
/// not depend on the order of calls, but for how floating-point numbers are
/// rounded.
struct AtomicUpdate {
  enum class Kind { Add, Subtract, Min, Max, And, Or, Xor };
  Kind K = Kind::Add;
  /// Of the value, as the function takes it: `unsigned int`.
  std::string Type;
  bool Floating = false; ///< that type
  bool Signed = false;   ///< that type
  unsigned Bytes = 0;    ///< of that type
  /// Another device or the host may look on: `atomicAdd_system`.
  bool SystemWide = false;
  bool ResultUsed = true;
  /// The value has another type, which arithmetic would not turn into `Type`.
  bool Converts = false;
  /// Threads of a block have different elements: a subscript is a polynomial in
  /// their ids.
  bool ByThread = false;
  /// The subscript, if there is one, is not negative and not above this.
  std::optional<int64_t> LastSubscript;
  bool operator==(const AtomicUpdate &) const = default;
};

} // namespace tessera

#endif
