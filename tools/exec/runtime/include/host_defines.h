//===- host_defines.h - CUDA's specifiers, twice
//---------------------------===//
//
// A program is read two times: once as CUDA, to find kernels, launches and
// shared variables, and once, edited, as C++ that runs. In the second reading
// `__shared__` begins a type: see TESSERA_SHARED in tessera_run/launch.h.
//
//===----------------------------------------------------------------------===//
#pragma once

// As nvcc defines them: programs ask for the compiler's version.
#ifndef __CUDACC_VER_MAJOR__
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 88
#endif

#define __align__(N) __attribute__((aligned(N)))
// Not __noinline__: libstdc++ uses that word. Clang knows it in CUDA, and the
// translation removes it.
#define __forceinline__ inline __attribute__((always_inline))
#define __inline_hint__
#define CUDARTAPI
#define CUDART_CB
#define __builtin_align__(N) __align__(N)

#ifdef __CUDA__
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
// For objects that have constructors: see respellSharedObject.
#define TESSERA_SHARED_OBJECT __attribute__((annotate("tessera-shared-object")))
#define __constant__ __attribute__((constant))
#define __managed__                                                            \
  __attribute__((device)) __attribute__((annotate("tessera-managed")))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __grid_constant__
#else
#define __host__
#define __device__
#define __global__
#define __shared__ typedef
#define TESSERA_SHARED_OBJECT typedef
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#define __grid_constant__
#endif
#define __cluster_dims__(...)
#define __maxnreg__(...)
