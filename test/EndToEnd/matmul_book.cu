// Matrix product of a textbook: square matrices that the block divides. Simple
// memory model: the kernel names the arrays. Larger: -DN=128 -DBLOCK=16.
#include <math.h>
#include <stdio.h>

#ifndef N
#define N 4
#endif
#ifndef BLOCK
#define BLOCK 2
#endif
#if N % BLOCK != 0
#error "BLOCK must divide N"
#endif

__global__ float dA[N][N], dB[N][N], dC[N][N];

__global__ void multiply() {
  int tx = threadIdx.x;
  int ty = threadIdx.y;
  int i = blockIdx.y * BLOCK + ty;
  int j = blockIdx.x * BLOCK + tx;
  float sum = 0.0f;
  for (int k = 0; k < N; k++)
    sum += dA[i][k] * dB[k][j];
  dC[i][j] = sum;
}

int main() {
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      dA[i][j] = (i * 13 + j * 7) % 11 - 5.0f;
      dB[i][j] = (i * 5 + j * 3) % 9 / 4.0f;
      dC[i][j] = NAN;
    }
  }

  dim3 grid(N / BLOCK, N / BLOCK, 1), block(BLOCK, BLOCK, 1);
  multiply<<<grid, block>>>();

  double error = 0;
  bool ok = true;
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      float sum = 0.0f;
      for (int k = 0; k < N; k++)
        sum += dA[i][k] * dB[k][j];
      double difference = fabs(dC[i][j] - sum);
      ok = ok && difference <= 1e-5 * N;
      error = fmax(error, difference);
    }
  }
  printf("max error %g\n", error);
  printf("%s\n", ok ? "PASSED" : "FAILED");
  return ok ? 0 : 1;
}

// RUN: %translate %s -o %t.cu 2>&1 | FileCheck %s --allow-empty
// RUN: %tessera-verify %s %t.cu
// RUN: %translate -q --check %t.cu
// RUN: %translate -q --gpu=tesla-c1060 %s -o %t.c1060.cu
// RUN: %tessera-verify %s %t.c1060.cu
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// RUN: %if nvcc %{ %compile -o %t.o %t.c1060.cu %}
// CHECK-DAG: remark: 'dA' not staged:{{.*}}[tessera-does-not-pay]
// CHECK-DAG: remark: 'dB' not staged:{{.*}}[tessera-does-not-pay]
