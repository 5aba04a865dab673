//===- cuda_bf16.h - The upper halves of floats ---------------------------===//
//-------------------------------===//
#ifndef TESSERA_CUDA_BF16_H
#define TESSERA_CUDA_BF16_H

#include "vector_types.h"

#define TESSERA_BOTH __host__ __device__

struct __align__(2) __nv_bfloat16 {
  unsigned short __Bits;
  __nv_bfloat16() = default;
  TESSERA_BOTH __nv_bfloat16(float __X);
  TESSERA_BOTH __nv_bfloat16(double __X);
  TESSERA_BOTH __nv_bfloat16(int __X);
  TESSERA_BOTH __nv_bfloat16(unsigned int __X);
  TESSERA_BOTH operator float() const;
  TESSERA_BOTH __nv_bfloat16 &operator+=(const __nv_bfloat16 &__Y);
  TESSERA_BOTH __nv_bfloat16 &operator-=(const __nv_bfloat16 &__Y);
  TESSERA_BOTH __nv_bfloat16 &operator*=(const __nv_bfloat16 &__Y);
  TESSERA_BOTH __nv_bfloat16 &operator/=(const __nv_bfloat16 &__Y);
};
struct __align__(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  TESSERA_BOTH __nv_bfloat162(const __nv_bfloat16 &__X,
                              const __nv_bfloat16 &__Y);
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#define TESSERA_HALF(T, NAME, SUFFIX)                                          \
  TESSERA_BOTH T operator NAME(const T &__X, const T &__Y);                    \
  __device__ T SUFFIX(T __X, T __Y);
TESSERA_HALF(__nv_bfloat16, +, __hadd)
TESSERA_HALF(__nv_bfloat16, -, __hsub)
TESSERA_HALF(__nv_bfloat16, *, __hmul)
TESSERA_HALF(__nv_bfloat16, /, __hdiv)
TESSERA_HALF(__nv_bfloat162, +, __hadd2)
TESSERA_HALF(__nv_bfloat162, -, __hsub2)
TESSERA_HALF(__nv_bfloat162, *, __hmul2)
TESSERA_HALF(__nv_bfloat162, /, __h2div)
#undef TESSERA_HALF
TESSERA_BOTH __nv_bfloat16 operator-(const __nv_bfloat16 &__X);
TESSERA_BOTH bool operator==(const __nv_bfloat16 &__X,
                             const __nv_bfloat16 &__Y);
TESSERA_BOTH bool operator!=(const __nv_bfloat16 &__X,
                             const __nv_bfloat16 &__Y);
TESSERA_BOTH bool operator<(const __nv_bfloat16 &__X, const __nv_bfloat16 &__Y);
TESSERA_BOTH bool operator<=(const __nv_bfloat16 &__X,
                             const __nv_bfloat16 &__Y);
TESSERA_BOTH bool operator>(const __nv_bfloat16 &__X, const __nv_bfloat16 &__Y);
TESSERA_BOTH bool operator>=(const __nv_bfloat16 &__X,
                             const __nv_bfloat16 &__Y);
__device__ __nv_bfloat16 __hfma(__nv_bfloat16 __X, __nv_bfloat16 __Y,
                                __nv_bfloat16 __Z);
__device__ __nv_bfloat162 __hfma2(__nv_bfloat162 __X, __nv_bfloat162 __Y,
                                  __nv_bfloat162 __Z);
__device__ __nv_bfloat16 __hneg(__nv_bfloat16 __X);
__device__ __nv_bfloat16 __hmax(__nv_bfloat16 __X, __nv_bfloat16 __Y);
__device__ __nv_bfloat16 __hmin(__nv_bfloat16 __X, __nv_bfloat16 __Y);
__device__ bool __hlt(__nv_bfloat16 __X, __nv_bfloat16 __Y);
__device__ bool __hgt(__nv_bfloat16 __X, __nv_bfloat16 __Y);
__device__ bool __heq(__nv_bfloat16 __X, __nv_bfloat16 __Y);
__device__ __nv_bfloat16 hexp(__nv_bfloat16 __X);
__device__ __nv_bfloat16 hlog(__nv_bfloat16 __X);
__device__ __nv_bfloat16 hsqrt(__nv_bfloat16 __X);
__device__ __nv_bfloat16 hrsqrt(__nv_bfloat16 __X);
__device__ __nv_bfloat16 hrcp(__nv_bfloat16 __X);

TESSERA_BOTH __nv_bfloat16 __float2bfloat16(float __X);
TESSERA_BOTH __nv_bfloat16 __float2bfloat16_rn(float __X);
TESSERA_BOTH __nv_bfloat16 __double2bfloat16(double __X);
TESSERA_BOTH float __bfloat162float(__nv_bfloat16 __X);
TESSERA_BOTH __nv_bfloat16 __int2bfloat16_rn(int __X);
TESSERA_BOTH int __bfloat162int_rn(__nv_bfloat16 __X);
TESSERA_BOTH __nv_bfloat16 __ushort_as_bfloat16(unsigned short __X);
TESSERA_BOTH unsigned short __bfloat16_as_ushort(__nv_bfloat16 __X);
TESSERA_BOTH __nv_bfloat162 make_bfloat162(__nv_bfloat16 __X,
                                           __nv_bfloat16 __Y);
TESSERA_BOTH __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 __X,
                                               __nv_bfloat16 __Y);
TESSERA_BOTH __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 __X);
TESSERA_BOTH __nv_bfloat162 __float2bfloat162_rn(float __X);
TESSERA_BOTH __nv_bfloat162 __floats2bfloat162_rn(float __X, float __Y);
TESSERA_BOTH __nv_bfloat162 __float22bfloat162_rn(float2 __X);
TESSERA_BOTH float2 __bfloat1622float2(__nv_bfloat162 __X);
TESSERA_BOTH __nv_bfloat16 __low2bfloat16(__nv_bfloat162 __X);
TESSERA_BOTH __nv_bfloat16 __high2bfloat16(__nv_bfloat162 __X);
TESSERA_BOTH float __low2float(__nv_bfloat162 __X);
TESSERA_BOTH float __high2float(__nv_bfloat162 __X);
__device__ __nv_bfloat16 atomicAdd(__nv_bfloat16 *__Address,
                                   __nv_bfloat16 __Value);
__device__ __nv_bfloat162 atomicAdd(__nv_bfloat162 *__Address,
                                    __nv_bfloat162 __Value);
__device__ __nv_bfloat16 __ldg(const __nv_bfloat16 *__Address);
__device__ __nv_bfloat162 __ldg(const __nv_bfloat162 *__Address);

#undef TESSERA_BOTH

#endif
