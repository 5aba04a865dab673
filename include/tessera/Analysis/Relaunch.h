//===- Relaunch.h - The user's threads in blocks of another size ----------===//
//
// What a thread does that knows itself only by `blockIdx * blockDim +
// threadIdx` does not depend on the blocks that the grid is cut into. Such a
// kernel may start with other blocks, as long as their threads are the user's
// and, at the edges, some that do nothing.
//
// Before:  int z = blockIdx.z;                            // blocks of 32x8x1
// After:   int z = blockIdx.z * blockDim.z + threadIdx.z; // blocks of 32x4x2
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_ANALYSIS_RELAUNCH_H
#define TESSERA_ANALYSIS_RELAUNCH_H

#include "tessera/Model/KernelModel.h"
#include <array>

namespace tessera {

/// The sizes of a block, x first.
using BlockSizes = std::array<int64_t, 3>;

/// \p K for blocks of \p New: along axes where \p Users are one thread wide and
/// new ones are not, `blockIdx` becomes the thread's number in the grid, unless
/// the text has that already.
KernelModel withBlocks(const KernelModel &K,
                       const std::array<std::optional<int64_t>, 3> &Users,
                       const BlockSizes &New);

/// Along each axis the first number in the grid of a thread that is not the
/// user's, where the kernel's own guards do not tell: a parameter, or a number.
using GridExtents = std::array<std::optional<Polynomial>, 3>;

/// \p K where threads beyond \p Extents do nothing.
///
/// After:   if (int(blockIdx.z * blockDim.z + threadIdx.z) >= depth)
///            return;
KernelModel withExtents(const KernelModel &K, const GridExtents &Extents);

/// Why \p K cannot start with blocks of \p New instead of \p Users: a few
/// words, or empty if it can. No thread may notice its neighbours, ids are
/// used as numbers of threads in the grid only, and along each axis one size is
/// a multiple of the other.
std::string whyNotRelaunched(const KernelModel &K,
                             const std::array<std::optional<int64_t>, 3> &Users,
                             const BlockSizes &New);

/// The same where only run time tells \p Users along some axis: as many threads
/// start in all, if not in multiples of the user's blocks.
std::string whyNotCutAnew(const KernelModel &K,
                          const std::array<std::optional<int64_t>, 3> &Users,
                          const BlockSizes &New);

} // namespace tessera

#endif
