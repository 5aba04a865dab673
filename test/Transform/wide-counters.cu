// A counter of 64 bits and a thread's id of 32 bits without a sign: their
// difference is one of 64 bits.
// RUN: split-file %s %t
// RUN: %tessera -q --cuda-path=none --plan=%t/plan.yaml %t/main.cu > %t/out.cu
// RUN: FileCheck %s --input-file=%t/out.cu
// RUN: %tessera-verify --seeds 4 %t/main.cu %t/out.cu
// CHECK: in_tile[-(long long)threadIdx.x * 4 - (long long)y0 * 4 + 388]
//--- main.cu
#include <stdio.h>
#define N 100
__managed__ float in[N * 4], out[N];
__global__ void mirrored() {
  for (long long y = blockIdx.x * blockDim.x + threadIdx.x; y < N - 2;
       y += blockDim.x * gridDim.x)
    out[y] = in[(N - 3 - y) * 4 + 2] + in[(N - 2 - y) * 4 + 1];
}

int main() {
  for (int i = 0; i < N * 4; i++)
    in[i] = i % 9;
  volatile int threads = 32;
  dim3 block(threads, threads / 32);
  mirrored<<<2, block>>>();
  cudaDeviceSynchronize();
  float sum = 0;
  for (int i = 0; i < N; i++)
    sum += out[i] * i;
  printf("%g\n", sum);
}
//--- plan.yaml
kernels:
  - kernel: mirrored
    stages:
      - loop: y0
        steps: 1
        tiles:
          - array: in
