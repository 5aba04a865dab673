// A plan asks for copies of single elements that blocks of whole warps update
// atomically: they are in registers, and combined by shuffles.
// RUN: split-file %s %t
// RUN: %tessera -q --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu > %t/out.cu
// RUN: FileCheck %s --input-file=%t/out.cu --strict-whitespace
// RUN: %tessera-verify --seeds 4 %t/main.cu %t/out.cu
// RUN: %tessera-verify --seeds 4 %t/main.cu %t/out.cu -- 0
// RUN: %tessera-verify --seeds 4 %t/main.cu %t/out.cu -- 1
// RUN: %if nvcc %{ nvcc -std=c++17 -arch=sm_75 -Werror all-warnings -cubin %t/out.cu -o %t/out75.o %}
// RUN: %if nvcc %{ nvcc -std=c++17 -arch=sm_90 -Werror all-warnings -cubin %t/out.cu -o %t/out90.o %}

// Sums wrap as those of memory do; values are converted as by the call.
// CHECK-LABEL: void sums(
// CHECK:      {{^}}  // This thread's part of total.
// CHECK-NEXT: {{^}}  unsigned int total_own = 0;
// CHECK-NEXT: {{^}}  // grid-stride
// CHECK-NEXT: {{^}}  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
// CHECK-NEXT: {{^}}       i += gridDim.x * blockDim.x) {
// CHECK-NEXT: {{^}}    total_own += in[i];
// CHECK-NEXT: {{^}}    total_own += (int)(in[i] * 0.5f); // half
// CHECK-NEXT: {{^}}    total_own -= small[i];
// CHECK-NEXT: {{^}}  }
// CHECK-NEXT: {{^}}  // What the threads of this block have of total, together.
// CHECK-NEXT: {{^}}  for (int lanes = 16; lanes > 0; lanes /= 2)
// CHECK-NEXT: {{^}}    total_own += __shfl_down_sync(0xffffffff, total_own, lanes);
// CHECK-NEXT: {{^}}  __shared__ unsigned int total_block[3];
// CHECK-NEXT: {{^}}  if (threadIdx.x % 32 == 0)
// CHECK-NEXT: {{^}}    total_block[threadIdx.x / 32] = total_own;
// CHECK-NEXT: {{^}}  __syncthreads();
// CHECK-NEXT: {{^}}  if (threadIdx.x == 0) {
// CHECK-NEXT: {{^}}    for (int warp = 1; warp < 3; ++warp)
// CHECK-NEXT: {{^}}      total_own += total_block[warp];
// CHECK-NEXT: {{^}}    if (total_own != 0)
// CHECK-NEXT: {{^}}      atomicAdd(&total, (int)total_own);
// CHECK-NEXT: {{^}}  }
// CHECK-NEXT: {{^}}}

// One warp needs no shared memory; blocks may have several dimensions.
// CHECK-LABEL: void bounds(
// CHECK:      {{^}}  const int thread = threadIdx.y * 16 + threadIdx.x;
// CHECK:      {{^}}  long long low_own = 0x7fffffffffffffffll;
// CHECK-NEXT: {{^}}  unsigned int high_own = 0;
// CHECK:      {{^}}    low_own = min(low_own, (long long)(in[i]));
// CHECK-NEXT: {{^}}    high_own = max(high_own, (unsigned int)in[i]);
// CHECK-NOT:  syncthreads
// CHECK:      {{^}}  if (thread == 0) {
// CHECK-NEXT: {{^}}    if (low_own != 0x7fffffffffffffffll)
// CHECK-NEXT: {{^}}      atomicMin(&low[0], low_own);
// CHECK-NEXT: {{^}}    if (high_own != 0)
// CHECK-NEXT: {{^}}      atomicMax(&high[0], high_own);
// CHECK-NEXT: {{^}}  }
//--- main.cu
#include <stdio.h>
#include <stdlib.h>
#define ADD(x) atomicAdd(&total, x)

__device__ int total;

__global__ void sums(const int *in, const signed char *small, int n) {
  // grid-stride
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x) {
    ADD(in[i]);
    atomicAdd(&total, in[i] * 0.5f); // half
    atomicSub(&total, small[i]);
  }
}

__global__ void bounds(const int *in, long long *low, unsigned *high, int n) {
  int i = blockIdx.x * 32 + threadIdx.y * 16 + threadIdx.x;
  if (i < n) {
    atomicMin(low, in[i]);
    atomicMax(high, (unsigned int)in[i]);
  }
}

__global__ void bits(const int *in, int *all, unsigned *some,
                     unsigned long long *odd, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  atomicAnd(all, in[i]);
  atomicOr(some, 1u << (in[i] & 31));
  atomicXor(odd, (unsigned long long)in[i] * in[i]);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 997;
  int *in, *host = (int *)malloc((n + 1) * sizeof(int));
  signed char *small, *chars = (signed char *)malloc(n + 1);
  unsigned s = 7;
  for (int i = 0; i < n; i++) {
    s = s * 1664525u + 1013904223u;
    host[i] = (int)s >> 2;
    chars[i] = (signed char)(s >> 24);
  }
  cudaMalloc(&in, (n + 1) * sizeof(int));
  cudaMalloc(&small, n + 1);
  cudaMemcpy(in, host, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(small, chars, n, cudaMemcpyHostToDevice);
  long long low = 100, *low_dev;
  unsigned high = 3, some = 0, *high_dev, *some_dev;
  int all = -1, *all_dev, sum;
  unsigned long long odd = 1, *odd_dev;
  cudaMalloc(&low_dev, sizeof(low));
  cudaMalloc(&high_dev, sizeof(high));
  cudaMalloc(&some_dev, sizeof(some));
  cudaMalloc(&all_dev, sizeof(all));
  cudaMalloc(&odd_dev, sizeof(odd));
  cudaMemcpy(low_dev, &low, sizeof(low), cudaMemcpyHostToDevice);
  cudaMemcpy(high_dev, &high, sizeof(high), cudaMemcpyHostToDevice);
  cudaMemcpy(some_dev, &some, sizeof(some), cudaMemcpyHostToDevice);
  cudaMemcpy(all_dev, &all, sizeof(all), cudaMemcpyHostToDevice);
  cudaMemcpy(odd_dev, &odd, sizeof(odd), cudaMemcpyHostToDevice);
  sums<<<3, 96>>>(in, small, n);
  bounds<<<n / 32 + 1, dim3(16, 2)>>>(in, low_dev, high_dev, n);
  bits<<<n / 64 + 1, 64>>>(in, all_dev, some_dev, odd_dev, n);
  cudaMemcpyFromSymbol(&sum, total, sizeof(sum));
  cudaMemcpy(&low, low_dev, sizeof(low), cudaMemcpyDeviceToHost);
  cudaMemcpy(&high, high_dev, sizeof(high), cudaMemcpyDeviceToHost);
  cudaMemcpy(&some, some_dev, sizeof(some), cudaMemcpyDeviceToHost);
  cudaMemcpy(&all, all_dev, sizeof(all), cudaMemcpyDeviceToHost);
  cudaMemcpy(&odd, odd_dev, sizeof(odd), cudaMemcpyDeviceToHost);
  printf("%d %lld %u %u %d %llu\n", sum, low, high, some, all, odd);
}
//--- plan.yaml
kernels:
  - kernel: sums
    privatise: [ total ]
  - kernel: bounds
    privatise: [ low, high ]
  - kernel: bits
    privatise: [ all, some, odd ]
