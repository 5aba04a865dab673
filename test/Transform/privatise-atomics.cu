// A plan asks for copies of arrays that blocks update atomically: in shared
// memory, of declared and of assumed sizes, for blocks of any shape.
// RUN: split-file %s %t
// RUN: %tessera -q --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu > %t/out.cu
// RUN: FileCheck %s --input-file=%t/out.cu --strict-whitespace
// RUN: %tessera-verify --seeds 4 %t/main.cu %t/out.cu
// RUN: %tessera-verify --seeds 4 %t/main.cu %t/out.cu -- 0
// RUN: %tessera-verify --seeds 4 %t/main.cu %t/out.cu -- 1
// RUN: %tessera -q --cuda-path=none --no-transfers --print=plan --plan=%t/plan.yaml %t/main.cu | FileCheck %s --check-prefix=PLAN
// RUN: %if nvcc %{ nvcc -std=c++17 -arch=sm_75 -Werror all-warnings -cubin %t/out.cu -o %t/out75.o %}
// RUN: %if nvcc %{ nvcc -std=c++17 -arch=sm_90 -Werror all-warnings -cubin %t/out.cu -o %t/out90.o %}

// More cells than threads. Threads that leave early take part.
// CHECK-LABEL: void histogram(
// CHECK:      {{^}}  int i = blockIdx.x * blockDim.x + threadIdx.x;
// CHECK-NEXT: {{^}}  // This block's part of hist.
// CHECK-NEXT: {{^}}  __shared__ unsigned int hist_block[BINS];
// CHECK-NEXT: {{^}}  for (int cell = threadIdx.x; cell < BINS; cell += 64)
// CHECK-NEXT: {{^}}    hist_block[cell] = 0;
// CHECK-NEXT: {{^}}  __syncthreads();
// CHECK-NEXT: {{^}}  if (i < n) {
// CHECK-NEXT: {{^}}    atomicAdd(&hist_block[data[i] & (BINS - 1)], 1u);
// CHECK-NEXT: {{^}}    if (data[i] > 100)
// CHECK-NEXT: {{^}}      atomicSub(hist_block + data[i] % 8, 2u);
// CHECK-NEXT: {{^}}  }
// CHECK-NEXT: {{^}}  __syncthreads();
// CHECK-NEXT: {{^}}  // Merge this block's part of hist.
// CHECK-NEXT: {{^}}  for (int cell = threadIdx.x; cell < BINS; cell += 64)
// CHECK-NEXT: {{^}}    if (hist_block[cell] != 0)
// CHECK-NEXT: {{^}}      atomicAdd(&hist[cell], hist_block[cell]);
// CHECK-NEXT: {{^}}}

// As many, and fewer, of two arrays; of the launch's memory, and of the type of
// the subscript.
// CHECK-LABEL: void several(
// CHECK:      {{^}}  __shared__ long long most_block[64];
// CHECK-NEXT: {{^}}  __shared__ int least_block[8];
// CHECK-NEXT: {{^}}  most_block[threadIdx.x] = -0x7fffffffffffffffll - 1;
// CHECK-NEXT: {{^}}  if (threadIdx.x < 8)
// CHECK-NEXT: {{^}}    least_block[threadIdx.x] = 0x7fffffff;
// CHECK:      {{^}}  if (most_block[threadIdx.x] != -0x7fffffffffffffffll - 1)
// CHECK-NEXT: {{^}}    atomicMax(&most[threadIdx.x], most_block[threadIdx.x]);
// CHECK-NEXT: {{^}}  if (threadIdx.x < 8 && least_block[threadIdx.x] != 0x7fffffff)
// CHECK-NEXT: {{^}}    atomicMin(&least[threadIdx.x], least_block[threadIdx.x]);

// Two dimensions, of the array and of blocks.
// CHECK-LABEL: void plane(
// CHECK:      {{^}}  const int thread = threadIdx.y * 16 + threadIdx.x;
// CHECK:      {{^}}  __shared__ unsigned int table_block[4][8];
// CHECK-NEXT: {{^}}  if (thread < 32)
// CHECK-NEXT: {{^}}    table_block[thread / 8][thread % 8] = ~0u;
// CHECK:      {{^}}    atomicAnd(&table_block[data[x] % 4][y % 8], ~(unsigned)data[x]);
// CHECK:      {{^}}  if (thread < 32 && table_block[thread / 8][thread % 8] != ~0u)
// CHECK-NEXT: {{^}}    atomicAnd(&table[thread / 8][thread % 8],
// CHECK-NEXT: {{^}}              table_block[thread / 8][thread % 8]);

// The block is not known, or has no whole warps: a single cell is shared, too.
// CHECK-LABEL: void any(
// CHECK:      {{^}}  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
// CHECK:      {{^}}  __shared__ int total_block;
// CHECK-NEXT: {{^}}  __shared__ unsigned long long odd_block[16];
// CHECK-NEXT: {{^}}  if (thread == 0)
// CHECK-NEXT: {{^}}    total_block = 0;
// CHECK-NEXT: {{^}}  for (int cell = thread; cell < 16; cell += blockDim.x * blockDim.y)
// CHECK-NEXT: {{^}}    odd_block[cell] = 0;
// CHECK:      {{^}}    COUNT(total_block, 1);
// CHECK:      {{^}}  if (thread == 0 && total_block != 0)
// CHECK-NEXT: {{^}}    atomicAdd(&total, total_block);

// PLAN: kernel: histogram
// PLAN-NEXT: block:
// PLAN-NEXT: privatise:
// PLAN-NEXT: - hist
//--- main.cu
#include <stdio.h>
#include <stdlib.h>
#define BINS 128
#define COUNT(where, what) atomicAdd(&where, what)

__device__ unsigned table[4][8];
__device__ int total;

__global__ void histogram(const unsigned char *data, unsigned *hist, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  atomicAdd(&hist[data[i] & (BINS - 1)], 1u);
  if (data[i] > 100)
    atomicSub(hist + data[i] % 8, 2u);
}

__global__ void several(const unsigned char *data, const int *bin, int *least,
                        long long *most, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicMax(&most[bin[i]], (long long)data[i] << 33);
    atomicMin(&least[data[i] % 8], -i);
  }
}

__global__ void plane(const unsigned char *data, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n)
    atomicAnd(&table[data[x] % 4][y % 8], ~(unsigned)data[x]);
}

__global__ void any(const unsigned char *data, unsigned long long *odd, int n) {
  int i = blockIdx.x * blockDim.x * blockDim.y + threadIdx.y * blockDim.x +
          threadIdx.x;
  if (i < n) {
    COUNT(total, 1);
    atomicXor(&odd[data[i] / 16], 1ull << (i % 64));
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 997;
  unsigned char *data, *host = (unsigned char *)malloc(n + 1);
  int *bin, *bins = (int *)malloc((n + 1) * sizeof(int));
  for (int i = 0; i < n; i++) {
    host[i] = i * 37 % 251;
    bins[i] = i * 11 % 64;
  }
  unsigned hist[BINS];
  for (int i = 0; i < BINS; i++)
    hist[i] = i;
  long long most[64];
  int least[8];
  for (int i = 0; i < 64; i++)
    most[i] = 5ll << 34;
  for (int i = 0; i < 8; i++)
    least[i] = -100 * i;
  unsigned long long odd[16];
  for (int i = 0; i < 16; i++)
    odd[i] = i;
  unsigned *hist_dev;
  long long *most_dev;
  int *least_dev;
  unsigned long long *odd_dev;
  cudaMalloc(&data, n + 1);
  cudaMalloc(&bin, (n + 1) * sizeof(int));
  cudaMalloc(&hist_dev, sizeof(hist));
  cudaMalloc(&most_dev, 64 * sizeof(long long));
  cudaMalloc(&least_dev, sizeof(least));
  cudaMalloc(&odd_dev, sizeof(odd));
  cudaMemcpy(data, host, n, cudaMemcpyHostToDevice);
  cudaMemcpy(bin, bins, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(hist_dev, hist, sizeof(hist), cudaMemcpyHostToDevice);
  cudaMemcpy(most_dev, most, sizeof(most), cudaMemcpyHostToDevice);
  cudaMemcpy(least_dev, least, sizeof(least), cudaMemcpyHostToDevice);
  cudaMemcpy(odd_dev, odd, sizeof(odd), cudaMemcpyHostToDevice);
  unsigned ones[4][8];
  for (int i = 0; i < 32; i++)
    ones[i / 8][i % 8] = ~0u;
  cudaMemcpyToSymbol(table, ones, sizeof(ones));
  histogram<<<n / 64 + 1, 64>>>(data, hist_dev, n);
  several<<<n / 64 + 1, 64>>>(data, bin, least_dev, most_dev, n);
  plane<<<dim3(n / 16 + 1, 2), dim3(16, 4)>>>(data, n);
  dim3 block(argc + 4, argc + 1);
  any<<<n / 12 + 1, block>>>(data, odd_dev, n);
  cudaMemcpy(hist, hist_dev, sizeof(hist), cudaMemcpyDeviceToHost);
  cudaMemcpy(most, most_dev, sizeof(most), cudaMemcpyDeviceToHost);
  cudaMemcpy(least, least_dev, sizeof(least), cudaMemcpyDeviceToHost);
  cudaMemcpy(odd, odd_dev, sizeof(odd), cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(ones, table, sizeof(ones));
  int sum;
  cudaMemcpyFromSymbol(&sum, total, sizeof(sum));
  for (int i = 0; i < BINS; i++)
    printf("%u ", hist[i]);
  for (int i = 0; i < 64; i++)
    printf("%lld ", most[i]);
  for (int i = 0; i < 8; i++)
    printf("%d ", least[i]);
  for (int i = 0; i < 16; i++)
    printf("%llu ", odd[i]);
  for (int i = 0; i < 32; i++)
    printf("%u ", ones[i / 8][i % 8]);
  printf("%d\n", sum);
}
//--- plan.yaml
kernels:
  - kernel: histogram
    privatise: [ hist ]
  - kernel: several
    privatise: [ most, least ]
  - kernel: plane
    privatise: [ table ]
  - kernel: any
    privatise: [ total, odd ]
