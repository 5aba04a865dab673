//===- Obstacle.h - What keeps a step from a kernel -----------------------===//
#ifndef TESSERA_KERNEL_OBSTACLE_H
#define TESSERA_KERNEL_OBSTACLE_H

#include "tessera/Support/SourceRange.h"
#include <string>

namespace tessera::ir {

/// Why a step leaves something as it is, and where; no place if that is nowhere
/// in the user's text.
struct Obstacle {
  std::string Why; ///< `'x' gets several values`
  SourceRange At = {};
};

} // namespace tessera::ir

#endif
