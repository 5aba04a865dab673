// A plan asks for persistent blocks: few blocks that do in turn what the blocks
// of the user's launch do. Copies of arrays are made once before all turns, and
// merged once behind them; barriers stand outside.
// RUN: split-file %s %t
// RUN: %tessera -q --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu > %t/out.cu
// RUN: FileCheck %s --input-file=%t/out.cu --strict-whitespace
// RUN: %tessera-verify --seeds 4 %t/main.cu %t/out.cu
// RUN: %tessera-verify %t/main.cu %t/out.cu -- 0
// RUN: %tessera-verify %t/main.cu %t/out.cu -- 1
// RUN: %tessera-verify %t/main.cu %t/out.cu -- 64
// RUN: %tessera-verify %t/main.cu %t/out.cu -- 129
// RUN: %tessera -q --cuda-path=none --no-transfers --print=plan --plan=%t/plan.yaml %t/main.cu > %t/again.yaml
// RUN: %tessera -q --cuda-path=none --no-transfers --plan=%t/again.yaml %t/main.cu | diff %t/out.cu -
// RUN: %if nvcc %{ nvcc -std=c++17 -arch=sm_75 -Werror all-warnings -cubin %t/out.cu -o %t/out75.o %}
// RUN: %if nvcc %{ nvcc -std=c++17 -arch=sm_90 -Werror all-warnings -cubin %t/out.cu -o %t/out90.o %}

// CHECK-LABEL: void count(
// CHECK-NEXT: {{^}}  // This block's part of hist.
// CHECK-NEXT: {{^}}  __shared__ int hist_block[64];
// CHECK-NEXT: {{^}}  hist_block[threadIdx.x] = 0;
// CHECK-NEXT: {{^}}  __syncthreads();
// CHECK-NEXT: {{^}}  const int blocks = ((long long)n + 63) / 64;
// CHECK-NEXT: {{^}}  for (int block = blockIdx.x; block < blocks; block += (int)gridDim.x) {
// CHECK-NEXT: {{^}}    // Each thread has an element.
// CHECK-NEXT: {{^}}    int i = block * blockDim.x + threadIdx.x;
// CHECK-NEXT: {{^}}    if (i < n)
// CHECK-NEXT: {{^}}      atomicAdd(&hist_block[x[i] & 63], 1);
// CHECK-NEXT: {{^}}  }
// CHECK-NEXT: {{^}}  __syncthreads();

// Exits end a turn only, and what depends on data stays as it is.
// CHECK-LABEL: void walk(
// CHECK:      {{^}}  const int blocks = ((long long)n + 31) / 32;
// CHECK-NEXT: {{^}}  for (int block = blockIdx.x; block < blocks; block += (int)gridDim.x) {
// CHECK-NEXT: {{^}}    int first = block * blockDim.x, i = first + threadIdx.x;
// CHECK-NEXT: {{^}}    if (i < n) {
// CHECK-NEXT: {{^}}      int v = x[i];
// CHECK-NEXT: {{^}}      if (!(v < 0)) {
// CHECK-NEXT: {{^}}        while (v > 0) {
// CHECK-NEXT: {{^}}          total_own += v & 1;
// CHECK:      {{^}}  // What the threads of this block have of total, together.

// Blocks of several dimensions, and several arrays. Where the id is no factor of
// a number without a sign it becomes one.
// CHECK-LABEL: void image(
// CHECK:      {{^}}  const int blocks = ((long long)h + 3) / 4;
// CHECK-NEXT: {{^}}  for (int block = blockIdx.y; block < blocks; block += (int)gridDim.y) {
// CHECK-NEXT: {{^}}    int col = blockIdx.x * 16 + threadIdx.x;
// CHECK-NEXT: {{^}}    int row = block * 4 + threadIdx.y;
// CHECK-NEXT: {{^}}    if (col < w && row < h) {
// CHECK-NEXT: {{^}}      atomicMax(&most_block[x[row * w + col] & 7], x[row * w + col]);

// No guard, and a grid that is known.
// CHECK-LABEL: void all(
// CHECK-NOT: const int blocks
// CHECK: {{^}}  for (int block = blockIdx.x; block < 5; block += (int)gridDim.x) {

// A copy in dynamic shared memory, and a size that is no `int`.
// CHECK-LABEL: void large_private(
// CHECK: {{^}}    wide_block[cell] = 0;
// CHECK-NEXT: {{^}}  __syncthreads();
// CHECK-NEXT: {{^}}  const int blocks = ((long long)n + 63) / 64;
// CHECK: {{^}}    long i = (unsigned)block * (long)blockDim.x + threadIdx.x;

// Without a copy.
// CHECK-LABEL: void scale_persistent(
// CHECK-NEXT: {{^}}  const int blocks = ((long long)h * w + 31) / 32;

// CHECK: count<<<dim3(n / 64 + 1 < 3 ? n / 64 + 1 : 3), 64>>>(x, n);
// CHECK: walk<<<dim3((n + 31) / 32 + 1 < 2 ? (n + 31) / 32 + 1 : 2), 32>>>(x, total,
// CHECK: image<<<dim3(grid.x, grid.y < 2 ? grid.y : 2, grid.z), dim3(16, 4)>>>(
// CHECK: all<<<dim3(2), 32>>>(x);
// CHECK: persistent = (long long)n <= 68719476736;
// CHECK: (persistent ? large_private : large)<<<
// CHECK: (persistent2 ? scale_persistent : scale)<<<
//--- main.cu
#include <stdio.h>
#include <stdlib.h>
__device__ int hist[64], pairs[4][4], wide[20000];

__global__ void count(const int *x, int n) {
  // Each thread has an element.
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&hist[x[i] & 63], 1);
}

__global__ void walk(const int *x, int *total, int n) {
  int first = blockIdx.x * blockDim.x, i = first + threadIdx.x;
  if (i >= n)
    return;
  int v = x[i];
  if (v < 0)
    return;
  while (v > 0) {
    atomicAdd(total, v & 1);
    v >>= 1;
  }
}

__global__ void image(const int *x, int *most, int w, int h) {
  int col = blockIdx.x * 16 + threadIdx.x;
  int row = blockIdx.y * 4 + threadIdx.y;
  if (col < w && row < h) {
    atomicMax(&most[x[row * w + col] & 7], x[row * w + col]);
    atomicAdd(&pairs[x[row * w + col] & 3][row & 3], col);
  }
}

__global__ void all(const int *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 3; ++k)
    atomicAdd(&hist[x[i & 63] + k & 63], 2);
}

__global__ void large(const int *x, long n) {
  long i = blockIdx.x * (long)blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&wide[(x[i] & 0xffff) % 20000], 1);
}

__global__ void scale(const int *x, int *y, int w, int h) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < w * h)
    y[i] = 2 * x[i];
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000, most_host[8] = {}, sum = 0;
  int *x, *y, *total, *most, *host = (int *)malloc((n + 64) * sizeof(int));
  unsigned s = 7;
  for (int i = 0; i < n + 64; i++) {
    s = s * 1664525u + 1013904223u;
    host[i] = (int)s >> 4;
  }
  cudaMalloc(&x, (n + 64) * sizeof(int));
  cudaMalloc(&y, (n + 64) * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  cudaMalloc(&most, 8 * sizeof(int));
  cudaMemset(total, 0, sizeof(int));
  cudaMemset(y, 0, (n + 64) * sizeof(int));
  cudaMemset(most, 0, 8 * sizeof(int));
  cudaMemcpy(x, host, (n + 64) * sizeof(int), cudaMemcpyHostToDevice);
  count<<<n / 64 + 1, 64>>>(x, n);
  walk<<<(n + 31) / 32 + 1, 32>>>(x, total, n);
  dim3 grid(2, n / 80 + 1);
  image<<<grid, dim3(16, 4)>>>(x, most, 20, n / 20);
  all<<<5, 32>>>(x);
  large<<<n / 64 + 1, 64>>>(x, n);
  scale<<<n / 32 + 1, 32>>>(x, y, 10, n / 10);
  int bins[64], table[16];
  static int counts[20000];
  cudaMemcpy(&sum, total, sizeof(sum), cudaMemcpyDeviceToHost);
  cudaMemcpy(most_host, most, sizeof(most_host), cudaMemcpyDeviceToHost);
  cudaMemcpy(host, y, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(bins, hist, sizeof(bins));
  cudaMemcpyFromSymbol(table, pairs, sizeof(table));
  cudaMemcpyFromSymbol(counts, wide, sizeof(counts));
  printf("%d\n", sum);
  for (int i = 0; i < 64; i++)
    printf("%d %d %d ", bins[i], table[i & 15], most_host[i & 7]);
  for (int i = 0; i < 20000; i++)
    printf("%d ", counts[i]);
  for (int i = 0; i < n; i++)
    printf("%d ", host[i]);
}
//--- plan.yaml
kernels:
  - kernel: count
    privatise: [ hist ]
    persistent: { axis: x, blocks: 3 }
  - kernel: walk
    privatise: [ total ]
    persistent: { axis: x, blocks: 2 }
  - kernel: image
    privatise: [ most, pairs ]
    persistent: { axis: y, blocks: 4 }
  - kernel: all
    privatise: [ hist ]
    persistent: { axis: x, blocks: 2 }
  - kernel: large
    privatise: [ wide ]
    persistent: { axis: x, blocks: 2 }
  - kernel: scale
    persistent: { axis: x, blocks: 3 }
