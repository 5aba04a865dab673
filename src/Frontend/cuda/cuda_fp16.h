//===- cuda_fp16.h - Half precision ---------------------------------------===//
#ifndef TESSERA_CUDA_FP16_H
#define TESSERA_CUDA_FP16_H

#include "vector_types.h"

#define TESSERA_BOTH __host__ __device__

struct __align__(2) __half {
  unsigned short __Bits;
  __half() = default;
  TESSERA_BOTH __half(float __X);
  TESSERA_BOTH __half(double __X);
  TESSERA_BOTH __half(int __X);
  TESSERA_BOTH __half(unsigned int __X);
  TESSERA_BOTH operator float() const;
  TESSERA_BOTH __half &operator+=(const __half &__Y);
  TESSERA_BOTH __half &operator-=(const __half &__Y);
  TESSERA_BOTH __half &operator*=(const __half &__Y);
  TESSERA_BOTH __half &operator/=(const __half &__Y);
};
struct __align__(4) __half2 {
  __half x, y;
  __half2() = default;
  TESSERA_BOTH __half2(const __half &__X, const __half &__Y);
};
typedef __half half;
typedef __half2 half2;

#define TESSERA_HALF(T, NAME, SUFFIX)                                          \
  TESSERA_BOTH T operator NAME(const T &__X, const T &__Y);                    \
  __device__ T SUFFIX(T __X, T __Y);
TESSERA_HALF(__half, +, __hadd)
TESSERA_HALF(__half, -, __hsub)
TESSERA_HALF(__half, *, __hmul)
TESSERA_HALF(__half, /, __hdiv)
TESSERA_HALF(__half2, +, __hadd2)
TESSERA_HALF(__half2, -, __hsub2)
TESSERA_HALF(__half2, *, __hmul2)
TESSERA_HALF(__half2, /, __h2div)
#undef TESSERA_HALF
TESSERA_BOTH __half operator-(const __half &__X);
TESSERA_BOTH bool operator==(const __half &__X, const __half &__Y);
TESSERA_BOTH bool operator!=(const __half &__X, const __half &__Y);
TESSERA_BOTH bool operator<(const __half &__X, const __half &__Y);
TESSERA_BOTH bool operator<=(const __half &__X, const __half &__Y);
TESSERA_BOTH bool operator>(const __half &__X, const __half &__Y);
TESSERA_BOTH bool operator>=(const __half &__X, const __half &__Y);
__device__ __half __hfma(__half __X, __half __Y, __half __Z);
__device__ __half2 __hfma2(__half2 __X, __half2 __Y, __half2 __Z);
__device__ __half __hneg(__half __X);
__device__ __half __hmax(__half __X, __half __Y);
__device__ __half __hmin(__half __X, __half __Y);
__device__ bool __hlt(__half __X, __half __Y);
__device__ bool __hgt(__half __X, __half __Y);
__device__ bool __heq(__half __X, __half __Y);
__device__ __half hexp(__half __X);
__device__ __half hlog(__half __X);
__device__ __half hsqrt(__half __X);
__device__ __half hrsqrt(__half __X);
__device__ __half hrcp(__half __X);

TESSERA_BOTH __half __float2half(float __X);
TESSERA_BOTH __half __float2half_rn(float __X);
TESSERA_BOTH __half __double2half(double __X);
TESSERA_BOTH float __half2float(__half __X);
TESSERA_BOTH __half __int2half_rn(int __X);
TESSERA_BOTH int __half2int_rn(__half __X);
TESSERA_BOTH __half __ushort_as_half(unsigned short __X);
TESSERA_BOTH unsigned short __half_as_ushort(__half __X);
TESSERA_BOTH __half2 make_half2(__half __X, __half __Y);
TESSERA_BOTH __half2 __halves2half2(__half __X, __half __Y);
TESSERA_BOTH __half2 __half2half2(__half __X);
TESSERA_BOTH __half2 __float2half2_rn(float __X);
TESSERA_BOTH __half2 __floats2half2_rn(float __X, float __Y);
TESSERA_BOTH __half2 __float22half2_rn(float2 __X);
TESSERA_BOTH float2 __half22float2(__half2 __X);
TESSERA_BOTH __half __low2half(__half2 __X);
TESSERA_BOTH __half __high2half(__half2 __X);
TESSERA_BOTH float __low2float(__half2 __X);
TESSERA_BOTH float __high2float(__half2 __X);
__device__ __half atomicAdd(__half *__Address, __half __Value);
__device__ __half2 atomicAdd(__half2 *__Address, __half2 __Value);
__device__ __half __ldg(const __half *__Address);
__device__ __half2 __ldg(const __half2 *__Address);

#undef TESSERA_BOTH

#endif
