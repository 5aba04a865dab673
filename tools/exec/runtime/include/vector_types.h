//===- vector_types.h - int2, float4, dim3 and their kin ------------------===//
#pragma once
#include "host_defines.h"

#define TESSERA_VECTORS(NAME, T, ALIGN2, ALIGN4)                               \
  struct NAME##1 { T x; };                                                     \
  struct __align__(ALIGN2) NAME##2 { T x, y; };                                \
  struct NAME##3 { T x, y, z; };                                               \
  struct __align__(ALIGN4) NAME##4 { T x, y, z, w; };                          \
  inline NAME##1 make_##NAME##1(T x) { return {x}; }                           \
  inline NAME##2 make_##NAME##2(T x, T y) { return {x, y}; }                   \
  inline NAME##3 make_##NAME##3(T x, T y, T z) { return {x, y, z}; }           \
  inline NAME##4 make_##NAME##4(T x, T y, T z, T w) { return {x, y, z, w}; }

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
#undef TESSERA_VECTORS

struct dim3 {
  unsigned int x, y, z;
  constexpr dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1)
      : x(x), y(y), z(z) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return uint3{x, y, z}; }
};
