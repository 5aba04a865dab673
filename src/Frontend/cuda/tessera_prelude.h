//===- tessera_prelude.h - What nvcc adds and Clang does not --------------===//
//
// Included before every program, with the declarations of this folder and
// with a real toolkit alike.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_CUDA_PRELUDE_H
#define TESSERA_CUDA_PRELUDE_H

// Headers that nvcc includes before the program.
#include <assert.h>
#include <cuda_runtime.h>
#include <math.h>
#include <new>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <utility>

// Clang ignores the attribute `managed` in CUDA. For the host such a variable
// is a plain one; for the device it must be one of the device's. The
// annotation is how the frontend finds it.
#undef __managed__
#ifdef __CUDA_ARCH__
#define __managed__ __device__ __attribute__((annotate("tessera.managed")))
#else
#define __managed__ __attribute__((annotate("tessera.managed")))
#endif

// min and max of the host: nvcc has them for every pair of arithmetic types
// of one size.
#define TESSERA_HOST_MIN_MAX(R, A, B)                                          \
  static inline __host__ R min(A __X, B __Y) {                                 \
    return (R)__X < (R)__Y ? __X : __Y;                                        \
  }                                                                            \
  static inline __host__ R max(A __X, B __Y) {                                 \
    return (R)__X < (R)__Y ? __Y : __X;                                        \
  }
#define TESSERA_HOST_MIN_MAX_MIXED(T)                                          \
  TESSERA_HOST_MIN_MAX(T, T, T)                                                \
  TESSERA_HOST_MIN_MAX(unsigned T, unsigned T, unsigned T)                     \
  TESSERA_HOST_MIN_MAX(unsigned T, T, unsigned T)                              \
  TESSERA_HOST_MIN_MAX(unsigned T, unsigned T, T)
TESSERA_HOST_MIN_MAX_MIXED(int)
TESSERA_HOST_MIN_MAX_MIXED(long)
TESSERA_HOST_MIN_MAX_MIXED(long long)
TESSERA_HOST_MIN_MAX(float, float, float)
TESSERA_HOST_MIN_MAX(double, float, double)
TESSERA_HOST_MIN_MAX(double, double, float)
TESSERA_HOST_MIN_MAX(double, double, double)
#undef TESSERA_HOST_MIN_MAX_MIXED
#undef TESSERA_HOST_MIN_MAX

#include "cache_hints.h"

// The atomic operations that nvcc has built in.
enum {
  __NV_ATOMIC_RELAXED,
  __NV_ATOMIC_CONSUME,
  __NV_ATOMIC_ACQUIRE,
  __NV_ATOMIC_RELEASE,
  __NV_ATOMIC_ACQ_REL,
  __NV_ATOMIC_SEQ_CST
};
enum {
  __NV_THREAD_SCOPE_THREAD,
  __NV_THREAD_SCOPE_BLOCK,
  __NV_THREAD_SCOPE_CLUSTER,
  __NV_THREAD_SCOPE_DEVICE,
  __NV_THREAD_SCOPE_SYSTEM
};
#define TESSERA_SCOPE int __Order, int __Scope = __NV_THREAD_SCOPE_SYSTEM
#define TESSERA_ATOMIC_FETCH(NAME)                                             \
  template <class __T, class __V>                                              \
  __device__ __T __nv_atomic_fetch_##NAME(__T *__P, __V __Value,               \
                                          TESSERA_SCOPE);                      \
  template <class __T, class __V>                                              \
  __device__ void __nv_atomic_##NAME(__T *__P, __V __Value, TESSERA_SCOPE);
TESSERA_ATOMIC_FETCH(add)
TESSERA_ATOMIC_FETCH(sub)
TESSERA_ATOMIC_FETCH(and)
TESSERA_ATOMIC_FETCH(or)
TESSERA_ATOMIC_FETCH(xor)
TESSERA_ATOMIC_FETCH(min)
TESSERA_ATOMIC_FETCH(max)
template <class __T>
__device__ __T __nv_atomic_load_n(const __T *__P, TESSERA_SCOPE);
template <class __T>
__device__ void __nv_atomic_load(const __T *__P, __T *__Into, TESSERA_SCOPE);
template <class __T, class __V>
__device__ void __nv_atomic_store_n(__T *__P, __V __Value, TESSERA_SCOPE);
template <class __T>
__device__ void __nv_atomic_store(__T *__P, const __T *__Value, TESSERA_SCOPE);
template <class __T, class __V>
__device__ __T __nv_atomic_exchange_n(__T *__P, __V __Value, TESSERA_SCOPE);
template <class __T>
__device__ void __nv_atomic_exchange(__T *__P, const __T *__Value, __T *__Old,
                                     TESSERA_SCOPE);
template <class __T, class __V>
__device__ bool __nv_atomic_compare_exchange_n(__T *__P, __T *__Expected,
                                               __V __Value, bool __Weak,
                                               int __Success, TESSERA_SCOPE);
template <class __T>
__device__ bool __nv_atomic_compare_exchange(__T *__P, __T *__Expected,
                                             const __T *__Value, bool __Weak,
                                             int __Success, TESSERA_SCOPE);
__device__ void __nv_atomic_thread_fence(TESSERA_SCOPE);
#undef TESSERA_ATOMIC_FETCH
#undef TESSERA_SCOPE

// Names that CUDA dropped and programs still use.
#define cudaThreadSynchronize cudaDeviceSynchronize
#define cudaThreadExit cudaDeviceReset
#define cudaThreadSetLimit cudaDeviceSetLimit
#define cudaThreadGetLimit cudaDeviceGetLimit
#define cudaThreadSetCacheConfig cudaDeviceSetCacheConfig
#define cudaThreadGetCacheConfig cudaDeviceGetCacheConfig

#endif
