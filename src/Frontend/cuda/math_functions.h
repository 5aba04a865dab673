//===- math_functions.h - Mathematics in kernels --------------------------===//
#ifndef TESSERA_CUDA_MATH_FUNCTIONS_H
#define TESSERA_CUDA_MATH_FUNCTIONS_H

#include "vector_types.h"

// F(double), F(float) and Ff(float). The host has its own in <cmath>, and
// Clang prefers the overload of the side that calls. All of this comes before
// <cmath>, so that the templates of namespace std find it too.
#define TESSERA_MATH1(NAME)                                                    \
  __device__ double NAME(double __X);                                          \
  __device__ float NAME(float __X);                                            \
  __device__ float NAME##f(float __X);
#define TESSERA_MATH2(NAME)                                                    \
  __device__ double NAME(double __X, double __Y);                              \
  __device__ float NAME(float __X, float __Y);                                 \
  __device__ float NAME##f(float __X, float __Y);

TESSERA_MATH1(acos)
TESSERA_MATH1(acosh)
TESSERA_MATH1(asin)
TESSERA_MATH1(asinh)
TESSERA_MATH1(atan)
TESSERA_MATH1(atanh)
TESSERA_MATH1(cbrt)
TESSERA_MATH1(ceil)
TESSERA_MATH1(cos)
TESSERA_MATH1(cosh)
TESSERA_MATH1(erf)
TESSERA_MATH1(erfc)
TESSERA_MATH1(exp)
TESSERA_MATH1(exp2)
TESSERA_MATH1(expm1)
TESSERA_MATH1(fabs)
TESSERA_MATH1(floor)
TESSERA_MATH1(lgamma)
TESSERA_MATH1(log)
TESSERA_MATH1(log10)
TESSERA_MATH1(log1p)
TESSERA_MATH1(log2)
TESSERA_MATH1(logb)
TESSERA_MATH1(nearbyint)
TESSERA_MATH1(rint)
TESSERA_MATH1(round)
TESSERA_MATH1(sin)
TESSERA_MATH1(sinh)
TESSERA_MATH1(sqrt)
TESSERA_MATH1(tan)
TESSERA_MATH1(tanh)
TESSERA_MATH1(tgamma)
TESSERA_MATH1(trunc)
TESSERA_MATH2(atan2)
TESSERA_MATH2(copysign)
TESSERA_MATH2(fdim)
TESSERA_MATH2(fmax)
TESSERA_MATH2(fmin)
TESSERA_MATH2(fmod)
TESSERA_MATH2(hypot)
TESSERA_MATH2(nextafter)
TESSERA_MATH2(pow)
TESSERA_MATH2(remainder)
#undef TESSERA_MATH1
#undef TESSERA_MATH2

// Functions of another shape.
#define TESSERA_MATH(T)                                                        \
  __device__ T fma(T __X, T __Y, T __Z);                                       \
  __device__ T frexp(T __X, int *__Exponent);                                  \
  __device__ T ldexp(T __X, int __Exponent);                                   \
  __device__ T scalbn(T __X, int __Exponent);                                  \
  __device__ T modf(T __X, T *__Integral);                                     \
  __device__ T remquo(T __X, T __Y, int *__Quotient);                          \
  __device__ int ilogb(T __X);                                                 \
  __device__ long lrint(T __X);                                                \
  __device__ long lround(T __X);                                               \
  __device__ long long llrint(T __X);                                          \
  __device__ long long llround(T __X);                                         \
  __device__ T abs(T __X);                                                     \
  __device__ bool isfinite(T __X);                                             \
  __device__ bool isinf(T __X);                                                \
  __device__ bool isnan(T __X);                                                \
  __device__ bool signbit(T __X);
TESSERA_MATH(double)
TESSERA_MATH(float)
#undef TESSERA_MATH

__device__ float fmaf(float __X, float __Y, float __Z);
__device__ float frexpf(float __X, int *__Exponent);
__device__ float ldexpf(float __X, int __Exponent);
__device__ float scalbnf(float __X, int __Exponent);
__device__ float modff(float __X, float *__Integral);
__device__ float remquof(float __X, float __Y, int *__Quotient);
__device__ int ilogbf(float __X);
__device__ long lrintf(float __X);
__device__ long lroundf(float __X);
__device__ long long llrintf(float __X);
__device__ long long llroundf(float __X);
__device__ int abs(int __X);
__device__ long abs(long __X);
__device__ long long abs(long long __X);
__device__ long labs(long __X);
__device__ long long llabs(long long __X);

// Only CUDA has these, on both sides.
#define TESSERA_BOTH1(NAME)                                                    \
  __host__ __device__ double NAME(double __X);                                 \
  __host__ __device__ float NAME##f(float __X);
TESSERA_BOTH1(rsqrt)
TESSERA_BOTH1(rcbrt)
TESSERA_BOTH1(sinpi)
TESSERA_BOTH1(cospi)
TESSERA_BOTH1(erfinv)
TESSERA_BOTH1(erfcinv)
TESSERA_BOTH1(erfcx)
TESSERA_BOTH1(normcdf)
TESSERA_BOTH1(normcdfinv)
TESSERA_BOTH1(cyl_bessel_i0)
TESSERA_BOTH1(cyl_bessel_i1)
#undef TESSERA_BOTH1
__host__ __device__ float rsqrt(float __X);
__host__ __device__ double rhypot(double __X, double __Y);
__host__ __device__ float rhypotf(float __X, float __Y);
__host__ __device__ double norm3d(double __X, double __Y, double __Z);
__host__ __device__ float norm3df(float __X, float __Y, float __Z);
__host__ __device__ double rnorm3d(double __X, double __Y, double __Z);
__host__ __device__ float rnorm3df(float __X, float __Y, float __Z);
__host__ __device__ double norm4d(double __X, double __Y, double __Z,
                                  double __W);
__host__ __device__ float norm4df(float __X, float __Y, float __Z, float __W);
__host__ __device__ void sincospi(double __X, double *__Sine, double *__Cosine);
__host__ __device__ void sincospif(float __X, float *__Sine, float *__Cosine);
__device__ void sincos(double __X, double *__Sine, double *__Cosine);
__device__ void sincos(float __X, float *__Sine, float *__Cosine);
__device__ void sincosf(float __X, float *__Sine, float *__Cosine);
__device__ double exp10(double __X);
__device__ float exp10(float __X);
__device__ float exp10f(float __X);
__device__ double j0(double __X);
__device__ double j1(double __X);
__device__ double y0(double __X);
__device__ double y1(double __X);
__device__ float j0f(float __X);
__device__ float j1f(float __X);
__device__ float y0f(float __X);
__device__ float y1f(float __X);
__device__ float fdividef(float __X, float __Y);
__device__ float saturate(float __X);

// min and max of CUDA; tessera_prelude.h adds those of the host.
#define TESSERA_MIN_MAX(R, A, B)                                               \
  __device__ R min(A __X, B __Y);                                              \
  __device__ R max(A __X, B __Y);
#define TESSERA_MIN_MAX_MIXED(T)                                               \
  TESSERA_MIN_MAX(T, T, T)                                                     \
  TESSERA_MIN_MAX(unsigned T, unsigned T, unsigned T)                          \
  TESSERA_MIN_MAX(unsigned T, T, unsigned T)                                   \
  TESSERA_MIN_MAX(unsigned T, unsigned T, T)
TESSERA_MIN_MAX_MIXED(int)
TESSERA_MIN_MAX_MIXED(long)
TESSERA_MIN_MAX_MIXED(long long)
TESSERA_MIN_MAX(float, float, float)
TESSERA_MIN_MAX(double, float, double)
TESSERA_MIN_MAX(double, double, float)
TESSERA_MIN_MAX(double, double, double)
#undef TESSERA_MIN_MAX_MIXED
#undef TESSERA_MIN_MAX
__device__ unsigned int umin(unsigned int __X, unsigned int __Y);
__device__ unsigned int umax(unsigned int __X, unsigned int __Y);
__device__ long long llmin(long long __X, long long __Y);
__device__ long long llmax(long long __X, long long __Y);
__device__ unsigned long long ullmin(unsigned long long __X,
                                     unsigned long long __Y);
__device__ unsigned long long ullmax(unsigned long long __X,
                                     unsigned long long __Y);

// Fast single precision.
#define TESSERA_FAST1(NAME) __device__ float NAME(float __X);
TESSERA_FAST1(__sinf)
TESSERA_FAST1(__cosf)
TESSERA_FAST1(__tanf)
TESSERA_FAST1(__expf)
TESSERA_FAST1(__exp10f)
TESSERA_FAST1(__logf)
TESSERA_FAST1(__log2f)
TESSERA_FAST1(__log10f)
TESSERA_FAST1(__saturatef)
TESSERA_FAST1(__frsqrt_rn)
#undef TESSERA_FAST1
__device__ float __powf(float __X, float __Y);
__device__ float __fdividef(float __X, float __Y);
__device__ void __sincosf(float __X, float *__Sine, float *__Cosine);

// One operation, one rounding mode.
#define TESSERA_ROUNDED(MODE)                                                  \
  __device__ float __fadd_##MODE(float __X, float __Y);                        \
  __device__ float __fsub_##MODE(float __X, float __Y);                        \
  __device__ float __fmul_##MODE(float __X, float __Y);                        \
  __device__ float __fdiv_##MODE(float __X, float __Y);                        \
  __device__ float __fmaf_##MODE(float __X, float __Y, float __Z);             \
  __device__ float __frcp_##MODE(float __X);                                   \
  __device__ float __fsqrt_##MODE(float __X);                                  \
  __device__ double __dadd_##MODE(double __X, double __Y);                     \
  __device__ double __dsub_##MODE(double __X, double __Y);                     \
  __device__ double __dmul_##MODE(double __X, double __Y);                     \
  __device__ double __ddiv_##MODE(double __X, double __Y);                     \
  __device__ double __fma_##MODE(double __X, double __Y, double __Z);          \
  __device__ double __drcp_##MODE(double __X);                                 \
  __device__ double __dsqrt_##MODE(double __X);                                \
  __device__ int __float2int_##MODE(float __X);                                \
  __device__ unsigned int __float2uint_##MODE(float __X);                      \
  __device__ long long __float2ll_##MODE(float __X);                           \
  __device__ unsigned long long __float2ull_##MODE(float __X);                 \
  __device__ int __double2int_##MODE(double __X);                              \
  __device__ unsigned int __double2uint_##MODE(double __X);                    \
  __device__ long long __double2ll_##MODE(double __X);                         \
  __device__ unsigned long long __double2ull_##MODE(double __X);               \
  __device__ float __double2float_##MODE(double __X);                          \
  __device__ float __int2float_##MODE(int __X);                                \
  __device__ float __uint2float_##MODE(unsigned int __X);                      \
  __device__ float __ll2float_##MODE(long long __X);                           \
  __device__ float __ull2float_##MODE(unsigned long long __X);                 \
  __device__ double __ll2double_##MODE(long long __X);                         \
  __device__ double __ull2double_##MODE(unsigned long long __X);
TESSERA_ROUNDED(rn)
TESSERA_ROUNDED(rz)
TESSERA_ROUNDED(ru)
TESSERA_ROUNDED(rd)
#undef TESSERA_ROUNDED
__device__ double __int2double_rn(int __X);
__device__ double __uint2double_rn(unsigned int __X);

// Bits.
__device__ int __float_as_int(float __X);
__device__ unsigned int __float_as_uint(float __X);
__device__ float __int_as_float(int __X);
__device__ float __uint_as_float(unsigned int __X);
__device__ long long __double_as_longlong(double __X);
__device__ double __longlong_as_double(long long __X);
__device__ int __double2hiint(double __X);
__device__ int __double2loint(double __X);
__device__ double __hiloint2double(int __High, int __Low);
__device__ int __popc(unsigned int __X);
__device__ int __popcll(unsigned long long __X);
__device__ int __clz(int __X);
__device__ int __clzll(long long __X);
__device__ int __ffs(int __X);
__device__ int __ffsll(long long __X);
__device__ unsigned int __brev(unsigned int __X);
__device__ unsigned long long __brevll(unsigned long long __X);
__device__ unsigned int __byte_perm(unsigned int __X, unsigned int __Y,
                                    unsigned int __Selector);
__device__ unsigned int __funnelshift_l(unsigned int __Low, unsigned int __High,
                                        unsigned int __Shift);
__device__ unsigned int
__funnelshift_lc(unsigned int __Low, unsigned int __High, unsigned int __Shift);
__device__ unsigned int
__funnelshift_rc(unsigned int __Low, unsigned int __High, unsigned int __Shift);
__device__ unsigned int __funnelshift_r(unsigned int __Low, unsigned int __High,
                                        unsigned int __Shift);

// Integers.
__device__ int __mul24(int __X, int __Y);
__device__ unsigned int __umul24(unsigned int __X, unsigned int __Y);
__device__ int __mulhi(int __X, int __Y);
__device__ unsigned int __umulhi(unsigned int __X, unsigned int __Y);
__device__ long long __mul64hi(long long __X, long long __Y);
__device__ unsigned long long __umul64hi(unsigned long long __X,
                                         unsigned long long __Y);
__device__ int __hadd(int __X, int __Y);
__device__ int __rhadd(int __X, int __Y);
__device__ unsigned int __uhadd(unsigned int __X, unsigned int __Y);
__device__ unsigned int __urhadd(unsigned int __X, unsigned int __Y);
__device__ unsigned int __sad(int __X, int __Y, unsigned int __Z);
__device__ unsigned int __usad(unsigned int __X, unsigned int __Y,
                               unsigned int __Z);

#include <cmath>
#include <stdlib.h>

#endif
