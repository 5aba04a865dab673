// Instances that get versions of their own: their sizes are not the same, or a
// launch must test whether its sizes allow a tile.
// RUN: %translate -q --coarsen=never %s -o %t.cu
// RUN: %translate --coarsen=never --check %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 1 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 33 | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// RUN: %translate -q %s -o %t.more.cu
// RUN: %translate --check %t.more.cu
// RUN: %tessera-verify --seeds 2 %s %t.more.cu | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.more.o %t.more.cu %}
// SAME: same: output, exit code
// CHECK: transpose_tiled(const T *a, T *b, int n) {
// CHECK: __shared__ T b_tile[32][33];
// CHECK: void conv_tiled(const T *a, const T *f, T *b, int n) {
// CHECK: ? transpose_tiled<float, 32>
// CHECK: : transpose<float, 32>)<<<
// CHECK: conv_tiled<double><<<
// CHECK: window_tiled<100><<<
// CHECK: window_tiled_2<60><<<
#include <cstdio>
#include <cstdlib>
template <typename T, int B>
__global__ void transpose(const T *a, T *b, int n) {
  int x = blockIdx.x * B + threadIdx.x;
  int y = blockIdx.y * B + threadIdx.y;
  if (x < n && y < n)
    b[x * n + y] = a[y * n + x];
}
template <typename T> __global__ void conv(const T *a, const T *f, T *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  T s = 0;
  for (int k = 0; k < 64; ++k)
    s += a[4 * i + k] * f[k];
  b[i] = s;
}
template <int M> __global__ void window(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float s = 0;
  for (int k = 0; k < M; ++k)
    s += a[4 * i + k];
  b[i] = s;
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 100;
  int all = n * n + 300;
  float *a, *b;
  double *c, *d;
  cudaMallocManaged(&a, all * sizeof(float));
  cudaMallocManaged(&b, all * sizeof(float));
  cudaMallocManaged(&c, all * sizeof(double));
  cudaMallocManaged(&d, all * sizeof(double));
  for (int i = 0; i < all; ++i) a[i] = i % 7, b[i] = 0, c[i] = i % 5, d[i] = 0;
  dim3 grid((n + 31) / 32, (n + 31) / 32);
  transpose<float, 32><<<grid, dim3(32, 32)>>>(a, b, n);
  conv<<<(n + 127) / 128, 128>>>(b, a, b + 0, n > 64 ? 1 : 0);
  conv<<<(n + 127) / 128, 128>>>(c, c + 100, d, n);
  cudaDeviceSynchronize();
  double s = 0;
  for (int i = 0; i < all; ++i) s += b[i] * i + d[i];
  printf("%g\n", s);
  conv<<<(n + 127) / 128, 128>>>(a, a + 100, b, n);
  window<100><<<(n + 63) / 64, 64>>>(a, b, n);
  window<60><<<(n + 63) / 64, 64>>>(b, a, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < all; ++i) s += b[i] * i + a[i];
  printf("%g\n", s);
}
