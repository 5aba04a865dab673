// Index macros whose bodies access the arrays: a product and five points.
// RUN: %translate --gpu=tesla-c1060 -q %s -o %t.cu
// RUN: %translate --gpu=tesla-c1060 --check %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// SAME: same: output, exit code
// CHECK: sum += (A_tile[threadIdx.y][k] * B_tile[k][threadIdx.x]);
// CHECK: AT(out, i, j) = (in_tile[threadIdx.y][threadIdx.x + 1] +
#include <stdio.h>

#define N 70
#define AT(m, y, x) m[(y) * N + (x)]
#define TERM(y, k, x) (AT(A, y, k) * AT(B, k, x))
#define FIVE(m, y, x)                                                          \
  (AT(m, (y) - 1, x) + AT(m, (y) + 1, x) + AT(m, y, (x) - 1) +                 \
   AT(m, y, (x) + 1) - 4 * AT(m, y, x))

__managed__ int a[N * N], b[N * N], c[N * N], d[N * N];

__global__ void multiply(const int *A, const int *B, int *C) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N && j < N) {
    int sum = 0;
    for (int k = 0; k < N; k++)
      sum += TERM(i, k, j);
    AT(C, i, j) = sum;
  }
}

__global__ void laplace(const int *in, int *out) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < N - 1 && j > 0 && j < N - 1)
    AT(out, i, j) = FIVE(in, i, j);
}

int main() {
  for (int i = 0; i < N * N; i++) {
    a[i] = i * 7 % 23;
    b[i] = i * 5 % 19;
    c[i] = d[i] = -1;
  }
  dim3 block(16, 16), grid((N + 15) / 16, (N + 15) / 16);
  multiply<<<grid, block>>>(a, b, c);
  laplace<<<grid, block>>>(c, d);
  cudaDeviceSynchronize();
  int error = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      int product = 0, points = -1;
      for (int k = 0; k < N; k++)
        product += a[i * N + k] * b[k * N + j];
      if (i > 0 && i < N - 1 && j > 0 && j < N - 1)
        points = c[(i - 1) * N + j] + c[(i + 1) * N + j] + c[i * N + j - 1] +
                 c[i * N + j + 1] - 4 * c[i * N + j];
      error += c[i * N + j] != product || d[i * N + j] != points;
    }
  printf("wrong elements %d\n%s\n", error, error == 0 ? "PASSED" : "FAILED");
  return error != 0;
}
