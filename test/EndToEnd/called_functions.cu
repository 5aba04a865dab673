// Called functions that read one element are written out where tiles are read.
// RUN: %translate -q %s -o %t.cu
// RUN: %translate --check %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// SAME: same: output, exit code
// CHECK: a_value = a_tile[threadIdx.y][k - k0];
// CHECK: sum += a_value * (float)(b_tile[k - k0][threadIdx.x] * (double)1.5f);
// What a function reads under a condition is read under an `if`.
// CHECK: if (i >= 0 && i < n && j < n)
// CHECK-NEXT: c_value = c[
// CHECK: c[i * n + j] = sum + c_value;
#include <stdio.h>
#define SIZE (35 * 35)

__device__ int index(int i, int j, int n) { return i * n + j; }
__device__ float at(const float *m, int i, int j, int n) {
  if (i < 0 || i >= n || j >= n)
    return 0;
  return m[index(i, j, n)];
}
__device__ float scaled(const float *m, int place, double by) {
  const float x = m[place];
  return x * by;
}

__global__ void multiply(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || j >= n)
    return;
  float sum = 0;
  for (int k = 0; k < n; k++)
    sum += at(a, i, k, n) * scaled(b, index(k, j, n), 1.5f);
  c[i * n + j] = sum + at(c, i, j, n);
}

int main() {
  static float h[SIZE];
  for (int i = 0; i < SIZE; i++)
    h[i] = i % 11;
  float *a, *b, *c;
  cudaMallocManaged(&a, sizeof(h));
  cudaMallocManaged(&b, sizeof(h));
  cudaMallocManaged(&c, sizeof(h));
  for (int i = 0; i < SIZE; i++) {
    a[i] = h[i];
    b[i] = h[i] - 4;
    c[i] = 0;
  }
  multiply<<<dim3(3, 3), dim3(16, 16)>>>(a, b, c, 35);
  cudaDeviceSynchronize();
  for (int i = 0; i < SIZE; i++)
    printf("%g\n", c[i]);
}
