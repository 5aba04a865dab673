// All pairs: every thread reads the whole of x. No block divides N.
// Explicit copies.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 1500
#endif
#ifndef BLOCK
#define BLOCK 128
#endif
#define SOFTENING 0.01f

__global__ void all_pairs(const double *x, float *f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    double xi = x[i];
    float fi = 0.0f;
    for (int j = 0; j < n; j++) {
      double d = x[j] - xi;
      fi += d / (d * d + SOFTENING);
    }
    f[i] = fi;
  }
}

static float force_on(const double *x, int n, int i) {
  float fi = 0.0f;
  for (int j = 0; j < n; j++) {
    double d = x[j] - x[i];
    fi += d / (d * d + SOFTENING);
  }
  return fi;
}

int main() {
  double *x = (double *)malloc(N * sizeof(double));
  float *f = (float *)malloc(N * sizeof(float));
  for (int i = 0; i < N; i++) {
    x[i] = (i * 7919 % 10007) / 100.0f;
    f[i] = -1.0e30f;
  }

  double *dx;
  float *df;
  cudaMalloc(&dx, N * sizeof(double));
  cudaMalloc(&df, N * sizeof(float));
  cudaMemcpy(dx, x, N * sizeof(double), cudaMemcpyHostToDevice);
  cudaMemcpy(df, f, N * sizeof(float), cudaMemcpyHostToDevice);
  all_pairs<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(dx, df, N);
  cudaMemcpy(f, df, N * sizeof(float), cudaMemcpyDeviceToHost);

  double error = 0;
  bool ok = true;
  for (int i = 0; i < N; i++) {
    double expected = force_on(x, N, i);
    double difference = fabs(f[i] - expected);
    ok = ok && difference <= 1e-4 * (1.0 + fabs(expected));
    error = fmax(error, difference);
  }
  printf("max error %g\n", error);
  printf("%s\n", ok ? "PASSED" : "FAILED");

  cudaFree(dx);
  cudaFree(df);
  free(x);
  free(f);
  return ok ? 0 : 1;
}

// RUN: %translate %s -o %t.cu 2>&1 | FileCheck %s --allow-empty
// RUN: %tessera-verify %s %t.cu
// RUN: %translate -q --check %t.cu
// RUN: %translate -q --gpu=tesla-c1060 %s -o %t.c1060.cu
// RUN: %tessera-verify %s %t.c1060.cu
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// RUN: %if nvcc %{ %compile -o %t.o %t.c1060.cu %}
// CHECK-DAG: remark: staged 'x' in shared memory
