// Macros of the program do not reach a header that the result includes, be they
// its own or those of its headers.
// RUN: split-file %s %t
// RUN: %tessera -q --no-transfers --plan=%t/plan.yaml %t/rows.cu | FileCheck %s
// RUN: %tessera -q --no-transfers --plan=%t/plan.yaml %t/rows.cu --cuda-path=none | FileCheck %s
// CHECK:      // Sums of rows.
// CHECK-NEXT: /* Of a matrix. */
// CHECK-EMPTY:
// CHECK-NEXT: #include <cuda_pipeline.h>
// CHECK-NEXT: #define T float
// CHECK-NEXT: #include "sizes.h"
// CHECK-NEXT: #include <cstdlib>
// CHECK:      __pipeline_memcpy_async(

//--- plan.yaml
kernels:
  - kernel: sum_rows
    block: [32, 1, 1]
    stages:
      - loop: j
        steps: 32
        buffers: 2
        async: true
        tiles:
          - { array: a, group: 0, padding: 1 }
//--- sizes.h
#pragma once
#define N 4096
#define M 64
//--- rows.cu
// Sums of rows.
/* Of a matrix. */

#define T float
#include "sizes.h"
#include <cstdlib>

__global__ void sum_rows(const T *a, T *sums, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  T sum = 0;
  for (int j = 0; j < n; ++j)
    sum += a[i * n + j];
  sums[i] = sum;
}

int main() {
  T *a, *sums;
  cudaMalloc(&a, M * N * sizeof(T));
  cudaMalloc(&sums, M * sizeof(T));
  sum_rows<<<M / 32, 32>>>(a, sums, N);
}
