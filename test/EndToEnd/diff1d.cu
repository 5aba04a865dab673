// Smoothing in one dimension, two arrays swapped by their pointers. Explicit
// copies.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef N
#define N 20011
#endif
#ifndef STEPS
#define STEPS 25
#endif
#define BLOCK 256

#define CHECK(call)                                                            \
  do {                                                                         \
    cudaError_t err = (call);                                                  \
    if (err != cudaSuccess) {                                                  \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,                       \
              cudaGetErrorString(err));                                        \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

__global__ void diff1d(float *dA, float *dAnew) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (1 <= i && i < N - 1) {
    dAnew[i] = (dA[i - 1] + dA[i] + dA[i + 1]) / 3.0f;
  }
}

static float A[N], Anew[N], result[N];

int main() {
  for (int i = 0; i < N; i++)
    A[i] = (i * 271 % 997) / 10.0f;
  for (int i = 0; i < N; i++)
    Anew[i] = -1.0e6f;
  Anew[0] = A[0];
  Anew[N - 1] = A[N - 1];

  float *dA, *dAnew;
  CHECK(cudaMalloc(&dA, N * sizeof(float)));
  CHECK(cudaMalloc(&dAnew, N * sizeof(float)));
  CHECK(cudaMemcpy(dA, A, N * sizeof(float), cudaMemcpyHostToDevice));
  // The kernel leaves the two ends alone, so they have to be there.
  CHECK(cudaMemcpy(dAnew, Anew, N * sizeof(float), cudaMemcpyHostToDevice));

  for (int step = 0; step < STEPS; step++) {
    diff1d<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(dA, dAnew);
    CHECK(cudaGetLastError());
    float *temp = dA;
    dA = dAnew;
    dAnew = temp;
  }
  CHECK(cudaMemcpy(result, dA, N * sizeof(float), cudaMemcpyDeviceToHost));

  for (int step = 0; step < STEPS; step++) {
    for (int i = 1; i < N - 1; i++)
      Anew[i] = (A[i - 1] + A[i] + A[i + 1]) / 3.0f;
    memcpy(A, Anew, sizeof(A));
  }

  double error = 0;
  bool ok = true;
  for (int i = 0; i < N; i++) {
    double difference = fabs(result[i] - A[i]);
    ok = ok && difference < 1e-3;
    error = fmax(error, difference);
  }
  printf("max error %g\n", error);
  printf("%s\n", ok ? "PASSED" : "FAILED");
  CHECK(cudaFree(dA));
  CHECK(cudaFree(dAnew));
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
