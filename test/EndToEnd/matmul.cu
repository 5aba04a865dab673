// Matrix product C = A * B, sizes that no block divides. Simple memory model:
// the kernel names the arrays.
#include <math.h>
#include <stdio.h>

#ifndef L
#define L 110
#endif
#ifndef M
#define M 130
#endif
#ifndef N
#define N 150
#endif
#ifndef BLOCK
#define BLOCK 16
#endif

__global__ float A[L][M], B[M][N], C[L][N];

__global__ void matmul() {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < L && j < N) {
    float sum = 0.0f;
    for (int k = 0; k < M; k++)
      sum += A[i][k] * B[k][j];
    C[i][j] = sum;
  }
}

int main() {
  unsigned int seed = 99;
  for (int i = 0; i < L; i++)
    for (int k = 0; k < M; k++) {
      seed = seed * 1664525u + 1013904223u;
      A[i][k] = (seed >> 16) % 200 / 100.0f - 1.0f;
    }
  for (int k = 0; k < M; k++)
    for (int j = 0; j < N; j++) {
      seed = seed * 1664525u + 1013904223u;
      B[k][j] = (seed >> 16) % 200 / 100.0f - 1.0f;
    }
  for (int i = 0; i < L; i++)
    for (int j = 0; j < N; j++)
      C[i][j] = NAN;

  dim3 block(BLOCK, BLOCK);
  dim3 grid((N + BLOCK - 1) / BLOCK, (L + BLOCK - 1) / BLOCK);
  matmul<<<grid, block>>>();

  double error = 0;
  bool ok = true;
  for (int i = 0; i < L; i++) {
    for (int j = 0; j < N; j++) {
      float sum = 0.0f;
      for (int k = 0; k < M; k++)
        sum += A[i][k] * B[k][j];
      double difference = fabs((double)C[i][j] - sum);
      ok = ok && difference < 1e-6 * M;
      error = fmax(error, difference);
    }
  }
  printf("max error %g\n", error);
  printf(ok ? "PASSED\n" : "FAILED\n");
  return ok ? 0 : 1;
}

// RUN: %translate %s -o %t.cu 2>&1 | FileCheck %s --allow-empty
// RUN: %tessera-verify %s %t.cu
// RUN: %translate -q --check %t.cu
// RUN: %translate -q --gpu=tesla-c1060 %s -o %t.c1060.cu
// RUN: %tessera-verify %s %t.c1060.cu
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// RUN: %if nvcc %{ %compile -o %t.o %t.c1060.cu %}
// CHECK-DAG: remark: staged 'A' in shared memory
// CHECK-DAG: remark: staged 'B' in shared memory
