//===- vector_functions.h - make_float4 and its relatives -----------------===//
#ifndef TESSERA_CUDA_VECTOR_FUNCTIONS_H
#define TESSERA_CUDA_VECTOR_FUNCTIONS_H

#include "vector_types.h"

#define TESSERA_MAKE static inline __host__ __device__

#define TESSERA_MAKE_VECTORS(NAME, T)                                          \
  TESSERA_MAKE NAME##1 make_##NAME##1(T __X) { return {__X}; }                 \
  TESSERA_MAKE NAME##2 make_##NAME##2(T __X, T __Y) { return {__X, __Y}; }     \
  TESSERA_MAKE NAME##3 make_##NAME##3(T __X, T __Y, T __Z) {                   \
    return {__X, __Y, __Z};                                                    \
  }                                                                            \
  TESSERA_MAKE_VECTOR4(NAME##4, T)
#define TESSERA_MAKE_VECTOR4(NAME, T)                                          \
  TESSERA_MAKE NAME make_##NAME(T __X, T __Y, T __Z, T __W) {                  \
    return {__X, __Y, __Z, __W};                                               \
  }

TESSERA_MAKE_VECTORS(char, signed char)
TESSERA_MAKE_VECTORS(uchar, unsigned char)
TESSERA_MAKE_VECTORS(short, short)
TESSERA_MAKE_VECTORS(ushort, unsigned short)
TESSERA_MAKE_VECTORS(int, int)
TESSERA_MAKE_VECTORS(uint, unsigned int)
TESSERA_MAKE_VECTORS(long, long)
TESSERA_MAKE_VECTORS(ulong, unsigned long)
TESSERA_MAKE_VECTORS(longlong, long long)
TESSERA_MAKE_VECTORS(ulonglong, unsigned long long)
TESSERA_MAKE_VECTORS(float, float)
TESSERA_MAKE_VECTORS(double, double)

TESSERA_MAKE_VECTOR4(long4_16a, long)
TESSERA_MAKE_VECTOR4(long4_32a, long)
TESSERA_MAKE_VECTOR4(ulong4_16a, unsigned long)
TESSERA_MAKE_VECTOR4(ulong4_32a, unsigned long)
TESSERA_MAKE_VECTOR4(longlong4_16a, long long)
TESSERA_MAKE_VECTOR4(longlong4_32a, long long)
TESSERA_MAKE_VECTOR4(ulonglong4_16a, unsigned long long)
TESSERA_MAKE_VECTOR4(ulonglong4_32a, unsigned long long)
TESSERA_MAKE_VECTOR4(double4_16a, double)
TESSERA_MAKE_VECTOR4(double4_32a, double)

#undef TESSERA_MAKE_VECTOR4
#undef TESSERA_MAKE_VECTORS
#undef TESSERA_MAKE

#endif
