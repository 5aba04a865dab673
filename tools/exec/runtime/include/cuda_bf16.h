//===- cuda_bf16.h - The upper halves of floats ---------------------------===//
#pragma once
#include "cuda_runtime.h"

#ifdef __CUDA__
#pragma clang force_cuda_host_device begin
#endif
#include "tessera_run/narrow.h"

TESSERA_RUN_NARROW(__nv_bfloat16, __nv_bfloat162, Brain, bfloat16)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

inline __nv_bfloat162 make_bfloat162(__nv_bfloat16 X, __nv_bfloat16 Y) {
  return __nv_bfloat162(X, Y);
}
inline __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 X) {
  return __nv_bfloat162(X, X);
}
inline float2 __bfloat1622float2(__nv_bfloat162 X) { return float2{X.x, X.y}; }
#ifdef __CUDA__
#pragma clang force_cuda_host_device end
#endif
