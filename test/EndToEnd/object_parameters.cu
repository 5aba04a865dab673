// Matrices that are objects: their members are arrays and sizes.
// RUN: %translate -q %s -o %t.cu
// RUN: %translate --check %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// SAME: same: output, exit code
// CHECK: __shared__ float A_data_tile[16]
// CHECK: A_data_tile[threadIdx.y][x] = A.data[A_data_y * A.width + A_data_x];
// CHECK: sum += A_data_tile[threadIdx.y][k - k0] *
// CHECK-NEXT: B_data_tile[k - k0][threadIdx.x];
#include <stdio.h>
#define SIZE (67 * 67)

struct Matrix {
  int height, width;
  float *data;
  __device__ float at(int i, int j) const { return data[i * width + j]; }
  __device__ float &operator()(int i, int j) { return data[i * width + j]; }
};

__global__ void multiply(Matrix A, Matrix B, Matrix C) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= A.height || j >= B.width)
    return;
  float sum = 0;
  for (int k = 0; k < A.width; k++)
    sum += A.at(i, k) * B.data[k * B.width + j];
  C(i, j) = sum;
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
  Matrix A, B = {67, 67, b}, C = {67, 67, c};
  A.height = A.width = 67;
  A.data = a;
  multiply<<<dim3(5, 5), dim3(16, 16)>>>(A, B, C);
  cudaDeviceSynchronize();
  for (int i = 0; i < SIZE; i++)
    printf("%g\n", c[i]);
}
