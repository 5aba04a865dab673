//===- LaunchLoop.h - Loops of the host around launches -------------------===//
#ifndef TESSERA_MODEL_LAUNCHLOOP_H
#define TESSERA_MODEL_LAUNCHLOOP_H

#include "tessera/Model/SharedVariable.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// A host loop that counts up, with a launch in its body:
/// `for (i = 0; i < n; i++) k<<<grid, block>>>(a + i * n, n);`
///
/// In its polynomials the counter and all variables that the loop does not
/// change are symbols.
struct LaunchLoop {
  SourceRange Source;    ///< the whole statement
  SourceRange Increment; ///< `i++`
  std::string Counter;   ///< the name
  std::string Symbol;    ///< of the counter
  Polynomial First;
  std::optional<HostValue> End; ///< the first value that is too large
  std::string EndText;          ///< as compared with
  bool Inclusive = false;       ///< compared by `<=`
  bool NotEqual = false;        ///< compared by `!=`
  /// The end may be evaluated any number of times.
  bool EndRepeatable = false;
  int64_t Step = 1;
  /// Something may read the counter behind the loop.
  bool CounterLivesOn = false;
  /// The counter is in the grid, the block, the bytes or the stream.
  bool ConfigurationVaries = false;

  struct Argument {
    bool Varies = false; ///< it mentions the counter
    /// Of an integer the value; of a pointer the distance from its root, in
    /// elements of what it points to. Absent if not known.
    std::optional<Polynomial> Position;
    std::string AtFirst; ///< the text in the first round; empty if not known
    bool operator==(const Argument &) const = default;
  };
  std::vector<Argument> Arguments; ///< as those of the launch

  /// The number of rounds, if it is known.
  std::optional<int64_t> rounds() const;
  bool operator==(const LaunchLoop &) const = default;
};

} // namespace tessera

#endif
