//===- LeastLaunch.h - From which size on a plan pays ---------------------===//
#ifndef TESSERA_PLAN_LEASTLAUNCH_H
#define TESSERA_PLAN_LEASTLAUNCH_H

#include <array>
#include <cstdint>

namespace tessera {

/// At least so many of the user's blocks in a launch, and along each axis so
/// many of the user's threads that do something, and rounds of loops with
/// strips, or cells of other tiles; and the product of blocks and rounds of
/// such a loop; 0: any number.
struct LeastLaunch {
  int64_t Blocks = 0, Rounds = 0, Work = 0;
  std::array<int64_t, 3> Along = {0, 0, 0};
  bool operator==(const LeastLaunch &) const = default;
};

} // namespace tessera

#endif
