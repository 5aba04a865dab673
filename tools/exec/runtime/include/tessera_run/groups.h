//===- groups.h - The classes that groups of threads derive from ----------===//
#pragma once
#include "../cuda_runtime.h"

namespace cooperative_groups {

namespace details {
/// How many lanes of \p Mask come before the thread's own.
__forceinline__ __device__ unsigned lanesBefore(unsigned Mask);
} // namespace details

/// Any group. What it is is known at run time.
class thread_group {
public:
  enum class Kind { Block, Grid, Lanes };

  TESSERA_BARRIER __device__ void sync() const;
  __device__ inline unsigned long long num_threads() const;
  __device__ inline unsigned long long thread_rank() const;
  __device__ unsigned long long size() const { return num_threads(); }
  __device__ bool is_valid() const { return true; }

  Kind What;
  unsigned Mask; ///< of lanes

protected:
  __device__ explicit thread_group(Kind What, unsigned Mask = 0)
      : What(What), Mask(Mask) {}
};

class thread_block : public thread_group {
public:
  __device__ thread_block() : thread_group(Kind::Block) {}
  TESSERA_BARRIER __device__ static void sync();
  __device__ static unsigned int thread_rank() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  }
  __device__ static unsigned int num_threads() {
    return blockDim.x * blockDim.y * blockDim.z;
  }
  __device__ static unsigned int size() { return num_threads(); }
  __device__ static dim3 group_index() {
    return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
  }
  __device__ static dim3 thread_index() {
    return dim3(threadIdx.x, threadIdx.y, threadIdx.z);
  }
  __device__ static dim3 dim_threads() {
    return dim3(blockDim.x, blockDim.y, blockDim.z);
  }
  __device__ static dim3 group_dim() { return dim_threads(); }
};

class grid_group : public thread_group {
public:
  __device__ grid_group() : thread_group(Kind::Grid) {}
  TESSERA_BARRIER __device__ static void sync();
  __device__ static bool is_valid();
  __device__ static unsigned long long block_rank() {
    return blockIdx.x +
           (unsigned long long)gridDim.x *
               (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
  }
  __device__ static unsigned long long num_blocks() {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
  }
  __device__ static unsigned long long thread_rank() {
    return block_rank() * thread_block::num_threads() +
           thread_block::thread_rank();
  }
  __device__ static unsigned long long num_threads() {
    return num_blocks() * thread_block::num_threads();
  }
  __device__ static unsigned long long size() { return num_threads(); }
  __device__ static dim3 dim_blocks() {
    return dim3(gridDim.x, gridDim.y, gridDim.z);
  }
  __device__ static dim3 group_dim() { return dim_blocks(); }
  __device__ static dim3 block_index() { return thread_block::group_index(); }
  __device__ static dim3 thread_index() {
    return dim3(threadIdx.x + blockIdx.x * blockDim.x,
                threadIdx.y + blockIdx.y * blockDim.y,
                threadIdx.z + blockIdx.z * blockDim.z);
  }
  __device__ static dim3 dim_threads() {
    return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y,
                gridDim.z * blockDim.z);
  }
};

__device__ inline thread_block this_thread_block() { return {}; }
__device__ inline grid_group this_grid() { return {}; }
TESSERA_BARRIER __device__ void sync(const thread_block &);
TESSERA_BARRIER __device__ void sync(const grid_group &);
TESSERA_BARRIER __device__ void sync(const thread_group &);

namespace details {

__forceinline__ __device__ unsigned lanesBefore(unsigned Mask) {
  const unsigned Lane = thread_block::thread_rank() % 32;
  return __builtin_popcount(Mask & ((1u << Lane) - 1));
}

} // namespace details

__device__ inline unsigned long long thread_group::num_threads() const {
  return What == Kind::Block  ? thread_block::num_threads()
         : What == Kind::Grid ? grid_group::num_threads()
                              : __builtin_popcount(Mask);
}
__device__ inline unsigned long long thread_group::thread_rank() const {
  return What == Kind::Block  ? thread_block::thread_rank()
         : What == Kind::Grid ? grid_group::thread_rank()
                              : details::lanesBefore(Mask);
}

} // namespace cooperative_groups
