// A thread reads its own element several times: a register, not a tile. Simple
// memory model.
#include <math.h>
#include <stdio.h>

#ifndef N
#define N 30000
#endif
#define BLOCK 256

__global__ float dX[N];
__global__ float dA[N], dB[N], dC[N];

__global__ void spread(float *dX, float *dA, float *dB, float *dC) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) {
    dA[i] = dX[i];
    dB[i] = dX[i] * 2.0f;
    dC[i] = dX[i] + 1.0f;
  }
}

int main() {
  for (int i = 0; i < N; i++) {
    dX[i] = (i * 31 % 517) / 8.0f;
    dA[i] = dB[i] = dC[i] = -1.0f;
  }
  spread<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(dX, dA, dB, dC);

  double error = 0;
  bool ok = true;
  for (int i = 0; i < N; i++) {
    float v = (i * 31 % 517) / 8.0f;
    double difference =
        fabs(dA[i] - v) + fabs(dB[i] - v * 2.0f) + fabs(dC[i] - (v + 1.0f));
    ok = ok && difference == 0;
    error = fmax(error, difference);
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
// CHECK-DAG: remark: 'dX' not staged:{{.*}}[tessera-private-reuse]
