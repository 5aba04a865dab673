//===- cuda_fp16.h - Half precision ---------------------------------------===//
#pragma once
#include "cuda_runtime.h"

#ifdef __CUDA__
#pragma clang force_cuda_host_device begin
#endif
#include "tessera_run/narrow.h"

TESSERA_RUN_NARROW(__half, __half2, Half, half)
typedef __half half;
typedef __half2 half2;

inline __half2 make_half2(__half X, __half Y) { return __half2(X, Y); }
inline __half2 __half2half2(__half X) { return __half2(X, X); }
inline __half2 __float22half2_rn(float2 X) {
  return __half2(__half(X.x), __half(X.y));
}
inline float2 __half22float2(__half2 X) { return float2{X.x, X.y}; }
#ifdef __CUDA__
#pragma clang force_cuda_host_device end
#endif
