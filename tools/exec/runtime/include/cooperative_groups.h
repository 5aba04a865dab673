//===- cooperative_groups.h - The block and the grid as groups ------------===//
#pragma once
#include "device_functions.h"
#include "device_launch_parameters.h"

extern "C" TESSERA_BARRIER void tessera_syncgrid();

namespace cooperative_groups {

class thread_block {
public:
  static void sync() { __syncthreads(); }
  static unsigned int thread_rank() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  }
  static unsigned int num_threads() {
    return blockDim.x * blockDim.y * blockDim.z;
  }
  static unsigned int size() { return num_threads(); }
  static dim3 group_index() {
    return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
  }
  static dim3 thread_index() {
    return dim3(threadIdx.x, threadIdx.y, threadIdx.z);
  }
};

class grid_group {
public:
  static void sync() { tessera_syncgrid(); }
  static unsigned long long block_rank() {
    return blockIdx.x +
           (unsigned long long)gridDim.x *
               (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
  }
  static unsigned long long num_blocks() {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
  }
  static unsigned long long thread_rank() {
    return block_rank() * thread_block::num_threads() +
           thread_block::thread_rank();
  }
  static unsigned long long num_threads() {
    return num_blocks() * thread_block::num_threads();
  }
  static unsigned long long size() { return num_threads(); }
};

inline thread_block this_thread_block() { return {}; }
inline grid_group this_grid() { return {}; }
template <class Group> void sync(const Group &G) { G.sync(); }

} // namespace cooperative_groups
