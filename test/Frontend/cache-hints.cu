// Clang's headers for a toolkit lack stores with a cache hint, and some loads.
// REQUIRES: nvcc
// RUN: %tessera %s -o %t.cu 2>&1 | FileCheck %s
// RUN: nvcc -std=c++17 -arch=sm_90 -c %t.cu -o %t.o
// CHECK: remark: staged 'in' in shared memory
#include <cooperative_groups.h>
#include <cuda_bf16.h>

__global__ void sums(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < 64; k++)
    sum += in[k] * in[threadIdx.x];
  __stcs(out + blockIdx.x * 64 + threadIdx.x, sum);
}

__global__ void all(float4 *a, unsigned long *b, __nv_bfloat16 *c) {
  cooperative_groups::this_cluster().sync();
  __stcg(a, __ldca(a + 1));
  __stwt(a + 2, __ldlu(a + 3));
  __stwb(b, __ldcg(b + 1) + __ldcs(b + 2) + __ldcv(b + 3));
  __stcs(c, __ldcs(c + 1));
}

void start(const float *in, float *out) { sums<<<8, 64>>>(in, out); }
