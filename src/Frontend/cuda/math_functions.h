//===- math_functions.h - Mathematics in kernels --------------------------===//
#ifndef TESSERA_CUDA_MATH_FUNCTIONS_H
#define TESSERA_CUDA_MATH_FUNCTIONS_H

#include "vector_types.h"

// F(double), F(float) and Ff(float). The host has its own in <cmath>, and
// Clang prefers the overload of the side that calls. All of this comes before
// <cmath>, so that the templates of namespace std find it too.
#define TESSERA_MATH1(NAME)                                                    \
  __device__ double NAME(double X);                                            \
  __device__ float NAME(float X);                                              \
  __device__ float NAME##f(float X);
#define TESSERA_MATH2(NAME)                                                    \
  __device__ double NAME(double X, double Y);                                  \
  __device__ float NAME(float X, float Y);                                     \
  __device__ float NAME##f(float X, float Y);

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
  __device__ T fma(T X, T Y, T Z);                                             \
  __device__ T frexp(T X, int *Exponent);                                      \
  __device__ T ldexp(T X, int Exponent);                                       \
  __device__ T scalbn(T X, int Exponent);                                      \
  __device__ T modf(T X, T *Integral);                                         \
  __device__ T remquo(T X, T Y, int *Quotient);                                \
  __device__ int ilogb(T X);                                                   \
  __device__ long lrint(T X);                                                  \
  __device__ long lround(T X);                                                 \
  __device__ long long llrint(T X);                                            \
  __device__ long long llround(T X);                                           \
  __device__ T abs(T X);                                                       \
  __device__ bool isfinite(T X);                                               \
  __device__ bool isinf(T X);                                                  \
  __device__ bool isnan(T X);                                                  \
  __device__ bool signbit(T X);
TESSERA_MATH(double)
TESSERA_MATH(float)
#undef TESSERA_MATH

__device__ float fmaf(float X, float Y, float Z);
__device__ float frexpf(float X, int *Exponent);
__device__ float ldexpf(float X, int Exponent);
__device__ float scalbnf(float X, int Exponent);
__device__ float modff(float X, float *Integral);
__device__ float remquof(float X, float Y, int *Quotient);
__device__ int ilogbf(float X);
__device__ long lrintf(float X);
__device__ long lroundf(float X);
__device__ long long llrintf(float X);
__device__ long long llroundf(float X);
__device__ int abs(int X);
__device__ long abs(long X);
__device__ long long abs(long long X);
__device__ long labs(long X);
__device__ long long llabs(long long X);

// Only CUDA has these, on both sides.
#define TESSERA_BOTH1(NAME)                                                    \
  __host__ __device__ double NAME(double X);                                   \
  __host__ __device__ float NAME##f(float X);
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
__host__ __device__ float rsqrt(float X);
__host__ __device__ double rhypot(double X, double Y);
__host__ __device__ float rhypotf(float X, float Y);
__host__ __device__ double norm3d(double X, double Y, double Z);
__host__ __device__ float norm3df(float X, float Y, float Z);
__host__ __device__ double rnorm3d(double X, double Y, double Z);
__host__ __device__ float rnorm3df(float X, float Y, float Z);
__host__ __device__ double norm4d(double X, double Y, double Z, double W);
__host__ __device__ float norm4df(float X, float Y, float Z, float W);
__host__ __device__ void sincospi(double X, double *Sine, double *Cosine);
__host__ __device__ void sincospif(float X, float *Sine, float *Cosine);
__device__ void sincos(double X, double *Sine, double *Cosine);
__device__ void sincos(float X, float *Sine, float *Cosine);
__device__ void sincosf(float X, float *Sine, float *Cosine);
__device__ double exp10(double X);
__device__ float exp10(float X);
__device__ float exp10f(float X);
__device__ double j0(double X);
__device__ double j1(double X);
__device__ double y0(double X);
__device__ double y1(double X);
__device__ float j0f(float X);
__device__ float j1f(float X);
__device__ float y0f(float X);
__device__ float y1f(float X);
__device__ float fdividef(float X, float Y);
__device__ float saturate(float X);

// min and max of CUDA; tessera_prelude.h adds those of the host.
#define TESSERA_MIN_MAX(R, A, B)                                               \
  __device__ R min(A X, B Y);                                                  \
  __device__ R max(A X, B Y);
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
__device__ unsigned int umin(unsigned int X, unsigned int Y);
__device__ unsigned int umax(unsigned int X, unsigned int Y);
__device__ long long llmin(long long X, long long Y);
__device__ long long llmax(long long X, long long Y);
__device__ unsigned long long ullmin(unsigned long long X,
                                     unsigned long long Y);
__device__ unsigned long long ullmax(unsigned long long X,
                                     unsigned long long Y);

// Fast single precision.
#define TESSERA_FAST1(NAME) __device__ float NAME(float X);
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
__device__ float __powf(float X, float Y);
__device__ float __fdividef(float X, float Y);
__device__ void __sincosf(float X, float *Sine, float *Cosine);

// One operation, one rounding mode.
#define TESSERA_ROUNDED(MODE)                                                  \
  __device__ float __fadd_##MODE(float X, float Y);                            \
  __device__ float __fsub_##MODE(float X, float Y);                            \
  __device__ float __fmul_##MODE(float X, float Y);                            \
  __device__ float __fdiv_##MODE(float X, float Y);                            \
  __device__ float __fmaf_##MODE(float X, float Y, float Z);                   \
  __device__ float __frcp_##MODE(float X);                                     \
  __device__ float __fsqrt_##MODE(float X);                                    \
  __device__ double __dadd_##MODE(double X, double Y);                         \
  __device__ double __dsub_##MODE(double X, double Y);                         \
  __device__ double __dmul_##MODE(double X, double Y);                         \
  __device__ double __ddiv_##MODE(double X, double Y);                         \
  __device__ double __fma_##MODE(double X, double Y, double Z);                \
  __device__ double __drcp_##MODE(double X);                                   \
  __device__ double __dsqrt_##MODE(double X);                                  \
  __device__ int __float2int_##MODE(float X);                                  \
  __device__ unsigned int __float2uint_##MODE(float X);                        \
  __device__ long long __float2ll_##MODE(float X);                             \
  __device__ unsigned long long __float2ull_##MODE(float X);                   \
  __device__ int __double2int_##MODE(double X);                                \
  __device__ unsigned int __double2uint_##MODE(double X);                      \
  __device__ long long __double2ll_##MODE(double X);                           \
  __device__ unsigned long long __double2ull_##MODE(double X);                 \
  __device__ float __double2float_##MODE(double X);                            \
  __device__ float __int2float_##MODE(int X);                                  \
  __device__ float __uint2float_##MODE(unsigned int X);                        \
  __device__ float __ll2float_##MODE(long long X);                             \
  __device__ float __ull2float_##MODE(unsigned long long X);                   \
  __device__ double __ll2double_##MODE(long long X);                           \
  __device__ double __ull2double_##MODE(unsigned long long X);
TESSERA_ROUNDED(rn)
TESSERA_ROUNDED(rz)
TESSERA_ROUNDED(ru)
TESSERA_ROUNDED(rd)
#undef TESSERA_ROUNDED
__device__ double __int2double_rn(int X);
__device__ double __uint2double_rn(unsigned int X);

// Bits.
__device__ int __float_as_int(float X);
__device__ unsigned int __float_as_uint(float X);
__device__ float __int_as_float(int X);
__device__ float __uint_as_float(unsigned int X);
__device__ long long __double_as_longlong(double X);
__device__ double __longlong_as_double(long long X);
__device__ int __double2hiint(double X);
__device__ int __double2loint(double X);
__device__ double __hiloint2double(int High, int Low);
__device__ int __popc(unsigned int X);
__device__ int __popcll(unsigned long long X);
__device__ int __clz(int X);
__device__ int __clzll(long long X);
__device__ int __ffs(int X);
__device__ int __ffsll(long long X);
__device__ unsigned int __brev(unsigned int X);
__device__ unsigned long long __brevll(unsigned long long X);
__device__ unsigned int __byte_perm(unsigned int X, unsigned int Y,
                                    unsigned int Selector);
__device__ unsigned int __funnelshift_l(unsigned int Low, unsigned int High,
                                        unsigned int Shift);
__device__ unsigned int __funnelshift_r(unsigned int Low, unsigned int High,
                                        unsigned int Shift);

// Integers.
__device__ int __mul24(int X, int Y);
__device__ unsigned int __umul24(unsigned int X, unsigned int Y);
__device__ int __mulhi(int X, int Y);
__device__ unsigned int __umulhi(unsigned int X, unsigned int Y);
__device__ long long __mul64hi(long long X, long long Y);
__device__ unsigned long long __umul64hi(unsigned long long X,
                                         unsigned long long Y);
__device__ int __hadd(int X, int Y);
__device__ int __rhadd(int X, int Y);
__device__ unsigned int __uhadd(unsigned int X, unsigned int Y);
__device__ unsigned int __urhadd(unsigned int X, unsigned int Y);
__device__ unsigned int __sad(int X, int Y, unsigned int Z);
__device__ unsigned int __usad(unsigned int X, unsigned int Y, unsigned int Z);
__device__ int __dp4a(int X, int Y, int Z);
__device__ unsigned int __dp4a(unsigned int X, unsigned int Y, unsigned int Z);
__device__ unsigned int __vadd4(unsigned int X, unsigned int Y);
__device__ unsigned int __vsub4(unsigned int X, unsigned int Y);
__device__ unsigned int __vabsdiffu4(unsigned int X, unsigned int Y);
__device__ unsigned int __vsadu4(unsigned int X, unsigned int Y);

#include <cmath>
#include <stdlib.h>

#endif
