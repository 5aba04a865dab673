//===- ThreadOrder.h - Which axis of a block counts what ------------------===//
//
// A thread of a block may do the work of any of the user's threads of that
// block, as long as each is done by one. Where the user numbers rows by
// threadIdx.x, and neighbouring threads access elements far apart, the axes
// change places: what the user's kernel knows as threadIdx.y is threadIdx.x of
// the new one. Blocks keep their ids.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_ANALYSIS_THREADORDER_H
#define TESSERA_ANALYSIS_THREADORDER_H

#include "tessera/Model/KernelModel.h"
#include <array>

namespace tessera {

/// For each axis of the new block the axis of the user's that it counts.
using ThreadOrder = std::array<unsigned, 3>;
inline constexpr ThreadOrder UsersOrder = {0, 1, 2};

/// `yxz` for {1, 0, 2}.
std::string toString(const ThreadOrder &Order);
std::optional<ThreadOrder> parseThreadOrder(llvm::StringRef Text);

/// The sizes of the new block.
template <typename T>
std::array<T, 3> inOrder(const std::array<T, 3> &Users,
                         const ThreadOrder &Order) {
  return {Users[Order[0]], Users[Order[1]], Users[Order[2]]};
}

/// \p K with its thread ids and block sizes named as in the new block: all
/// polynomials, and the text of the tree.
KernelModel withThreadOrder(const KernelModel &K, const ThreadOrder &Order);

/// Why the threads of \p K cannot be numbered otherwise: a few words, or empty
/// if they can. Every use of an id must be visible, and no thread may notice
/// its neighbours.
std::string whyNotReordered(const KernelModel &K);

} // namespace tessera

#endif
