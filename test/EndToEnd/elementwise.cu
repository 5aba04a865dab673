// One element per thread and no reuse: nothing to stage. Managed memory.
#include <math.h>
#include <stdio.h>

#ifndef N
#define N 100003
#endif
#define BLOCK 128

__managed__ float a[N], x[N], y[N];

__global__ void increment(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = a[i] + 1.0f;
}

__global__ void axpy(float alpha) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N)
    y[i] += alpha * x[i];
}

int main() {
  for (int i = 0; i < N; i++) {
    a[i] = i % 1000 * 0.25f;
    x[i] = i % 77 - 38.0f;
    y[i] = i % 13 * 0.5f;
  }

  const int blocks = (N + BLOCK - 1) / BLOCK;
  increment<<<blocks, BLOCK>>>(a, N);
  axpy<<<blocks, BLOCK>>>(2.0f);
  cudaDeviceSynchronize();

  double error = 0;
  bool ok = true;
  for (int i = 0; i < N; i++) {
    double difference = fabs(a[i] - (i % 1000 * 0.25f + 1.0f)) +
                        fabs(y[i] - (i % 13 * 0.5f + 2.0f * (i % 77 - 38.0f)));
    ok = ok && difference == 0;
    error = fmax(error, difference);
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
// CHECK-DAG: remark: 'a' not staged:{{.*}}[tessera-no-reuse]
// CHECK-DAG: remark: 'y' not staged:{{.*}}[tessera-no-reuse]
// CHECK-DAG: remark: 'x' not staged:{{.*}}[tessera-no-reuse]
