// Accumulators in global memory and elements that do not change in the loop.
// Explicit copies.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 1000
#endif
#ifndef BLOCK
#define BLOCK 64
#endif

__global__ void sum_all(float *dA, float *dB) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) {
    for (int j = 0; j < N; j++) {
      dB[i] = dB[i] + dA[j];
    }
  }
}

__global__ void attract(float *dX, float *dF) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) {
    for (int j = 0; j < N; j++) {
      dF[i] = dF[i] + (dX[j] - dX[i]);
    }
  }
}

__global__ void shift(float *dX, float *dY) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N)
    dY[i] = dX[0] * dX[i] + dX[0] / (dX[0] + 1.0f);
}

int main() {
  float X[N], B[N], F[N], Y[N];
  for (int i = 0; i < N; i++) {
    X[i] = (i * 97 % 211) / 16.0f + 1.0f;
    B[i] = i % 5;
    F[i] = -(i % 3);
    Y[i] = NAN;
  }

  float *dX, *dB, *dF, *dY;
  cudaMalloc(&dX, sizeof(X));
  cudaMalloc(&dB, sizeof(B));
  cudaMalloc(&dF, sizeof(F));
  cudaMalloc(&dY, sizeof(Y));
  cudaMemcpy(dX, X, sizeof(X), cudaMemcpyHostToDevice);
  cudaMemcpy(dB, B, sizeof(B), cudaMemcpyHostToDevice);
  cudaMemcpy(dF, F, sizeof(F), cudaMemcpyHostToDevice);
  cudaMemcpy(dY, Y, sizeof(Y), cudaMemcpyHostToDevice);

  int blocks = (N + BLOCK - 1) / BLOCK;
  sum_all<<<blocks, BLOCK>>>(dX, dB);
  attract<<<blocks, BLOCK>>>(dX, dF);
  shift<<<blocks, BLOCK>>>(dX, dY);

  cudaMemcpy(B, dB, sizeof(B), cudaMemcpyDeviceToHost);
  cudaMemcpy(F, dF, sizeof(F), cudaMemcpyDeviceToHost);
  cudaMemcpy(Y, dY, sizeof(Y), cudaMemcpyDeviceToHost);

  double error = 0;
  bool ok = true;
  for (int i = 0; i < N; i++) {
    float b = i % 5, f = -(i % 3);
    for (int j = 0; j < N; j++) {
      b += X[j];
      f += X[j] - X[i];
    }
    float y = X[0] * X[i] + X[0] / (X[0] + 1.0f);
    double difference = fabs(B[i] - b) + fabs(F[i] - f) + fabs(Y[i] - y);
    ok = ok && difference < 1e-3;
    error = fmax(error, difference);
  }
  printf("max error %g\n", error);
  printf("%s\n", ok ? "PASSED" : "FAILED");
  cudaFree(dX);
  cudaFree(dB);
  cudaFree(dF);
  cudaFree(dY);
  return ok ? 0 : 1;
}

// RUN: %translate %s -o %t.cu 2>&1 | FileCheck %s --allow-empty
// RUN: %tessera-verify %s %t.cu
// RUN: %translate -q --check %t.cu
// RUN: %translate -q --gpu=tesla-c1060 %s -o %t.c1060.cu
// RUN: %tessera-verify %s %t.c1060.cu
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// RUN: %if nvcc %{ %compile -o %t.o %t.c1060.cu %}
// CHECK-DAG: remark: 'dB' not staged:{{.*}}[tessera-no-reuse]
// CHECK-DAG: remark: staged 'dA' in shared memory
// CHECK-DAG: remark: 'dF' not staged:{{.*}}[tessera-no-reuse]
// CHECK-DAG: remark: staged 'dX' in shared memory
// CHECK-DAG: remark: 'dX' not staged:{{.*}}[tessera-does-not-pay]
