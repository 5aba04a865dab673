//===- cooperative_groups.h - The block and the grid as groups ------------===//
#pragma once
#include "device_functions.h"
#include "device_launch_parameters.h"

namespace cooperative_groups {

class thread_block {
public:
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
};

class grid_group {
public:
  TESSERA_BARRIER __device__ static void sync();
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
};

__device__ inline thread_block this_thread_block() { return {}; }
__device__ inline grid_group this_grid() { return {}; }
TESSERA_BARRIER __device__ void sync(const thread_block &);
TESSERA_BARRIER __device__ void sync(const grid_group &);

} // namespace cooperative_groups
