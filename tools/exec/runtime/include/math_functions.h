//===- math_functions.h - What CUDA adds to <math.h> ----------------------===//
//
// Fast approximations are computed exactly: a test that compares bit for bit
// compares two runs of tessera-run, never one with a GPU.
//
//===----------------------------------------------------------------------===//
#pragma once
#include "host_defines.h"
#include <math.h>

#define TESSERA_MINMAX(T, A, B)                                                \
  __forceinline__ T min(A a, B b) { return (T)a < (T)b ? (T)a : (T)b; }        \
  __forceinline__ T max(A a, B b) { return (T)a > (T)b ? (T)a : (T)b; }
TESSERA_MINMAX(int, int, int)
TESSERA_MINMAX(unsigned, unsigned, unsigned)
TESSERA_MINMAX(unsigned, int, unsigned)
TESSERA_MINMAX(unsigned, unsigned, int)
TESSERA_MINMAX(long, long, long)
TESSERA_MINMAX(unsigned long, unsigned long, unsigned long)
TESSERA_MINMAX(unsigned long, long, unsigned long)
TESSERA_MINMAX(unsigned long, unsigned long, long)
TESSERA_MINMAX(long long, long long, long long)
TESSERA_MINMAX(unsigned long long, unsigned long long, unsigned long long)
TESSERA_MINMAX(unsigned long long, long long, unsigned long long)
TESSERA_MINMAX(unsigned long long, unsigned long long, long long)
#undef TESSERA_MINMAX
#define TESSERA_MINMAX(T, A, B)                                                \
  __forceinline__ T min(A a, B b) { return __builtin_fmin((T)a, (T)b); }       \
  __forceinline__ T max(A a, B b) { return __builtin_fmax((T)a, (T)b); }
TESSERA_MINMAX(float, float, float)
TESSERA_MINMAX(double, double, double)
TESSERA_MINMAX(double, float, double)
TESSERA_MINMAX(double, double, float)
#undef TESSERA_MINMAX
inline int umin(unsigned a, unsigned b) { return a < b ? a : b; }
inline int umax(unsigned a, unsigned b) { return a > b ? a : b; }

__forceinline__ float rsqrtf(float x) { return 1.0f / sqrtf(x); }
__forceinline__ double rsqrt(double x) { return 1.0 / ::sqrt(x); }
__forceinline__ float rsqrt(float x) { return rsqrtf(x); }
inline float rcbrtf(float x) { return 1.0f / cbrtf(x); }
inline double rcbrt(double x) { return 1.0 / ::cbrt(x); }
inline float sinpif(float x) { return sinf(x * 3.14159265358979f); }
inline float cospif(float x) { return cosf(x * 3.14159265358979f); }
inline double sinpi(double x) { return ::sin(x * 3.14159265358979323846); }
inline double cospi(double x) { return ::cos(x * 3.14159265358979323846); }
inline float normcdff(float x) { return 0.5f * erfcf(-x * 0.70710678f); }
inline double normcdf(double x) {
  return 0.5 * ::erfc(-x * 0.70710678118654752440);
}
inline float norm3df(float x, float y, float z) {
  return sqrtf(x * x + y * y + z * z);
}
inline float rhypotf(float x, float y) { return 1.0f / hypotf(x, y); }
inline void sincospif(float x, float *s, float *c) {
  *s = sinpif(x);
  *c = cospif(x);
}

__forceinline__ float __fdividef(float x, float y) { return x / y; }
__forceinline__ float fdividef(float x, float y) { return x / y; }
// Macros, since the C library declares functions with some of these names.
#define __expf(X) expf(X)
#define __exp10f(X) powf(10.0f, X)
#define __logf(X) logf(X)
#define __log2f(X) log2f(X)
#define __log10f(X) log10f(X)
#define __powf(X, Y) powf(X, Y)
#define __sinf(X) sinf(X)
#define __cosf(X) cosf(X)
#define __tanf(X) tanf(X)
#define __sincosf(X, S, C) sincosf(X, S, C)
__forceinline__ float __saturatef(float x) {
  return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f;
}
__forceinline__ float saturate(float x) { return __saturatef(x); }

#define TESSERA_ROUNDED(NAME, T, ARGS, VALUE)                                  \
  __forceinline__ T NAME ARGS { return VALUE; }
TESSERA_ROUNDED(__fadd_rn, float, (float a, float b), a + b)
TESSERA_ROUNDED(__fsub_rn, float, (float a, float b), a - b)
TESSERA_ROUNDED(__fmul_rn, float, (float a, float b), a *b)
TESSERA_ROUNDED(__fdiv_rn, float, (float a, float b), a / b)
TESSERA_ROUNDED(__fsqrt_rn, float, (float a), sqrtf(a))
TESSERA_ROUNDED(__frcp_rn, float, (float a), 1.0f / a)
TESSERA_ROUNDED(__frsqrt_rn, float, (float a), 1.0f / sqrtf(a))
TESSERA_ROUNDED(__fmaf_rn, float, (float a, float b, float c), fmaf(a, b, c))
TESSERA_ROUNDED(__dadd_rn, double, (double a, double b), a + b)
TESSERA_ROUNDED(__dsub_rn, double, (double a, double b), a - b)
TESSERA_ROUNDED(__dmul_rn, double, (double a, double b), a *b)
TESSERA_ROUNDED(__ddiv_rn, double, (double a, double b), a / b)
TESSERA_ROUNDED(__dsqrt_rn, double, (double a), ::sqrt(a))
TESSERA_ROUNDED(__fma_rn, double, (double a, double b, double c),
                ::fma(a, b, c))

TESSERA_ROUNDED(__float2int_rn, int, (float a), (int)rintf(a))
TESSERA_ROUNDED(__float2int_rz, int, (float a), (int)a)
TESSERA_ROUNDED(__float2int_rd, int, (float a), (int)floorf(a))
TESSERA_ROUNDED(__float2int_ru, int, (float a), (int)ceilf(a))
TESSERA_ROUNDED(__float2uint_rn, unsigned, (float a), (unsigned)rintf(a))
TESSERA_ROUNDED(__float2uint_rz, unsigned, (float a), (unsigned)a)
TESSERA_ROUNDED(__int2float_rn, float, (int a), (float)a)
TESSERA_ROUNDED(__uint2float_rn, float, (unsigned a), (float)a)
TESSERA_ROUNDED(__double2int_rz, int, (double a), (int)a)
TESSERA_ROUNDED(__double2int_rn, int, (double a), (int)::rint(a))
TESSERA_ROUNDED(__double2float_rn, float, (double a), (float)a)
TESSERA_ROUNDED(__int2double_rn, double, (int a), (double)a)
TESSERA_ROUNDED(__int_as_float, float, (int a), __builtin_bit_cast(float, a))
TESSERA_ROUNDED(__uint_as_float, float, (unsigned a),
                __builtin_bit_cast(float, a))
TESSERA_ROUNDED(__float_as_int, int, (float a), __builtin_bit_cast(int, a))
TESSERA_ROUNDED(__float_as_uint, unsigned, (float a),
                __builtin_bit_cast(unsigned, a))
TESSERA_ROUNDED(__double_as_longlong, long long, (double a),
                __builtin_bit_cast(long long, a))
TESSERA_ROUNDED(__longlong_as_double, double, (long long a),
                __builtin_bit_cast(double, a))
#undef TESSERA_ROUNDED

__forceinline__ int __mul24(int a, int b) {
  return ((a << 8) >> 8) * ((b << 8) >> 8);
}
__forceinline__ unsigned __umul24(unsigned a, unsigned b) {
  return (a & 0xffffffu) * (b & 0xffffffu);
}
__forceinline__ int __mulhi(int a, int b) {
  return (int)(((long long)a * b) >> 32);
}
__forceinline__ unsigned __umulhi(unsigned a, unsigned b) {
  return (unsigned)(((unsigned long long)a * b) >> 32);
}
__forceinline__ long long __mul64hi(long long a, long long b) {
  return (long long)(((__int128)a * b) >> 64);
}
__forceinline__ unsigned long long __umul64hi(unsigned long long a,
                                              unsigned long long b) {
  return (unsigned long long)(((unsigned __int128)a * b) >> 64);
}
__forceinline__ int __popc(unsigned a) { return __builtin_popcount(a); }
__forceinline__ int __popcll(unsigned long long a) {
  return __builtin_popcountll(a);
}
__forceinline__ int __clz(int a) { return a ? __builtin_clz((unsigned)a) : 32; }
__forceinline__ int __clzll(long long a) {
  return a ? __builtin_clzll((unsigned long long)a) : 64;
}
__forceinline__ int __ffs(int a) { return __builtin_ffs(a); }
__forceinline__ int __ffsll(long long a) { return __builtin_ffsll(a); }
__forceinline__ unsigned __brev(unsigned a) {
  return __builtin_bitreverse32(a);
}
__forceinline__ unsigned __sad(int a, int b, unsigned c) {
  return (a > b ? (unsigned)a - (unsigned)b : (unsigned)b - (unsigned)a) + c;
}

template <class T> __forceinline__ T __ldg(const T *p) { return *p; }
template <class T> __forceinline__ T __ldcg(const T *p) { return *p; }
template <class T> __forceinline__ T __ldca(const T *p) { return *p; }
template <class T> __forceinline__ T __ldcs(const T *p) { return *p; }
template <class T> __forceinline__ T __ldcv(const T *p) { return *p; }
template <class T> __forceinline__ T __ldlu(const T *p) { return *p; }
template <class T, class V> __forceinline__ void __stwb(T *p, V v) { *p = v; }
template <class T, class V> __forceinline__ void __stcs(T *p, V v) { *p = v; }
template <class T, class V> __forceinline__ void __stcg(T *p, V v) { *p = v; }
template <class T, class V> __forceinline__ void __stwt(T *p, V v) { *p = v; }
