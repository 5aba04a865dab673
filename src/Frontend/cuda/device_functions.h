//===- device_functions.h - Barriers, warps, caches, clocks ---------------===//
#ifndef TESSERA_CUDA_DEVICE_FUNCTIONS_H
#define TESSERA_CUDA_DEVICE_FUNCTIONS_H

#include "simd_functions.h"
#include "vector_functions.h"
#include <stddef.h>

// Barriers and fences.
__device__ void __syncthreads();
__device__ int __syncthreads_count(int __Predicate);
__device__ int __syncthreads_and(int __Predicate);
__device__ int __syncthreads_or(int __Predicate);
__device__ void __syncwarp(unsigned int __Mask = 0xffffffffu);
__device__ void __threadfence();
__device__ void __threadfence_block();
__device__ void __threadfence_system();
__device__ void __threadfence_cluster();
__device__ void __barrier_sync(unsigned int __Id);
__device__ void __barrier_sync_count(unsigned int __Id, unsigned int __Count);

// Launches that begin before the one before them ends.
__device__ void cudaGridDependencySynchronize();
__device__ void cudaTriggerProgrammaticLaunchCompletion();

// Blocks in a cluster.
__device__ unsigned int __clusterDimIsSpecified();
__device__ dim3 __clusterDim();
__device__ dim3 __clusterRelativeBlockIdx();
__device__ dim3 __clusterGridDimInClusters();
__device__ dim3 __clusterIdx();
__device__ unsigned int __clusterRelativeBlockRank();
__device__ unsigned int __clusterSizeInBlocks();
__device__ void __cluster_barrier_arrive();
__device__ void __cluster_barrier_arrive_relaxed();
__device__ void __cluster_barrier_wait();
__device__ unsigned int __isClusterShared(const void *__Pointer);
__device__ void *__cluster_map_shared_rank(const void *__Pointer,
                                           unsigned int __Rank);
__device__ unsigned int __cluster_query_shared_rank(const void *__Pointer);

// Votes and matches.
__device__ unsigned int __activemask();
__device__ int __all_sync(unsigned int __Mask, int __Predicate);
__device__ int __any_sync(unsigned int __Mask, int __Predicate);
__device__ int __uni_sync(unsigned int __Mask, int __Predicate);
__device__ unsigned int __ballot_sync(unsigned int __Mask, int __Predicate);
__device__ unsigned int __fns(unsigned int __Mask, unsigned int __Base,
                              int __Offset);

// Shuffles and what else moves one value of type T between lanes.
#define TESSERA_LANES(T)                                                       \
  __device__ T __shfl_sync(unsigned int __Mask, T __Value, int __Lane,         \
                           int __Width = 32);                                  \
  __device__ T __shfl_up_sync(unsigned int __Mask, T __Value,                  \
                              unsigned int __Delta, int __Width = 32);         \
  __device__ T __shfl_down_sync(unsigned int __Mask, T __Value,                \
                                unsigned int __Delta, int __Width = 32);       \
  __device__ T __shfl_xor_sync(unsigned int __Mask, T __Value, int __LaneMask, \
                               int __Width = 32);                              \
  __device__ unsigned int __match_any_sync(unsigned int __Mask, T __Value);    \
  __device__ unsigned int __match_all_sync(unsigned int __Mask, T __Value,     \
                                           int *__Predicate);
TESSERA_LANES(int)
TESSERA_LANES(unsigned int)
TESSERA_LANES(long)
TESSERA_LANES(unsigned long)
TESSERA_LANES(long long)
TESSERA_LANES(unsigned long long)
TESSERA_LANES(float)
TESSERA_LANES(double)
#undef TESSERA_LANES

__device__ int __reduce_add_sync(unsigned int __Mask, int __Value);
__device__ int __reduce_min_sync(unsigned int __Mask, int __Value);
__device__ int __reduce_max_sync(unsigned int __Mask, int __Value);
__device__ unsigned int __reduce_add_sync(unsigned int __Mask,
                                          unsigned int __Value);
__device__ unsigned int __reduce_min_sync(unsigned int __Mask,
                                          unsigned int __Value);
__device__ unsigned int __reduce_max_sync(unsigned int __Mask,
                                          unsigned int __Value);
__device__ unsigned int __reduce_and_sync(unsigned int __Mask,
                                          unsigned int __Value);
__device__ unsigned int __reduce_or_sync(unsigned int __Mask,
                                         unsigned int __Value);
__device__ unsigned int __reduce_xor_sync(unsigned int __Mask,
                                          unsigned int __Value);

// Clocks, traps, address spaces.
__device__ int clock();
__device__ long long clock64();
__device__ unsigned long long __globaltimer();
__device__ void __nanosleep(unsigned int __Nanoseconds);
__device__ void __trap();
__device__ void __brkpt();
__device__ unsigned int __isGlobal(const void *__Pointer);
__device__ unsigned int __isShared(const void *__Pointer);
__device__ unsigned int __isConstant(const void *__Pointer);
__device__ unsigned int __isLocal(const void *__Pointer);
__device__ size_t __cvta_generic_to_global(const void *__Pointer);
__device__ size_t __cvta_generic_to_shared(const void *__Pointer);
__device__ size_t __cvta_generic_to_constant(const void *__Pointer);
__device__ size_t __cvta_generic_to_local(const void *__Pointer);
__device__ void *__cvta_global_to_generic(size_t __Address);
__device__ void *__cvta_shared_to_generic(size_t __Address);
__device__ void *__cvta_constant_to_generic(size_t __Address);
__device__ void *__cvta_local_to_generic(size_t __Address);

// The C library inside a kernel.
extern "C" {
__device__ int printf(const char *__Format, ...);
__device__ void *malloc(size_t __Size);
__device__ void free(void *__Pointer);
__device__ void *memcpy(void *__To, const void *__From, size_t __Size);
__device__ void *memmove(void *__To, const void *__From, size_t __Size);
__device__ void *memset(void *__To, int __Value, size_t __Size);
__device__ int memcmp(const void *__A, const void *__B, size_t __Size);
__device__ void __assert_fail(const char *__Condition, const char *__File,
                              unsigned int __Line, const char *__Function)
    __attribute__((noreturn));
}

#endif
