// Macros of the flags are the program's: the toolkit's headers, which have
// parameters of such names, do not see them.
// REQUIRES: nvcc
// RUN: %tessera -q %s -- -DN=64 -D s=3 > %t.cu
// RUN: %tessera -q --cuda-path=none %s -- -DN=64 -D s=3 | diff %t.cu -
// RUN: FileCheck %s --input-file=%t.cu
// CHECK: #if (N) != 64
#include <vector>
#ifndef N
#error
#endif
__global__ void window(const float *in, float *out) {
  float sum = 0;
  for (int k = 0; k < N; ++k)
    sum += in[k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
int main() {
  float *in, *out;
  cudaMalloc(&in, 4 * N);
  cudaMalloc(&out, 4096 * s);
  window<<<16, 64>>>(in, out);
}
