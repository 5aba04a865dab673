//===- device_functions.h - Barriers, warps, caches, clocks ---------------===//
#ifndef TESSERA_CUDA_DEVICE_FUNCTIONS_H
#define TESSERA_CUDA_DEVICE_FUNCTIONS_H

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

// Loads and stores with a cache hint.
#define TESSERA_CACHED(T)                                                      \
  __device__ T __ldg(const T *__Address);                                      \
  __device__ T __ldca(const T *__Address);                                     \
  __device__ T __ldcg(const T *__Address);                                     \
  __device__ T __ldcs(const T *__Address);                                     \
  __device__ T __ldcv(const T *__Address);                                     \
  __device__ T __ldlu(const T *__Address);                                     \
  __device__ void __stwb(T *__Address, T __Value);                             \
  __device__ void __stcg(T *__Address, T __Value);                             \
  __device__ void __stcs(T *__Address, T __Value);                             \
  __device__ void __stwt(T *__Address, T __Value);
TESSERA_CACHED(char)
TESSERA_CACHED(signed char)
TESSERA_CACHED(short)
TESSERA_CACHED(int)
TESSERA_CACHED(long)
TESSERA_CACHED(long long)
TESSERA_CACHED(unsigned char)
TESSERA_CACHED(unsigned short)
TESSERA_CACHED(unsigned int)
TESSERA_CACHED(unsigned long)
TESSERA_CACHED(unsigned long long)
TESSERA_CACHED(float)
TESSERA_CACHED(double)
TESSERA_CACHED(char2)
TESSERA_CACHED(char4)
TESSERA_CACHED(short2)
TESSERA_CACHED(short4)
TESSERA_CACHED(int2)
TESSERA_CACHED(int4)
TESSERA_CACHED(longlong2)
TESSERA_CACHED(uchar2)
TESSERA_CACHED(uchar4)
TESSERA_CACHED(ushort2)
TESSERA_CACHED(ushort4)
TESSERA_CACHED(uint2)
TESSERA_CACHED(uint4)
TESSERA_CACHED(ulonglong2)
TESSERA_CACHED(float2)
TESSERA_CACHED(float4)
TESSERA_CACHED(double2)
#undef TESSERA_CACHED

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
