// A launch is cut into pieces, which overlap with copies, or its kernel gets
// versions of several outputs and tiles, whichever is faster: a long product
// and a long window keep those, by name and by parameter; what is only
// streamed, or sums a few neighbours, is cut.
// RUN: %tessera --cuda-path=none %s -o %t.cu 2>&1 | FileCheck %s --implicit-check-not='is cut into'
// CHECK-DAG: each thread of 'by_name' computes 8 outputs along x
// CHECK-DAG: each thread of 'by_name' computes 8 outputs along y
// CHECK-DAG: each thread of 'by_parameter' computes 8 outputs along x
// CHECK-DAG: each thread of 'by_parameter' computes 8 outputs along y
// CHECK-DAG: each thread of 'long_sums' computes 8 outputs along x
// CHECK-DAG: the launch of 'few_sums' is cut into {{[0-9]+}} pieces
// CHECK-DAG: the launch of 'scale' is cut into {{[0-9]+}} pieces
#include <stdio.h>
#define M 4096
#define N (1 << 24)
#define LONG 2100
#define FEW 7

__global__ float left[M][M], right[M][M], all[M][M];
__global__ float rows[M][M], columns[M][M], sums[M][M];
__global__ float from[N + LONG], to[N];
__global__ float in[N + FEW], out[N];
__global__ float x[N], y[N];

__global__ void by_name() {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < M; ++k)
    sum += left[y][k] * right[k][x];
  all[y][x] = sum;
}
__global__ void by_parameter(const float *a, const float *b, float *c) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < M; ++k)
    sum += a[y * M + k] * b[k * M + x];
  c[y * M + x] = sum;
}
__global__ void long_sums(const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < LONG; ++k)
    sum += x[i + k];
  y[i] = sum;
}
__global__ void few_sums(const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < FEW; ++k)
    sum += x[i + k];
  y[i] = sum;
}
__global__ void scale(const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i] * 3;
}

int main() {
  for (int i = 0; i < M; ++i)
    for (int k = 0; k < M; ++k) {
      left[i][k] = rows[i][k] = i % 3;
      right[i][k] = columns[i][k] = k % 4;
    }
  for (int i = 0; i < N; ++i)
    from[i] = in[i] = x[i] = i % 5;
  by_name<<<dim3(M / 16, M / 16), dim3(16, 16)>>>();
  printf("%g\n", all[5][6]);
  by_parameter<<<dim3(M / 16, M / 16), dim3(16, 16)>>>(rows[0], columns[0],
                                                       sums[0]);
  printf("%g\n", sums[5][6]);
  long_sums<<<N / 256, 256>>>(from, to);
  printf("%g\n", to[7]);
  few_sums<<<N / 256, 256>>>(in, out);
  printf("%g\n", out[7]);
  scale<<<N / 256, 256>>>(x, y);
  printf("%g\n", y[7]);
}
