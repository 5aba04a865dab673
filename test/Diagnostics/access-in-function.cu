// A function that stays one keeps its accesses; other arrays get tiles.
// RUN: %tessera --cuda-path=none --no-transfers %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: %tessera-verify --seeds 4 %s %t.cu
#include <stdio.h>
__noinline__ __device__ float weight(const float *w, int k) {
  float sum = 0;
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: 'w' not staged: 'weight', which the kernel calls, makes the access [tessera-access-in-function]
  sum += w[k];
  sum *= 2;
  return sum;
}
__global__ void kernel(const float *in, const float *w, float *out) {
  float sum = 0;
  // CHECK: :[[@LINE+2]]:{{[0-9]+}}: remark: staged 'in'
  for (int k = 0; k < 64; k++)
    sum += in[4 * threadIdx.x + k] * in[k] * weight(w, k);
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

int main() {
  float *in, *w, *out;
  cudaMallocManaged(&in, 4096 * sizeof(float));
  cudaMallocManaged(&w, 4096 * sizeof(float));
  cudaMallocManaged(&out, 4096 * sizeof(float));
  for (int i = 0; i < 4096; i++)
    in[i] = w[i] = i % 13;
  kernel<<<8, 64>>>(in, w, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 512; i++)
    printf("%g\n", out[i]);
}
