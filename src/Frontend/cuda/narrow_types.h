//===- narrow_types.h - What types of 16 bits with a fraction have --------===//
#ifndef TESSERA_CUDA_NARROW_TYPES_H
#define TESSERA_CUDA_NARROW_TYPES_H

#include "vector_types.h"

#define TESSERA_NARROW_BOTH __host__ __device__

// The operator NAME and the function that does the same.
#define TESSERA_NARROW_OPERATOR(T, NAME, FUNCTION)                             \
  TESSERA_NARROW_BOTH T operator NAME(const T &__X, const T &__Y);             \
  __device__ T FUNCTION(T __X, T __Y);
#define TESSERA_NARROW_COMPARISON(T, NAME)                                     \
  TESSERA_NARROW_BOTH bool operator NAME(const T &__X, const T &__Y);

// The type T, the pair T2 of it, and what is named by NAME: `__float2half`.
#define TESSERA_NARROW(T, T2, NAME)                                            \
  struct __align__(2) T {                                                      \
    unsigned short __Bits;                                                     \
    T() = default;                                                             \
    TESSERA_NARROW_BOTH T(float __X);                                          \
    TESSERA_NARROW_BOTH T(double __X);                                         \
    TESSERA_NARROW_BOTH T(int __X);                                            \
    TESSERA_NARROW_BOTH T(unsigned int __X);                                   \
    TESSERA_NARROW_BOTH operator float() const;                                \
    TESSERA_NARROW_BOTH T &operator+=(const T &__Y);                           \
    TESSERA_NARROW_BOTH T &operator-=(const T &__Y);                           \
    TESSERA_NARROW_BOTH T &operator*=(const T &__Y);                           \
    TESSERA_NARROW_BOTH T &operator/=(const T &__Y);                           \
  };                                                                           \
  struct __align__(4) T2 {                                                     \
    T x, y;                                                                    \
    T2() = default;                                                            \
    TESSERA_NARROW_BOTH T2(const T &__X, const T &__Y);                        \
  };                                                                           \
  TESSERA_NARROW_OPERATOR(T, +, __hadd)                                        \
  TESSERA_NARROW_OPERATOR(T, -, __hsub)                                        \
  TESSERA_NARROW_OPERATOR(T, *, __hmul)                                        \
  TESSERA_NARROW_OPERATOR(T, /, __hdiv)                                        \
  TESSERA_NARROW_OPERATOR(T2, +, __hadd2)                                      \
  TESSERA_NARROW_OPERATOR(T2, -, __hsub2)                                      \
  TESSERA_NARROW_OPERATOR(T2, *, __hmul2)                                      \
  TESSERA_NARROW_OPERATOR(T2, /, __h2div)                                      \
  TESSERA_NARROW_BOTH T operator-(const T &__X);                               \
  TESSERA_NARROW_COMPARISON(T, ==)                                             \
  TESSERA_NARROW_COMPARISON(T, !=)                                             \
  TESSERA_NARROW_COMPARISON(T, <)                                              \
  TESSERA_NARROW_COMPARISON(T, <=)                                             \
  TESSERA_NARROW_COMPARISON(T, >)                                              \
  TESSERA_NARROW_COMPARISON(T, >=)                                             \
  __device__ T __hfma(T __X, T __Y, T __Z);                                    \
  __device__ T2 __hfma2(T2 __X, T2 __Y, T2 __Z);                               \
  __device__ T __hneg(T __X);                                                  \
  __device__ T __hmax(T __X, T __Y);                                           \
  __device__ T __hmin(T __X, T __Y);                                           \
  __device__ bool __hlt(T __X, T __Y);                                         \
  __device__ bool __hgt(T __X, T __Y);                                         \
  __device__ bool __heq(T __X, T __Y);                                         \
  __device__ T hexp(T __X);                                                    \
  __device__ T hlog(T __X);                                                    \
  __device__ T hsqrt(T __X);                                                   \
  __device__ T hrsqrt(T __X);                                                  \
  __device__ T hrcp(T __X);                                                    \
  TESSERA_NARROW_BOTH T __float2##NAME(float __X);                             \
  TESSERA_NARROW_BOTH T __float2##NAME##_rn(float __X);                        \
  TESSERA_NARROW_BOTH T __double2##NAME(double __X);                           \
  TESSERA_NARROW_BOTH float __##NAME##2float(T __X);                           \
  TESSERA_NARROW_BOTH T __int2##NAME##_rn(int __X);                            \
  TESSERA_NARROW_BOTH int __##NAME##2int_rn(T __X);                            \
  TESSERA_NARROW_BOTH T __ushort_as_##NAME(unsigned short __X);                \
  TESSERA_NARROW_BOTH unsigned short __##NAME##_as_ushort(T __X);              \
  TESSERA_NARROW_BOTH T2 make_##NAME##2(T __X, T __Y);                         \
  TESSERA_NARROW_BOTH T2 __halves2##NAME##2(T __X, T __Y);                     \
  TESSERA_NARROW_BOTH T2 __##NAME##2##NAME##2(T __X);                          \
  TESSERA_NARROW_BOTH T2 __float2##NAME##2_rn(float __X);                      \
  TESSERA_NARROW_BOTH T2 __floats2##NAME##2_rn(float __X, float __Y);          \
  TESSERA_NARROW_BOTH T2 __float22##NAME##2_rn(float2 __X);                    \
  TESSERA_NARROW_BOTH float2 __##NAME##22float2(T2 __X);                       \
  TESSERA_NARROW_BOTH T __low2##NAME(T2 __X);                                  \
  TESSERA_NARROW_BOTH T __high2##NAME(T2 __X);                                 \
  TESSERA_NARROW_BOTH float __low2float(T2 __X);                               \
  TESSERA_NARROW_BOTH float __high2float(T2 __X);                              \
  __device__ T atomicAdd(T *__Address, T __Value);                             \
  __device__ T2 atomicAdd(T2 *__Address, T2 __Value);                          \
  __device__ T __ldg(const T *__Address);                                      \
  __device__ T2 __ldg(const T2 *__Address);

#endif
