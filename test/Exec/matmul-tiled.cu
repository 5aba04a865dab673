// The textbook tile: two shared arrays, barriers, a template.
// RUN: %tessera-run %s | FileCheck %s
// RUN: %tessera-run --seed=1 %s | FileCheck %s
// RUN: %tessera-run --seed=2 %s | FileCheck %s
// CHECK: max error 0
#include <cstdio>

template <int TILE, typename T>
__global__ void __launch_bounds__(TILE *TILE)
    multiply(const T *__restrict__ a, const T *__restrict__ b, T *c, int n) {
  __shared__ T ta[TILE][TILE], tb[TILE][TILE + 1];
  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  T sum = 0;
  for (int k0 = 0; k0 < n; k0 += TILE) {
    ta[threadIdx.y][threadIdx.x] =
        row < n && k0 + threadIdx.x < n ? a[row * n + k0 + threadIdx.x] : 0;
    tb[threadIdx.y][threadIdx.x] =
        col < n && k0 + threadIdx.y < n ? b[(k0 + threadIdx.y) * n + col] : 0;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TILE; k++)
      sum += ta[threadIdx.y][k] * tb[k][threadIdx.x];
    __syncthreads();
  }
  if (row < n && col < n)
    c[row * n + col] = sum;
}

template <typename T> void launch(const T *a, const T *b, T *c, int n) {
  dim3 block(8, 8), grid((n + 7) / 8, (n + 7) / 8);
  multiply<8><<<grid, block>>>(a, b, c, n);
}

int main() {
  const int n = 21;
  double *a, *b, *c, error = 0;
  cudaMallocManaged(&a, n * n * sizeof(double));
  cudaMallocManaged(&b, n * n * sizeof(double));
  cudaMallocManaged(&c, n * n * sizeof(double));
  for (int i = 0; i < n * n; i++)
    a[i] = i % 5, b[i] = i % 7;
  launch(a, b, c, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
      error = fmax(error, fabs(sum - c[i * n + j]));
    }
  printf("max error %g\n", error);
}
