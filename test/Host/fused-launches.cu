// Loops that launch one round after the other become one launch where no round
// touches what another one writes: constant and run-time sizes, rows found by a
// pointer or by a parameter, several steps, a counter that lives on.
// RUN: %tessera --cuda-path=none %s -o %t.cu 2>&1 | FileCheck %s --check-prefix=SAY
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu
// RUN: %tessera-verify --seeds 3 %s %t.cu -- 0
// RUN: %tessera-verify %s %t.cu -- 70
// RUN: %tessera -q --cuda-path=none --check %t.cu
#include <stdio.h>
#include <stdlib.h>
#define N 64

__managed__ float a[N][N], b[N][N], c[N][N];

// CHECK: void rows(float *row_first, const float *in_first) {
// CHECK-NEXT: const int row_2 = blockIdx.y * blockDim.y + threadIdx.y;
// CHECK-NEXT: float *row = row_first + (size_t)row_2 * N;
// CHECK-NEXT: const float *in = in_first + (size_t)row_2 * N;
// CHECK-NEXT: row[threadIdx.x] = 2 * in[threadIdx.x];
__global__ void rows(float *row, const float *in) {
  row[threadIdx.x] = 2 * in[threadIdx.x];
}

// CHECK: void numbered(float *out, const float *in, int i_first) {
// CHECK: int i = i_first + row_2 * 2;
__global__ void numbered(float *out, const float *in, int i) {
  out[i * N + threadIdx.x] = in[i * N + threadIdx.x] + i;
}

// CHECK: void columns(float *out_first) {
// CHECK: float *out = out_first + row_2;
__global__ void columns(float *out) {
  out[blockIdx.x * blockDim.x * N + threadIdx.x * N] += 1;
}

// Its grid has two axes.
// CHECK: void planes(float *out_first, int n, int m) {
// CHECK-NEXT: const int row_2 = blockIdx.z * blockDim.z + threadIdx.z;
// CHECK-NEXT: float *out = out_first + (size_t)row_2 * n * 5;
__global__ void planes(float *out, int n, int m) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y;
  if (x < n && y < m)
    out[x * m + y] += y;
}

// CHECK: void runtime(float *out_first, int n) {
// CHECK: float *out = out_first + (size_t)row_2 * n * 3;
__global__ void runtime(float *out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < n)
    out[x] += x;
}

// Rows of which only a part is used.
// CHECK: void padded(float *out_first, int used) {
// CHECK: float *out = out_first + (size_t)row_2 * (used + 3);
__global__ void padded(float *out, int used) {
  for (int x = threadIdx.x; x < used; x += 32)
    out[x] += 1;
}

// The rows may overlap.
// CHECK: void overlapping(float *out) { out[threadIdx.x] += 1; }
__global__ void overlapping(float *out) { out[threadIdx.x] += 1; }

// Each row needs the one before.
// CHECK: void dependent(float *out, const float *before) {
// CHECK-NEXT: out[threadIdx.x] +=
__global__ void dependent(float *out, const float *before) {
  out[threadIdx.x] += before[threadIdx.x];
}

// All rounds add to the same.
// CHECK: void sums(float *sum, const float *in) {
// CHECK-NEXT: sum[threadIdx.x] +=
__global__ void sums(float *sum, const float *in) {
  sum[threadIdx.x] += in[threadIdx.x];
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 37, i;
  for (int k = 0; k < N * N; k++)
    a[k / N][k % N] = k % 31;

  // SAY: remark: the loop over 'i' launches 'rows' once instead of 64 times [tessera-launches-fused]
  // CHECK:      // All rounds in one launch: blockIdx.y counts them.
  // CHECK-NEXT: rows<<<dim3(1, N), N>>>(b_dev[0], a_dev[0]);
  // CHECK-NEXT: cudaGetLastError
  // CHECK-NEXT: i = N;
  for (i = 0; i < N; i++)
    rows<<<1, N>>>(b[i], a[i]);
  printf("%d\n", i);

  // CHECK: numbered<<<dim3(1, 16), N>>>(&c_dev[0][0], *b_dev, 2);
  for (int row = 2; row <= 32; row += 2) {
    numbered<<<1, N>>>(&c[0][0], *b, row);
  }

  // CHECK: columns<<<dim3(4, N), N / 4>>>(&c_dev[0][0]);
  for (int x = 0; x < N; ++x)
    columns<<<4, N / 4>>>(&c[0][x]);
  cudaDeviceSynchronize();
  for (int k = 0; k < N * N; k++)
    printf("%g ", c[k / N][k % N]);

  float *u;
  cudaMallocManaged(&u, (400 * n + 500) * sizeof(float));
  for (int k = 0; k < 400 * n + 500; k++)
    u[k] = k % 13;
  dim3 grid((n + 31) / 32, 5);
  // SAY: remark: the loop over 'z' launches 'planes' once instead of once for each round
  // CHECK:      // Up to 65535 rounds in one launch: blockIdx.z counts them.
  // CHECK-NEXT: for (int z = 0; z < n; z += 65535)
  // CHECK-NEXT: const dim3 grid_2(grid.x, grid.y, n - z < 65535 ? n - z : 65535);
  for (int z = 0; z < n; z++)
    planes<<<grid, 32>>>(u + z * n * 5, n, 5);
  // CHECK:      for (int z = 0; z < n; z += 196605)
  // CHECK-NEXT: const dim3 grid_2((n + 31) / 32,
  // CHECK-NEXT:                   (n - z + 2) / 3 < 65535 ? (n - z + 2) / 3 : 65535);
  for (int z = 0; z < n; z += 3)
    runtime<<<(n + 31) / 32, 32>>>(u + z * n, n);
  int ld = n + 3;
  // CHECK: padded<<<dim3(1, 8), 32>>>(u_dev, n);
  for (int z = 0; z < 8; z++)
    padded<<<1, 32>>>(u + z * ld, n);
  // SAY: 'overlapping' each time: one round may need
  for (int z = 0; z < 8; z++)
    overlapping<<<1, 32>>>(u + z * ld);
  // SAY: remark: the loop over 'z' launches 'dependent' each time: one round may need what another one writes to 'out' [tessera-launches-not-fused]
  for (int z = 1; z < 8; z++)
    dependent<<<1, 32>>>(u + z * 32, u + z * 32 - 32);
  // SAY: 'sums' each time: one round may need what another one writes to 'sum'
  for (int z = 1; z < 8; z++)
    sums<<<1, 32>>>(u, u + z * 32);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int k = 0; k < 400 * n + 500; k++)
    sum = sum * 0.75 + u[k];
  printf("%g\n", sum);
  cudaFree(u);
  return 0;
}
