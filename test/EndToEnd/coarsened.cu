// Threads that compute several outputs have the results of the user's, at sizes
// that no tile and no number of outputs divides; small grids included.
// RUN: %translate -q --coarsen %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %translate --check --coarsen %t.cu
// RUN: %tessera-verify --seeds 3 %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 3 %s %t.cu -- 1 | FileCheck %s --check-prefix=SAME
// RUN: %tessera-verify --seeds 3 %s %t.cu -- 129 | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// SAME: same: output, exit code
#include <cstdio>
#include <cstdlib>

// CHECK: void product
// CHECK: float sum[8][2] = {};
__global__ void product(const float *A, const float *B, float *C, int n, int m,
                        int l) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < m) {
    float sum = 0;
    for (int k = 0; k < l; ++k)
      sum += A[i * l + k] * B[k * m + j];
    C[i * m + j] = sum;
  }
}

// Both operands are rows of one array.
// CHECK: void distances
// CHECK: float sum[8][8] = {};
__global__ void distances(const float *points, float *squares, int n, int d) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || j >= n)
    return;
  float sum = 0;
  for (int k = 0; k < d; ++k) {
    float difference = points[i * d + k] - points[j * d + k];
    sum += difference * difference;
  }
  squares[i * n + j] = sum;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 77, m = 45, l = 37;
  float *A, *B, *C, *D;
  cudaMallocManaged(&A, n * l * sizeof(float));
  cudaMallocManaged(&B, l * m * sizeof(float));
  cudaMallocManaged(&C, n * m * sizeof(float));
  cudaMallocManaged(&D, n * n * sizeof(float));
  for (int i = 0; i < n * l; ++i)
    A[i] = i % 11 * 0.25f;
  for (int i = 0; i < l * m; ++i)
    B[i] = i % 7 - 3.0f;
  const dim3 block(16, 16);
  product<<<dim3((m + 15) / 16, (n + 15) / 16), block>>>(A, B, C, n, m, l);
  distances<<<dim3((n + 15) / 16, (n + 15) / 16), block>>>(A, D, n, l);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < n * m; ++i)
    sum = sum * 0.75 + C[i];
  for (int i = 0; i < n * n; ++i)
    sum = sum * 0.75 + D[i];
  printf("%.17g\n", sum);
}
