//===- cooperative_groups.h - Groups of threads ---------------------------===//
#ifndef TESSERA_CUDA_COOPERATIVE_GROUPS_H
#define TESSERA_CUDA_COOPERATIVE_GROUPS_H

#include "vector_types.h"

namespace cooperative_groups {

namespace details {
/// What nothing is known of. Functions that get a type of the program's, which
/// may have no linkage, must have a body.
template <class __T> __device__ __T unknown();
} // namespace details

/// What every group has.
class thread_group {
public:
  __device__ void sync() const;
  __device__ unsigned long long size() const;
  __device__ unsigned long long num_threads() const;
  __device__ unsigned long long thread_rank() const;
  __device__ bool is_valid() const;
};

class thread_block : public thread_group {
public:
  __device__ static void sync();
  __device__ static unsigned int size();
  __device__ static unsigned int num_threads();
  __device__ static unsigned int thread_rank();
  __device__ static dim3 group_index();
  __device__ static dim3 thread_index();
  __device__ static dim3 group_dim();
  __device__ static dim3 dim_threads();
};

class grid_group : public thread_group {
public:
  __device__ static unsigned long long size();
  __device__ static unsigned long long num_threads();
  __device__ static unsigned long long thread_rank();
  __device__ static dim3 group_dim();
  __device__ static dim3 dim_blocks();
  __device__ static dim3 dim_threads();
  __device__ static dim3 block_index();
  __device__ static dim3 thread_index();
  __device__ static unsigned long long num_blocks();
  __device__ static unsigned long long block_rank();
};

/// Blocks that can read each other's shared memory.
class cluster_group : public thread_group {
public:
  __device__ static void barrier_arrive();
  __device__ static void barrier_wait();
  __device__ static dim3 block_index();
  __device__ static unsigned int block_rank();
  __device__ static dim3 thread_index();
  __device__ static dim3 dim_blocks();
  __device__ static dim3 dim_threads();
  __device__ static unsigned int num_blocks();
  template <class __T>
  __device__ static __T *map_shared_rank(__T *__Address, int __Rank);
  __device__ static unsigned int query_shared_rank(const void *__Address);
};

/// Threads that can exchange values: a warp or a part of one.
class warp_group : public thread_group {
public:
  __device__ unsigned int size() const;
  __device__ unsigned int num_threads() const;
  __device__ unsigned int thread_rank() const;
  template <class __T> __device__ __T shfl(__T __Value, int __Rank) const;
  template <class __T>
  __device__ __T shfl_up(__T __Value, unsigned int __Delta) const;
  template <class __T>
  __device__ __T shfl_down(__T __Value, unsigned int __Delta) const;
  template <class __T>
  __device__ __T shfl_xor(__T __Value, unsigned int __Mask) const;
  __device__ int any(int __Predicate) const;
  __device__ int all(int __Predicate) const;
  __device__ unsigned int ballot(int __Predicate) const;
  template <class __T> __device__ unsigned int match_any(__T __Value) const;
  template <class __T>
  __device__ unsigned int match_all(__T __Value, int &__Predicate) const;
  __device__ unsigned int meta_group_size() const;
  __device__ unsigned int meta_group_rank() const;
};

class coalesced_group : public warp_group {};
template <unsigned int __Size, class __Parent = void>
class thread_block_tile : public warp_group {
public:
  template <class __Q>
  __device__ thread_block_tile(const thread_block_tile<__Size, __Q> &__Tile);
  static constexpr __host__ __device__ unsigned int size() { return __Size; }
  static constexpr __host__ __device__ unsigned int num_threads() {
    return __Size;
  }
  __device__ static unsigned int thread_rank();
};

__device__ thread_block this_thread_block();
__device__ grid_group this_grid();
__device__ cluster_group this_cluster();
__device__ coalesced_group coalesced_threads();
__device__ thread_group tiled_partition(const thread_group &__Group,
                                        unsigned int __Size);
__device__ coalesced_group tiled_partition(const coalesced_group &__Group,
                                           unsigned int __Size);
template <unsigned int __Size, class __G>
__device__ thread_block_tile<__Size, __G> tiled_partition(const __G &__Group);
template <class __G, class __T>
__device__ coalesced_group labeled_partition(const __G &__Group, __T __Label);
template <class __G>
__device__ coalesced_group binary_partition(const __G &__Group, bool __Label);
template <class __G> __device__ void sync(const __G &__Group);
template <class __G> __device__ unsigned long long thread_rank(const __G &);
template <class __G> __device__ unsigned long long group_size(const __G &);
template <class __G, class __F, class... __A>
__device__ void invoke_one(const __G &__Group, __F &&__Body,
                           __A &&...__Values) {
  if (details::unknown<bool>())
    __Body(__Values...);
}

} // namespace cooperative_groups

#endif
