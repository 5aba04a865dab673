//===- cooperative_groups.h - Blocks, grids and parts of warps ------------===//
#pragma once
#include "tessera_run/lanes.h"

namespace cooperative_groups {

/// Threads of one warp that were at the same place.
class coalesced_group : public details::lanes {
public:
  __forceinline__ __device__ coalesced_group(unsigned Mask, unsigned MetaRank,
                                             unsigned MetaSize)
      : lanes(Mask, MetaRank, MetaSize) {}
};

/// So many neighbours in a block.
template <unsigned int Size, class Parent = void>
class thread_block_tile : public details::lanes {
  static_assert(Size <= 32, "a tile of more than a warp is not supported");
  static_assert((Size & (Size - 1)) == 0, "the size is no power of two");

public:
  __forceinline__ __device__ explicit thread_block_tile(const lanes &Lanes)
      : lanes(Lanes) {}
  template <class Other>
  __forceinline__ __device__
  thread_block_tile(const thread_block_tile<Size, Other> &Tile)
      : lanes(Tile) {}

  static constexpr __host__ __device__ unsigned int size() { return Size; }
  static constexpr __host__ __device__ unsigned int num_threads() {
    return Size;
  }
  static __forceinline__ __device__ unsigned int thread_rank() {
    return thread_block::thread_rank() % Size;
  }
  template <class T>
  __forceinline__ __device__ T shfl_xor(T Value, unsigned int LaneMask) const {
    return taken(Value, thread_rank() ^ LaneMask);
  }
};

TESSERA_BARRIER __device__ coalesced_group coalesced_threads();

template <unsigned int Size, class Parent>
__forceinline__ __device__ thread_block_tile<Size, Parent>
tiled_partition(const Parent &Group) {
  return thread_block_tile<Size, Parent>(details::tileOf(
      unsigned(Group.thread_rank()), unsigned(Group.num_threads()), Size));
}
__forceinline__ __device__ thread_group
tiled_partition(const thread_group &Group, unsigned int Size) {
  return details::tileOf(unsigned(Group.thread_rank()),
                         unsigned(Group.num_threads()), Size);
}
/// The next \p Size of the threads of \p Group, which need be no neighbours.
__forceinline__ __device__ coalesced_group
tiled_partition(const coalesced_group &Group, unsigned int Size) {
  const unsigned Tile = Group.thread_rank() / Size;
  return coalesced_group(
      details::unpacked(details::ofRanks(Tile * Size, Size), Group.mask()),
      Tile, (Group.size() + Size - 1) / Size);
}

/// Those of \p Group with the same label.
template <class G, class T>
__forceinline__ __device__ coalesced_group labeled_partition(const G &Group,
                                                             T Label) {
  const unsigned Same = __match_any_sync(Group.mask(), Label);
  const bool Leads = details::lanesBefore(Same) == 0;
  const unsigned Leaders = __ballot_sync(Group.mask(), Leads);
  return coalesced_group(Same,
                         __builtin_popcount(Leaders & ((Same & -Same) - 1)),
                         __builtin_popcount(Leaders));
}
template <class G>
__forceinline__ __device__ coalesced_group binary_partition(const G &Group,
                                                            bool Label) {
  const unsigned True = __ballot_sync(Group.mask(), Label);
  const unsigned Mine = Label ? True : Group.mask() & ~True;
  return Mine == Group.mask() ? coalesced_group(Mine, 0, 1)
                              : coalesced_group(Mine, Label, 2);
}

/// Runs \p Body in one thread of \p Group.
template <class G, class F, class... A>
__forceinline__ __device__ void invoke_one(const G &Group, F &&Body,
                                           A &&...Arguments) {
  if (Group.thread_rank() == 0)
    Body(std::forward<A>(Arguments)...);
}

template <class G> __forceinline__ __device__ auto thread_rank(const G &Group) {
  return Group.thread_rank();
}
template <class G> __forceinline__ __device__ auto group_size(const G &Group) {
  return Group.num_threads();
}

} // namespace cooperative_groups
