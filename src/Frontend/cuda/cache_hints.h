//===- cache_hints.h - Loads and stores with a cache hint -----------------===//
//
// Clang's own headers for a toolkit have some of the loads only.
//
//===----------------------------------------------------------------------===//
#ifndef TESSERA_CUDA_CACHE_HINTS_H
#define TESSERA_CUDA_CACHE_HINTS_H

#pragma GCC system_header

#define TESSERA_HINTED(T)                                                      \
  __device__ T __ldca(const T *__Address);                                     \
  __device__ T __ldlu(const T *__Address);                                     \
  __device__ void __stwb(T *__Address, T __Value);                             \
  __device__ void __stcg(T *__Address, T __Value);                             \
  __device__ void __stcs(T *__Address, T __Value);                             \
  __device__ void __stwt(T *__Address, T __Value);
#define TESSERA_HINTED_LOADS(T)                                                \
  __device__ T __ldg(const T *__Address);                                      \
  __device__ T __ldcg(const T *__Address);                                     \
  __device__ T __ldcs(const T *__Address);                                     \
  __device__ T __ldcv(const T *__Address);
#define TESSERA_HINTED_TYPES(HINTED)                                           \
  HINTED(char)                                                                 \
  HINTED(signed char)                                                          \
  HINTED(short)                                                                \
  HINTED(int)                                                                  \
  HINTED(long)                                                                 \
  HINTED(long long)                                                            \
  HINTED(unsigned char)                                                        \
  HINTED(unsigned short)                                                       \
  HINTED(unsigned int)                                                         \
  HINTED(unsigned long long)                                                   \
  HINTED(float)                                                                \
  HINTED(double)                                                               \
  HINTED(char2)                                                                \
  HINTED(char4)                                                                \
  HINTED(short2)                                                               \
  HINTED(short4)                                                               \
  HINTED(int2)                                                                 \
  HINTED(int4)                                                                 \
  HINTED(longlong2)                                                            \
  HINTED(uchar2)                                                               \
  HINTED(uchar4)                                                               \
  HINTED(ushort2)                                                              \
  HINTED(ushort4)                                                              \
  HINTED(uint2)                                                                \
  HINTED(uint4)                                                                \
  HINTED(ulonglong2)                                                           \
  HINTED(float2)                                                               \
  HINTED(float4)                                                               \
  HINTED(double2)

TESSERA_HINTED_TYPES(TESSERA_HINTED)
TESSERA_HINTED(unsigned long)
#ifdef TESSERA_CUDA_DEVICE_FUNCTIONS_H
TESSERA_HINTED_TYPES(TESSERA_HINTED_LOADS)
__device__ unsigned long __ldg(const unsigned long *__Address);
#endif
__device__ unsigned long __ldcg(const unsigned long *__Address);
__device__ unsigned long __ldcs(const unsigned long *__Address);
__device__ unsigned long __ldcv(const unsigned long *__Address);

#undef TESSERA_HINTED
#undef TESSERA_HINTED_LOADS
#undef TESSERA_HINTED_TYPES

#endif
