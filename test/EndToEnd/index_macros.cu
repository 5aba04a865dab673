// Index macros whose bodies access the arrays: a product and five points.
// RUN: %translate --gpu=tesla-c1060 -q %s -o %t.cu
// RUN: %translate --gpu=tesla-c1060 --check %t.cu
// RUN: grep -v CHECK %t.cu | FileCheck %s
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
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
    d[i] = 1;
  }
  dim3 block(16, 16), grid((N + 15) / 16, (N + 15) / 16);
  multiply<<<grid, block>>>(a, b, c);
  laplace<<<grid, block>>>(c, d);
  cudaDeviceSynchronize();
  unsigned sum = 0;
  for (int i = 0; i < N * N; i++)
    sum = sum * 31 + c[i] * 3 + d[i];
  printf("%u\n", sum);
  return 0;
}
