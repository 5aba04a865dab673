//===- LaunchFacts.h - What is known of the launches of a kernel ----------===//
#ifndef TESSERA_FRONTEND_NORMAL_LAUNCHFACTS_H
#define TESSERA_FRONTEND_NORMAL_LAUNCHFACTS_H

#include "tessera/Model/SharedVariable.h"
#include <array>
#include <map>

namespace tessera {

/// One launch of a kernel, as far as it is known.
struct LaunchFact {
  std::array<std::optional<HostValue>, 3> Grid;
  std::array<std::optional<int64_t>, 3> Block;
  std::map<std::string, HostValue> Arguments; ///< by parameters' names
  /// It may start a version with another grid and block.
  bool MayChange = false;
};

/// All launches of a kernel; empty if some are not seen.
struct LaunchFacts {
  std::vector<LaunchFact> Launches;
  /// Threads use shared memory, barriers or shuffles.
  bool WorkTogether = false;
  bool KeepTiles = false; ///< see FrontendOptions
  bool HidesIds =
      false; ///< functions, macros or groups use threadIdx or its kin

  /// The size of every block along \p Axis.
  std::optional<int64_t> block(unsigned Axis) const {
    std::optional<int64_t> Size;
    for (const LaunchFact &L : Launches) {
      if (!L.Block[Axis] || (Size && *Size != *L.Block[Axis]))
        return std::nullopt;
      Size = L.Block[Axis];
    }
    return Size;
  }
};

} // namespace tessera

#endif
