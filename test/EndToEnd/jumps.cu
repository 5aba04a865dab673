// `continue` in loops, and a branch that works and returns.
// RUN: %translate -q %s -o %t.cu
// RUN: %translate --check %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// SAME: same: output, exit code
// CHECK: const bool leaves = active && (i == 3);
// CHECK-NEXT: if (leaves)
// CHECK-NEXT: c[i * n + j] = 1;
// CHECK: const bool active2 = active && !leaves && (q != i);
// CHECK: if (active2) {
// CHECK-NEXT: if (k0 + 31 < n) {
// CHECK-NEXT: #pragma unroll
// CHECK-NEXT: for (int k = k0; k < k0 + 32; k++) {
// CHECK-NEXT: if (k == j)
// CHECK-NEXT: continue;
#include <stdio.h>
#define SIZE (67 * 67)

__global__ void multiply(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || j >= n)
    return;
  if (i == 3) {
    c[i * n + j] = 1;
    return;
  }
  float sum = 0;
  for (int q = 0; q < 2; q++) {
    if (q == i)
      continue;
    for (int k = 0; k < n; k++) {
      if (k == j)
        continue;
      sum += a[i * n + k] * b[k * n + j];
    }
  }
  c[i * n + j] = sum;
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
  multiply<<<dim3(5, 5), dim3(16, 16)>>>(a, b, c, 67);
  cudaDeviceSynchronize();
  for (int i = 0; i < SIZE; i++)
    printf("%g\n", c[i]);
}
