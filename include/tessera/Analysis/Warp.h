//===- Warp.h - What the lanes of a warp access together ------------------===//
#ifndef TESSERA_ANALYSIS_WARP_H
#define TESSERA_ANALYSIS_WARP_H

#include "tessera/Analysis/InstanceSpace.h"

namespace tessera {

/// Lanes of a warp. Thread ids count x fastest, then y, then z.
inline constexpr unsigned WarpSize = 32;

/// The bytes of an element from First up to, but not including, End.
struct BytesOfElement {
  int64_t First = 0, End = 0;
  int64_t size() const { return End - First; }
};

/// One index per active lane.
using LaneValues = std::vector<int64_t>;

/// For each bit of a lane's number, lowest first, the axis along which it tells
/// where the lane is in a warp of \p Warp threads along x and y: the axes take
/// turns as long as they have bits left. For 8 x 4: x y x y x.
std::vector<unsigned> axesOfLaneBits(const std::array<int64_t, 2> &Warp);

/// The values of \p P in the lanes of each warp of a block.
///
/// Symbols other than thread ids have the value that \p Fixed gives; missing
/// ones are 0 (block ids, counters).
/// \returns nothing if the block size is not known.
std::optional<std::vector<LaneValues>>
evaluateInWarps(const Polynomial &P, const LaunchShape &Shape,
                const std::map<std::string, int64_t> &Fixed = {});

} // namespace tessera

#endif
