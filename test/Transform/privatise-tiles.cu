// Copies of arrays that are updated atomically, beside tiles, several outputs
// per thread, two buffers and registers. Kernels for several blocks that only
// have copies in shared memory are one.
// RUN: split-file %s %t
// RUN: %tessera -q --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu > %t/out.cu
// RUN: FileCheck %s --input-file=%t/out.cu
// RUN: %tessera-verify --seeds 4 %t/main.cu %t/out.cu
// RUN: %tessera-verify --seeds 4 %t/main.cu %t/out.cu -- 0
// RUN: %tessera-verify --seeds 4 %t/main.cu %t/out.cu -- 127
// RUN: %if nvcc %{ nvcc -std=c++17 -arch=sm_75 -Werror all-warnings -cubin %t/out.cu -o %t/out75.o %}
// RUN: %if nvcc %{ nvcc -std=c++17 -arch=sm_90 -Werror all-warnings -cubin %t/out.cu -o %t/out90.o %}

// CHECK-LABEL: void pairs_64(
// CHECK: total_own = 0;
// CHECK: hist_block[threadIdx.x] = 0;
// CHECK: __syncthreads();
// CHECK: x_tile[threadIdx.x] = x_index < n ? x[x_index] : 0;
// CHECK: __syncthreads();
// CHECK: atomicAdd(&hist_block[x_tile[
// CHECK: __syncthreads();
// CHECK: total_own += sum[r];
// CHECK: __shfl_down_sync
// CHECK: __syncthreads();
// CHECK: atomicAdd(&hist[threadIdx.x], hist_block[threadIdx.x]);
// CHECK: atomicAdd(&total[0], (int)total_own);

// CHECK-LABEL: void pairs_128(
// CHECK: x_tile[2][32];
// CHECK: total_own += sum;

// CHECK-LABEL: void kept(
// CHECK: for (int cell = threadIdx.x; cell < 16; cell += blockDim.x)
// CHECK: const int x_i = x[i];
// CHECK: atomicAdd(&hist_block[(x[k] ^ x_i) & 15], x_i);
// CHECK-NOT: void kept_
//--- main.cu
#include <stdio.h>
#include <stdlib.h>
__device__ int hist[16];

__global__ void pairs(const int *x, int *total, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int sum = 0;
  for (int k = 0; k < n; k++) {
    sum += x[k] & 3;
    atomicAdd(&hist[x[k] & 15], i);
  }
  out[i] = sum;
  atomicAdd(total, sum);
}

__global__ void kept(const int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int k = 0; k < 5; k++)
      atomicAdd(&hist[(x[k] ^ x[i]) & 15], x[i]);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 200;
  int *x, *total, *out, *host = (int *)malloc((n + 8) * sizeof(int));
  for (int i = 0; i < n + 8; i++)
    host[i] = i * 7919 % 131;
  cudaMalloc(&x, (n + 8) * sizeof(int));
  cudaMalloc(&out, (n + 8) * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  cudaMemset(out, 0, (n + 8) * sizeof(int));
  cudaMemcpy(x, host, (n + 8) * sizeof(int), cudaMemcpyHostToDevice);
  pairs<<<(n / 128 + 1) * 2, 64>>>(x, total, out, n);
  pairs<<<n / 128 + 1, 128>>>(x, total, out, n);
  kept<<<n / 48 + 1, 48>>>(x, n);
  kept<<<n / 40 + 1, 40>>>(x, n);
  int sum, bins[16];
  cudaMemcpy(&sum, total, sizeof(sum), cudaMemcpyDeviceToHost);
  cudaMemcpy(host, out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(bins, hist, sizeof(bins));
  printf("%d\n", sum);
  for (int i = 0; i < 16; i++)
    printf("%d ", bins[i]);
  for (int i = 0; i < n; i++)
    printf("%d ", host[i]);
}
//--- plan.yaml
kernels:
  - kernel: pairs
    block: [ 64, 1, 1 ]
    privatise: [ hist, total ]
    coarsen:
      - { axis: x, factor: 2 }
    stages:
      - loop: k
        steps: 64
        tiles:
          - array: x
  - kernel: pairs
    block: [ 128, 1, 1 ]
    stages:
      - loop: k
        steps: 32
        buffers: 2
        tiles:
          - array: x
  - kernel: kept
    registers: [ "x[i]" ]
    privatise: [ hist ]
