//===- vector_types.h - Short vectors and dim3 ----------------------------===//
#ifndef TESSERA_CUDA_VECTOR_TYPES_H
#define TESSERA_CUDA_VECTOR_TYPES_H

#include "host_defines.h"

#define TESSERA_VECTOR2(NAME, T, ALIGN)                                        \
  struct __align__(ALIGN) NAME {                                               \
    T x, y;                                                                    \
  };
#define TESSERA_VECTOR4(NAME, T, ALIGN)                                        \
  struct __align__(ALIGN) NAME {                                               \
    T x, y, z, w;                                                              \
  };
// A vector of two or four is aligned to its size, at most 16 bytes.
#define TESSERA_VECTORS(NAME, T, ALIGN2, ALIGN4)                               \
  struct NAME##1 { T x; };                                                     \
  TESSERA_VECTOR2(NAME##2, T, ALIGN2)                                          \
  struct NAME##3 { T x, y, z; };                                               \
  TESSERA_VECTOR4(NAME##4, T, ALIGN4)

TESSERA_VECTORS(char, signed char, 2, 4)
TESSERA_VECTORS(uchar, unsigned char, 2, 4)
TESSERA_VECTORS(short, short, 4, 8)
TESSERA_VECTORS(ushort, unsigned short, 4, 8)
TESSERA_VECTORS(int, int, 8, 16)
TESSERA_VECTORS(uint, unsigned int, 8, 16)
TESSERA_VECTORS(long, long, 16, 16)
TESSERA_VECTORS(ulong, unsigned long, 16, 16)
TESSERA_VECTORS(longlong, long long, 16, 16)
TESSERA_VECTORS(ulonglong, unsigned long long, 16, 16)
TESSERA_VECTORS(float, float, 8, 16)
TESSERA_VECTORS(double, double, 16, 16)

// CUDA 13 has the vectors of 32 bytes with either alignment in the name.
#define TESSERA_WIDE_VECTOR(NAME, T)                                           \
  TESSERA_VECTOR4(NAME##4_16a, T, 16) TESSERA_VECTOR4(NAME##4_32a, T, 32)
TESSERA_WIDE_VECTOR(long, long)
TESSERA_WIDE_VECTOR(ulong, unsigned long)
TESSERA_WIDE_VECTOR(longlong, long long)
TESSERA_WIDE_VECTOR(ulonglong, unsigned long long)
TESSERA_WIDE_VECTOR(double, double)

#undef TESSERA_WIDE_VECTOR
#undef TESSERA_VECTORS
#undef TESSERA_VECTOR4
#undef TESSERA_VECTOR2

struct dim3 {
  unsigned int x, y, z;
  __host__ __device__ constexpr dim3(unsigned int __X = 1, unsigned int __Y = 1,
                                     unsigned int __Z = 1)
      : x(__X), y(__Y), z(__Z) {}
  __host__ __device__ constexpr dim3(uint3 __V)
      : x(__V.x), y(__V.y), z(__V.z) {}
  __host__ __device__ constexpr operator uint3() const {
    return uint3{x, y, z};
  }
};

#endif
