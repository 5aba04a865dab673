//===- device_atomic_functions.h - Atomic functions -----------------------===//
#ifndef TESSERA_CUDA_DEVICE_ATOMIC_FUNCTIONS_H
#define TESSERA_CUDA_DEVICE_ATOMIC_FUNCTIONS_H

#include "vector_types.h"

// Each function in its three scopes: the device, the block, the system.
#define TESSERA_ATOMIC(NAME, T)                                                \
  __device__ T NAME(T *__Address, T __Value);                                  \
  __device__ T NAME##_block(T *__Address, T __Value);                          \
  __device__ T NAME##_system(T *__Address, T __Value);
#define TESSERA_ATOMIC_CAS(T)                                                  \
  __device__ T atomicCAS(T *__Address, T __Compare, T __Value);                \
  __device__ T atomicCAS_block(T *__Address, T __Compare, T __Value);          \
  __device__ T atomicCAS_system(T *__Address, T __Compare, T __Value);
#define TESSERA_ATOMIC_INTEGER(T)                                              \
  TESSERA_ATOMIC(atomicMin, T)                                                 \
  TESSERA_ATOMIC(atomicMax, T)                                                 \
  TESSERA_ATOMIC(atomicAnd, T)                                                 \
  TESSERA_ATOMIC(atomicOr, T)                                                  \
  TESSERA_ATOMIC(atomicXor, T)                                                 \
  TESSERA_ATOMIC(atomicExch, T)                                                \
  TESSERA_ATOMIC_CAS(T)

TESSERA_ATOMIC_INTEGER(int)
TESSERA_ATOMIC_INTEGER(unsigned int)
TESSERA_ATOMIC_INTEGER(long long)
TESSERA_ATOMIC_INTEGER(unsigned long long)
TESSERA_ATOMIC_CAS(unsigned short)

TESSERA_ATOMIC(atomicAdd, int)
TESSERA_ATOMIC(atomicAdd, unsigned int)
TESSERA_ATOMIC(atomicAdd, unsigned long long)
TESSERA_ATOMIC(atomicAdd, float)
TESSERA_ATOMIC(atomicAdd, double)
TESSERA_ATOMIC(atomicAdd, float2)
TESSERA_ATOMIC(atomicAdd, float4)
TESSERA_ATOMIC(atomicSub, int)
TESSERA_ATOMIC(atomicSub, unsigned int)
TESSERA_ATOMIC(atomicExch, float)
TESSERA_ATOMIC(atomicInc, unsigned int)
TESSERA_ATOMIC(atomicDec, unsigned int)

#undef TESSERA_ATOMIC_INTEGER
#undef TESSERA_ATOMIC_CAS
#undef TESSERA_ATOMIC

#endif
