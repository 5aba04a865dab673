// Pointers to rows and references to elements lead to tiles, too.
// RUN: %translate -q %s -o %t.cu
// RUN: %translate --check %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// SAME: same: output, exit code
// CHECK-NOT: float *row
// CHECK: sum += a_tile[threadIdx.y][k - k0] * b_tile[k - k0][threadIdx.x];
// CHECK: c[i * n + j] += sum;
#include <stdio.h>
#define SIZE (35 * 35)

__global__ void multiply(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || j >= n)
    return;
  float &out = c[i * n + j];
  const float *row = &a[i * n];
  float sum = 0;
  for (int k = 0; k < n; k++) {
    const float &x = row[k];
    sum += x * b[k * n + j];
  }
  out += sum;
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
