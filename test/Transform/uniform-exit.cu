// All threads of a block leave together, or none does: the exit stays, and the
// kernel's own barriers behind it are still reached by all.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers -q --plan=%t/plan.yaml %t/main.cu | FileCheck %s
// RUN: %tessera --cuda-path=none -q --plan=%t/plan.yaml %t/main.cu -o %t/out.cu
// RUN: %tessera-verify --seeds 3 %t/main.cu %t/out.cu
// RUN: %tessera-verify --seeds 3 %t/main.cu %t/out.cu -- 2
// RUN: %tessera-verify --seeds 3 %t/main.cu %t/out.cu -- 0
// CHECK:      if (n < 1 || blockIdx.x > 1)
// CHECK-NEXT:   return;
// CHECK-NOT:  active = n
// CHECK:      const bool active = i < n;
// CHECK:      w_tile[
// CHECK:      if (active)
//--- main.cu
#include <stdio.h>
#include <stdlib.h>

__global__ void weigh(const float *w, const float *a, float *out, int n) {
  __shared__ float part[64];
  int i = blockIdx.x * 64 + threadIdx.x;
  if (n < 1 || blockIdx.x > 1)
    return;
  part[threadIdx.x] = a[i];
  __syncthreads();
  if (i >= n)
    return;
  float sum = 0;
  for (int k = 0; k < 100; k++)
    sum += w[k] * part[(threadIdx.x + k) % 64];
  out[i] = sum;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 150;
  float *w, *a, *out;
  cudaMallocManaged(&w, 256 * sizeof(float));
  cudaMallocManaged(&a, 256 * sizeof(float));
  cudaMallocManaged(&out, 256 * sizeof(float));
  for (int i = 0; i < 256; i++)
    w[i] = a[i] = out[i] = i % 7;
  weigh<<<3, 64>>>(w, a, out, n);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 256; i++)
    sum += out[i] * (i % 5);
  printf("%g\n", sum);
}
//--- plan.yaml
kernels:
  - kernel: weigh
    stages:
      - loop: k
        steps: 32
        tiles: [ { array: w } ]
