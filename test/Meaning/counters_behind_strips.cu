// The counter of a loop in strips that is read behind it has its first value
// where there is no round.
// RUN: %tessera --cuda-path=none --coarsen=always %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %meaning %s --options=
// RUN: %meaning %s --options=--coarsen=always
// PRINTS: 206219
// CHECK:      {{^}}__global__ void counter_tiled(
// CHECK:        {{^ *}}j = 0;
// CHECK-NEXT:   // Copy the next strips of a and x during this one.
#include <cstdio>
#include <cstdlib>
__global__ void counter(const float *a, const float *x, float *y, int m, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m)
    return;
  float s = 0;
  int j;
  for (j = 0; j < n; ++j)
    s += a[row * 64 + j] * x[j];
  y[row] = s + j;
}
__global__ void rest(const float *a, const float *x, float *y, int m, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= m)
    return;
  float s = 0;
  int j = 0;
  for (; j + 3 < n; j += 4) {
    s += a[row * 64 + j] * x[j];
    s += a[row * 64 + j + 1] * x[j + 1];
    s += a[row * 64 + j + 2] * x[j + 2];
    s += a[row * 64 + j + 3] * x[j + 3];
  }
  for (; j < n; ++j)
    s += a[row * 64 + j] * x[j];
  y[row] = s;
}
int main(int argc, char **argv) {
  const int m = 100;
  float *a, *x, *y;
  cudaMallocManaged(&a, m * 64 * sizeof(float));
  cudaMallocManaged(&x, 64 * sizeof(float));
  cudaMallocManaged(&y, m * sizeof(float));
  for (int i = 0; i < m * 64; ++i)
    a[i] = i % 7 - 2;
  for (int i = 0; i < 64; ++i)
    x[i] = i % 5 + 1;
  double sum = 0;
  for (int n = 0; n < 64; n += n < 6 ? 1 : 19) {
    counter<<<4, 32>>>(a, x, y, m, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < m; ++i)
      sum += y[i] * (i % 3 + 1);
    rest<<<4, 32>>>(a, x, y, m, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < m; ++i)
      sum += y[i] * (i % 3 + 1);
  }
  std::printf("%.0f\n", sum);
  cudaFree(a);
  cudaFree(x);
  cudaFree(y);
}
