// Mathematics on both sides, and what only CUDA has.
// RUN: %clang_cuda -fsyntax-only %s

#include <cmath>
#include <math.h>
#include <math_constants.h>

__device__ float fast(float x, float y) {
  float s, c;
  sincosf(x, &s, &c);
  __sincosf(x, &s, &c);
  return rsqrtf(x) + __fdividef(x, y) + __sinf(x) + __cosf(y) + __expf(x) +
         __logf(x) + __powf(x, y) + __fsqrt_rn(x) + __fmaf_rn(x, y, s) +
         __fadd_rn(x, y) + __fmul_rz(c, y) + __saturatef(x);
}

__device__ double both(double x, float f, int i) {
  double r = sqrt(x) + sqrtf(f) + sqrt(f) + pow(x, 2.0) + powf(f, 2.0f);
  r += fabs(x) + fabsf(f) + abs(i) + abs(f) + fmin(x, 1.0) + fmaxf(f, 1.0f);
  r += exp(x) + expf(f) + log(x) + sin(x) + cosf(f) + tanh(x) + floor(f);
  r += ceil(x) + round(x) + rint(x) + fma(x, x, x) + fmaf(f, f, f) + erf(x);
  r += std::sqrt(f) + std::abs(x) + std::pow(x, 3) + atan2f(f, f) + cbrt(x);
  r += min(i, 3) + max(x, 1.0) + max(f, 0.0f) + min(i, 3u) + rsqrt(x);
  r += isnan(x) + isinf(f) + isfinite(x) + norm3df(f, f, f);
  r += fmod(x, 2.0) + hypot(x, x) + exp2f(f) + log2(x) + CUDART_PI_F + M_PI;
  return r + __int2float_rn(i) + __float2int_rz(f) + __double2int_rn(x);
}

__global__ void kernel(float *a, double *b) {
  a[threadIdx.x] = fast(a[threadIdx.x], INFINITY);
  b[threadIdx.x] = both(b[threadIdx.x], 2.0f, threadIdx.x);
}

double host(double x, float f, int i) {
  return sqrt(x) + sqrt(i) + sqrtf(f) + std::sqrt(f) + abs(i) + fabs(x) +
         rsqrtf(f) + fmaxf(f, 1.0f) + floor(x) + std::fmin(f, 1.0f) +
         isnan(x) + std::isinf(x);
}
