//===- LaunchArgument.h - What launches pass to kernels -------------------===//
#ifndef TESSERA_MODEL_LAUNCHARGUMENT_H
#define TESSERA_MODEL_LAUNCHARGUMENT_H

#include "tessera/Model/SharedVariable.h"
#include <cstdint>
#include <optional>
#include <string>

namespace tessera {

/// Which memory a pointer argument points into. Arguments with different roots
/// never overlap.
struct PointerRoot {
  enum class Kind {
    Unknown,
    SharedVariable, ///< a shared array of the program
    Allocation,     ///< a pointer that only ever holds its own allocation, or
                    ///< swaps it with another such pointer
  };
  Kind K = Kind::Unknown;
  std::string Name; ///< of the variable
  std::optional<SharedVarId> Variable;
  bool operator==(const PointerRoot &) const = default;
};

struct LaunchArgument {
  SourceRange Source;
  std::string Text;
  bool IsPointer = false;
  PointerRoot Root; ///< of a pointer
  /// The bytes of `Text` that name the root; absent if a macro hides them.
  std::optional<SourceRange> RootName;
  /// They name this local pointer instead, which points into the root's memory.
  std::string Alias;
  std::string AliasType; ///< if it is the root's value cast to that
  bool AtRoot = false;   ///< it is the root itself, and no sum
  /// The size of the memory behind a pointer, if one call in the function of
  /// the launch allocates it and nothing else changes the pointer there.
  std::optional<int64_t> Bytes;
  bool IsInteger = false;
  /// The parameter's type, where that may give it another value than the
  /// text's. If that is only so below 0: the bits of other values of the text.
  std::string ConvertedTo;
  unsigned NaturalBits = 0;
  std::optional<int64_t> Constant; ///< of an integer known at compile time
  std::optional<HostValue> Value;  ///< of an integer
  /// Evaluating the text again gives the same value and has no effect.
  bool Repeatable = false;
  bool operator==(const LaunchArgument &) const = default;
};

} // namespace tessera

#endif
