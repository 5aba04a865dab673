// A tile that the kernel writes: copied in where it is read before, or written
// only perhaps; copied back behind its last use by threads in another order.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu > %t/out.cu 2> %t/err
// RUN: FileCheck %s --input-file=%t/out.cu
// RUN: %tessera --cuda-path=none -q --plan=%t/plan.yaml %t/main.cu -o %t/moved.cu
// RUN: %tessera-verify --seeds 4 %t/main.cu %t/moved.cu

// Only what threads write is copied back; nothing is copied in.
// CHECK-LABEL: __global__ void transpose(
// CHECK:      __shared__ float out_tile[16][18];
// CHECK-NEXT: if (x < M && y < N)
// CHECK-NEXT:   out_tile[threadIdx.x][threadIdx.y] = in[y][x];
// CHECK-NEXT: __syncthreads();
// CHECK-NEXT: // Store what this block wrote of out.
// CHECK:        if (out_y < M && out_x < N)
// CHECK-NEXT:     out[out_y][out_x] = out_tile[threadIdx.y][threadIdx.x];

// Threads that leave early reach the barrier.
// CHECK-LABEL: __global__ void rows(
// CHECK:      // Those beyond the end.
// CHECK-NEXT: if (i < n) {
// CHECK-NEXT:   float v = i;
// CHECK:          b_tile[threadIdx.x][k] = v;
// CHECK:      __syncthreads();
// CHECK-NEXT: // Store what this block wrote of b.
// CHECK:        if (b_y < n)
// CHECK-NEXT:     b[b_y * 8 + b_column] = b_tile[tile_y][b_column];

// Two exits, and a return at the end that says nothing.
// CHECK-LABEL: __global__ void exits(
// CHECK:      if (i < n) {
// CHECK-NEXT:   if (i != 7) {
// CHECK-NEXT:     b_tile[threadIdx.x * 4] = i;
// CHECK-NEXT:     b_tile[threadIdx.x * 4 + 1] = -i;
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: __syncthreads();
// CHECK:      // Store what this block wrote of b.
// CHECK-NEXT: for (int tile_x = threadIdx.x; tile_x < 126; tile_x += 32)
// CHECK-NEXT:   if ((128 * (int)blockIdx.x + tile_x >= 32 &&
// CHECK:          b[blockIdx.x * 256 + tile_x * 2] = b_tile[tile_x];

// What is read before is copied in; strips wait before the tile is filled again.
// CHECK-LABEL: __global__ void strips(
// CHECK:      for (int k0 = 0; k0 < m; k0 += 32) {
// CHECK:          b_tile[tile_y][threadIdx.x] = b[b_y * m + b_x];
// CHECK:        __syncthreads();
// CHECK-NEXT:   for (int k = k0; k < k0 + 32 && k < m; k++) {
// CHECK:            b_tile[threadIdx.x][k - k0] += v;
// CHECK:        __syncthreads();
// CHECK-NEXT:   // Store this step's part of b.
// CHECK:            b[b_y * m + b_x] = b_tile[tile_y][threadIdx.x];
// CHECK-NEXT:   }
// CHECK-NEXT:   __syncthreads();
// CHECK-NEXT: }

// Whether an element is written depends on data: all are copied in and back.
// CHECK-LABEL: __global__ void perhaps(
// CHECK:          out_tile[threadIdx.y][threadIdx.x] = out[out_y][out_x];
// CHECK:      __syncthreads();
// CHECK-NEXT: if (x < M && y < N && in[y][x] > 3000)
// CHECK-NEXT:   out_tile[threadIdx.x][threadIdx.y] = 0;
// CHECK-NEXT: __syncthreads();

// Every second element has no cell.
// CHECK-LABEL: __global__ void strided(
// CHECK:      __shared__ float b_tile[32];
// CHECK:        b_tile[threadIdx.x] = b[blockIdx.x * 64 + threadIdx.x * 2];
// CHECK:        b_tile[threadIdx.x] *= 3;
// CHECK:        b[blockIdx.x * 64 + threadIdx.x * 2] = b_tile[threadIdx.x];

// The size decides whether cells are different elements.
// CHECK-LABEL: int main(
// CHECK:      (n >= 16 ? overlapping_tiled
// CHECK-NEXT:   : overlapping)<<<dim3(5, 7), dim3(16, 16)>>>(a, b, n, M);
//--- main.cu
#include <stdio.h>
#define N 100
#define M 70
__global__ float in[N][M];
__global__ float out[M][N];

__global__ void transpose() {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < M && y < N)
    out[x][y] = in[y][x];
}

__global__ void rows(float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // Those beyond the end.
  if (i >= n)
    return;
  float v = i;
  for (int k = 0; k < 8; k++) {
    b[i * 8 + k] = v;
    v += 0.5f;
  }
}

__global__ void exits(float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  if (i == 7)
    return;
  b[i * 8] = i;
  b[i * 8 + 2] = -i;
  return;
}

__global__ void strips(float *b, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = i;
  for (int k = 0; k < m; k++) {
    if (i < n) {
      b[i * m + k] += v;
      v += 0.5f;
    }
  }
}

__global__ void perhaps() {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < M && y < N && in[y][x] > 3000)
    out[x][y] = 0;
}

__global__ void overlapping(const float *a, float *b, int n, int m) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < m && y < n)
    b[x * n + y] = a[y * m + x];
}

__global__ void strided(float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[2 * i] *= 3;
}

int main(int argc, char **argv) {
  float *a, *b, *c, *d;
  cudaMallocManaged(&a, N * M * 4);
  cudaMallocManaged(&b, N * M * 4);
  cudaMallocManaged(&c, N * 8 * 4);
  cudaMallocManaged(&d, N * M * 4);
  for (int i = 0; i < N * M; i++)
    d[i] = a[i] = i, in[i / M][i % M] = 2 * i;
  for (int i = 0; i < N * 8; i++)
    c[i] = i;
  transpose<<<dim3(5, 7), dim3(16, 16)>>>();
  perhaps<<<dim3(5, 7), dim3(16, 16)>>>();
  rows<<<4, 32>>>(c, N);
  exits<<<4, 32>>>(c, N - argc);
  strips<<<4, 32>>>(d, N, M);
  strided<<<2, 32>>>(d, 60);
  for (int n = 10; n <= N; n += 30)
    overlapping<<<dim3(5, 7), dim3(16, 16)>>>(a, b, n, M);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < N * M; i++)
    sum += i % 7 * b[i] + i % 5 * out[i / N][i % N] + d[i] * i;
  for (int i = 0; i < N * 8; i++)
    sum += c[i] * i;
  printf("%g\n", sum);
}
//--- plan.yaml
kernels:
  - kernel: transpose
    stages:
      - tiles:
          - array: out
  - kernel: rows
    stages:
      - tiles:
          - array: b
  - kernel: exits
    stages:
      - tiles:
          - array: b
  - kernel: strips
    stages:
      - loop: k
        steps: 32
        tiles:
          - array: b
  - kernel: perhaps
    stages:
      - tiles:
          - array: out
  - kernel: overlapping
    stages:
      - tiles:
          - array: b
  - kernel: strided
    stages:
      - tiles:
          - array: b
