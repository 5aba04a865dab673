//===- cooperative_groups.h - Groups of threads ---------------------------===//
#ifndef TESSERA_CUDA_COOPERATIVE_GROUPS_H
#define TESSERA_CUDA_COOPERATIVE_GROUPS_H

#include "vector_types.h"

namespace cooperative_groups {

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
  __device__ dim3 group_dim() const;
  __device__ dim3 dim_blocks() const;
  __device__ dim3 block_index() const;
  __device__ unsigned long long num_blocks() const;
  __device__ unsigned long long block_rank() const;
};

/// Threads that can exchange values: a warp or a part of one.
class warp_group : public thread_group {
public:
  template <class T> __device__ T shfl(T Value, int Rank) const;
  template <class T> __device__ T shfl_up(T Value, unsigned int Delta) const;
  template <class T> __device__ T shfl_down(T Value, unsigned int Delta) const;
  template <class T> __device__ T shfl_xor(T Value, unsigned int Mask) const;
  __device__ int any(int Predicate) const;
  __device__ int all(int Predicate) const;
  __device__ unsigned int ballot(int Predicate) const;
  template <class T> __device__ unsigned int match_any(T Value) const;
  __device__ unsigned long long meta_group_size() const;
  __device__ unsigned long long meta_group_rank() const;
};

class coalesced_group : public warp_group {};
template <unsigned int Size, class Parent = void>
class thread_block_tile : public warp_group {};

__device__ thread_block this_thread_block();
__device__ grid_group this_grid();
__device__ coalesced_group coalesced_threads();
__device__ thread_group tiled_partition(const thread_group &Group,
                                        unsigned int Size);
template <unsigned int Size, class G>
__device__ thread_block_tile<Size, G> tiled_partition(const G &Group);
template <class G> __device__ void sync(const G &Group);

} // namespace cooperative_groups

#endif
