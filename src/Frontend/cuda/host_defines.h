//===- host_defines.h - CUDA attributes, as Clang spells them -------------===//
#ifndef TESSERA_CUDA_HOST_DEFINES_H
#define TESSERA_CUDA_HOST_DEFINES_H

#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 88
#define CUDART_VERSION 13000

// __noinline__ is a keyword of Clang's and must not become a macro:
// libstdc++ writes __attribute__((__noinline__)).
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#define __grid_constant__ __attribute__((grid_constant))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __align__(N) __attribute__((aligned(N)))
#define __builtin_align__(N) __align__(N)
#define __annotate__(A) __attribute__((A))
#define __no_return__ __attribute__((noreturn))
#define __thread__ __thread

// Hints that change nothing about what a program means.
#define __inline_hint__
#define __nv_pure__
#define __maxnreg__(N)
#define __block_size__(...)
#define __cluster_dims__(...)
#define __device_builtin__
#define __cudart_builtin__

#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDART_CB

#endif
