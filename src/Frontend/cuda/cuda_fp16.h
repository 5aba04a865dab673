//===- cuda_fp16.h - Half precision ---------------------------------------===//
#ifndef TESSERA_CUDA_FP16_H
#define TESSERA_CUDA_FP16_H

#include "vector_types.h"

#define TESSERA_BOTH __host__ __device__

struct __align__(2) __half {
  unsigned short Bits;
  __half() = default;
  TESSERA_BOTH __half(float X);
  TESSERA_BOTH __half(double X);
  TESSERA_BOTH __half(int X);
  TESSERA_BOTH __half(unsigned int X);
  TESSERA_BOTH operator float() const;
  TESSERA_BOTH __half &operator+=(const __half &Y);
  TESSERA_BOTH __half &operator-=(const __half &Y);
  TESSERA_BOTH __half &operator*=(const __half &Y);
  TESSERA_BOTH __half &operator/=(const __half &Y);
};
struct __align__(4) __half2 {
  __half x, y;
  __half2() = default;
  TESSERA_BOTH __half2(const __half &X, const __half &Y);
};
typedef __half half;
typedef __half2 half2;

#define TESSERA_HALF(T, NAME, SUFFIX)                                          \
  TESSERA_BOTH T operator NAME(const T &X, const T &Y);                        \
  __device__ T SUFFIX(T X, T Y);
TESSERA_HALF(__half, +, __hadd)
TESSERA_HALF(__half, -, __hsub)
TESSERA_HALF(__half, *, __hmul)
TESSERA_HALF(__half, /, __hdiv)
TESSERA_HALF(__half2, +, __hadd2)
TESSERA_HALF(__half2, -, __hsub2)
TESSERA_HALF(__half2, *, __hmul2)
TESSERA_HALF(__half2, /, __h2div)
#undef TESSERA_HALF
TESSERA_BOTH __half operator-(const __half &X);
TESSERA_BOTH bool operator==(const __half &X, const __half &Y);
TESSERA_BOTH bool operator!=(const __half &X, const __half &Y);
TESSERA_BOTH bool operator<(const __half &X, const __half &Y);
TESSERA_BOTH bool operator<=(const __half &X, const __half &Y);
TESSERA_BOTH bool operator>(const __half &X, const __half &Y);
TESSERA_BOTH bool operator>=(const __half &X, const __half &Y);
__device__ __half __hfma(__half X, __half Y, __half Z);
__device__ __half2 __hfma2(__half2 X, __half2 Y, __half2 Z);
__device__ __half __hneg(__half X);
__device__ __half __hmax(__half X, __half Y);
__device__ __half __hmin(__half X, __half Y);
__device__ bool __hlt(__half X, __half Y);
__device__ bool __hgt(__half X, __half Y);
__device__ bool __heq(__half X, __half Y);
__device__ __half hexp(__half X);
__device__ __half hlog(__half X);
__device__ __half hsqrt(__half X);
__device__ __half hrsqrt(__half X);
__device__ __half hrcp(__half X);

TESSERA_BOTH __half __float2half(float X);
TESSERA_BOTH __half __float2half_rn(float X);
TESSERA_BOTH __half __double2half(double X);
TESSERA_BOTH float __half2float(__half X);
TESSERA_BOTH __half __int2half_rn(int X);
TESSERA_BOTH int __half2int_rn(__half X);
TESSERA_BOTH __half __ushort_as_half(unsigned short X);
TESSERA_BOTH unsigned short __half_as_ushort(__half X);
TESSERA_BOTH __half2 make_half2(__half X, __half Y);
TESSERA_BOTH __half2 __halves2half2(__half X, __half Y);
TESSERA_BOTH __half2 __half2half2(__half X);
TESSERA_BOTH __half2 __float2half2_rn(float X);
TESSERA_BOTH __half2 __floats2half2_rn(float X, float Y);
TESSERA_BOTH __half2 __float22half2_rn(float2 X);
TESSERA_BOTH float2 __half22float2(__half2 X);
TESSERA_BOTH __half __low2half(__half2 X);
TESSERA_BOTH __half __high2half(__half2 X);
TESSERA_BOTH float __low2float(__half2 X);
TESSERA_BOTH float __high2float(__half2 X);
__device__ __half atomicAdd(__half *Address, __half Value);
__device__ __half2 atomicAdd(__half2 *Address, __half2 Value);
__device__ __half __ldg(const __half *Address);
__device__ __half2 __ldg(const __half2 *Address);

#undef TESSERA_BOTH

#endif
