// Tiles beside shared memory and barriers that the kernel has: at its start, in
// a loop with a barrier, and of an array that it writes.
// RUN: %tessera -q --cuda-path=none --no-transfers %s > %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera -q --cuda-path=none --no-transfers --check %t.cu
#include <stdio.h>
#define N 100
__managed__ float a[N][N], b[N][N], w[N], out[N][N];

// CHECK: void product(int n) {
__global__ void product(int n) {
  // CHECK: __shared__ float part[16];
  // CHECK: __shared__ float a_tile[16]
  __shared__ float part[16];
  int i = blockIdx.y * 16 + threadIdx.y, j = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  // CHECK: for (int k0 = 0; k0 < n; k0 += [[STEP:[0-9]+]]) {
  // CHECK: // Stage this step's part of a and b.
  // CHECK: __syncthreads();
  // CHECK-NEXT: for (int k = k0; k < k0 + [[STEP]] && k < n; k++) {
  for (int k = 0; k < n; k++) {
    if (threadIdx.y == 0)
      part[threadIdx.x] = k;
    // CHECK: __syncthreads();
    __syncthreads();
    if (i < n && j < n)
      // CHECK: sum += a_tile[threadIdx.y][k - k0] * b_tile[k - k0][threadIdx.x] +
      sum += a[i][k] * b[k][j] + part[15 - threadIdx.x];
    // CHECK: __syncthreads();
    // CHECK: __syncthreads();
    // CHECK: }
    __syncthreads();
  }
  if (i < n && j < n)
    out[i][j] = sum;
}

// CHECK: void weigh(int n) {
__global__ void weigh(int n) {
  // CHECK: __shared__ float part[16][16];
  // CHECK-NEXT: __shared__ float b_tile[16][65];
  // CHECK: // Stage what this block reads of b.
  // CHECK: __syncthreads();
  // CHECK-NEXT: if (n < 0)
  __shared__ float part[16][16];
  if (n < 0)
    return;
  int i = blockIdx.y * 16 + threadIdx.y, j = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  // The reduction's own loop and barriers stay as they are.
  part[threadIdx.y][threadIdx.x] = a[min(i, N - 1)][min(j, N - 1)];
  for (int s = 8; s > 0; s /= 2) {
    __syncthreads();
    if (threadIdx.x < s)
      part[threadIdx.y][threadIdx.x] += part[threadIdx.y][threadIdx.x + s];
  }
  __syncthreads();
  if (i >= n || j >= n)
    return;
  for (int k = 0; k < 64; k++)
    sum += b[j][k] * part[threadIdx.y][0];
  out[i][j] += sum;
}

// CHECK: void turn(int n) {
__global__ void turn(int n) {
  // CHECK: __shared__ float first[32];
  // CHECK: __shared__ float out_tile[32][33];
  __shared__ float first[32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  if (threadIdx.y == 0)
    first[threadIdx.x] = w[threadIdx.x];
  __syncthreads();
  if (x < n && y < n)
    // CHECK: out_tile[threadIdx.x][threadIdx.y] = a[y][x] + first[threadIdx.y];
    // CHECK-NEXT: __syncthreads();
    // CHECK-NEXT: // Store what this block wrote of out.
    out[x][y] = a[y][x] + first[threadIdx.y];
}

static void print() {
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      sum += out[i][j] * (i + 2 * j);
  printf("%.1f\n", sum);
}

int main() {
  for (int i = 0; i < N; i++) {
    w[i] = i % 7;
    for (int j = 0; j < N; j++) {
      a[i][j] = (i * 3 + j) % 11;
      b[i][j] = (i + j * 5) % 13;
    }
  }
  product<<<dim3(7, 7), dim3(16, 16)>>>(N);
  print();
  weigh<<<dim3(7, 7), dim3(16, 16)>>>(N - 8);
  print();
  turn<<<dim3(4, 4), dim3(32, 32)>>>(N);
  print();
}
