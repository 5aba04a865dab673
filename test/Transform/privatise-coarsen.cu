// Several outputs for each thread and copies for each block: a copy is made
// before all outputs and merged behind them, and registers add up over them.
// RUN: split-file %s %t
// RUN: %tessera -q --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu > %t/out.cu
// RUN: FileCheck %s --input-file=%t/out.cu --strict-whitespace
// RUN: %tessera-verify --seeds 4 %t/main.cu %t/out.cu
// RUN: %tessera-verify %t/main.cu %t/out.cu -- 0
// RUN: %tessera-verify %t/main.cu %t/out.cu -- 129
// RUN: %if nvcc %{ nvcc -std=c++17 -arch=sm_90 -Werror all-warnings -cubin %t/out.cu -o %t/out90.o %}

// CHECK-LABEL: void count(
// CHECK:      {{^}}  hist_block[threadIdx.x] = 0;
// CHECK-NEXT: {{^}}  __syncthreads();
// CHECK-NEXT: {{^}}  #pragma unroll
// CHECK-NEXT: {{^}}  for (int r = 0; r < 16; ++r) {
// CHECK-NEXT: {{^}}    int i = (blockIdx.x * 16 + r) * blockDim.x + threadIdx.x;
// CHECK-NEXT: {{^}}    if (i < n)
// CHECK-NEXT: {{^}}      atomicAdd(&hist_block[x[i] & 63], 1);
// CHECK-NEXT: {{^}}  }
// CHECK-NEXT: {{^}}  __syncthreads();

// CHECK-LABEL: void sum(
// CHECK:      {{^}}  unsigned int total_own = 0;
// CHECK-NEXT: {{^}}  for (int k = 0; k < 3; ++k) {
// CHECK-NEXT: {{^}}    #pragma unroll
// CHECK-NEXT: {{^}}    for (int r = 0; r < 4; ++r) {
// CHECK:      {{^}}        total_own += x[i] & k;
// CHECK:      {{^}}  // What the threads of this block have of total, together.
// CHECK: count<<<dim3((n / 64 + 1 + 15) / 16), 64>>>(x, n);
//--- main.cu
#include <stdio.h>
#include <stdlib.h>
__device__ int hist[64];

__global__ void count(const int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&hist[x[i] & 63], 1);
}

__global__ void sum(const int *x, int *total, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int k = 0; k < 3; ++k)
    atomicAdd(total, x[i] & k);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 5000, result = 0, bins[64];
  int *x, *total, *host = (int *)malloc((n + 1) * sizeof(int));
  for (int i = 0; i < n; i++)
    host[i] = i * 7919 % 1031;
  cudaMalloc(&x, (n + 1) * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  cudaMemcpy(x, host, n * sizeof(int), cudaMemcpyHostToDevice);
  count<<<n / 64 + 1, 64>>>(x, n);
  sum<<<n / 64 + 1, 64>>>(x, total, n);
  cudaMemcpy(&result, total, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(bins, hist, sizeof(bins));
  printf("%d\n", result);
  for (int i = 0; i < 64; i++)
    printf("%d ", bins[i]);
}
//--- plan.yaml
kernels:
  - kernel: count
    privatise: [ hist ]
    coarsen:
      - { axis: x, factor: 16 }
  - kernel: sum
    privatise: [ total ]
    coarsen:
      - { axis: x, factor: 4 }
