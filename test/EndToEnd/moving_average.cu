// Simple moving average with a window that is known at run time. Managed
// memory.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef SIZE
#define SIZE 50000
#endif
#ifndef WINDOW
#define WINDOW 100
#endif

__global__ void kernel_SMA(float *result, const float *input, size_t size,
                           size_t N) {
  size_t i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i <= size - N) {
    float sum = 0.0f;
    for (size_t t = 0; t < N; ++t) {
      sum += input[i + t];
    }
    result[i] = sum / N;
  }
}

int main(int argc, char **argv) {
  size_t size = SIZE;
  size_t window = argc > 1 ? strtoul(argv[1], NULL, 10) : WINDOW;
  if (window == 0 || window > size) {
    fprintf(stderr, "usage: %s [window]\n", argv[0]);
    return 2;
  }

  float *input, *result;
  cudaMallocManaged(&input, size * sizeof(float));
  cudaMallocManaged(&result, size * sizeof(float));
  unsigned int seed = 7;
  for (size_t i = 0; i < size; ++i) {
    seed = seed * 1664525u + 1013904223u;
    input[i] = (seed >> 16) % 1000 / 50.0f;
    result[i] = -1.0f;
  }

  const unsigned int block = 256;
  const unsigned int grid = (size + block - 1) / block;
  kernel_SMA<<<grid, block>>>(result, input, size, window);
  if (cudaGetLastError() != cudaSuccess)
    printf("launch failed\n");
  cudaDeviceSynchronize();

  double error = 0;
  bool ok = true;
  for (size_t i = 0; i < size; ++i) {
    float expected = -1.0f; // the last window - 1 elements stay untouched
    if (i + window <= size) {
      float sum = 0.0f;
      for (size_t t = 0; t < window; ++t)
        sum += input[i + t];
      expected = sum / window;
    }
    error = fmax(error, fabs((double)result[i] - expected));
    ok = ok && fabsf(result[i] - expected) <= 1e-5f * fabsf(expected);
  }
  printf("max error %g\n", error);
  puts(ok ? "PASSED" : "FAILED");

  cudaFree(input);
  cudaFree(result);
  return ok ? 0 : 1;
}

// RUN: %translate %s -o %t.cu 2>&1 | FileCheck %s --allow-empty
// RUN: %tessera-verify %s %t.cu
// RUN: %translate -q --check %t.cu
// RUN: %translate -q --gpu=tesla-c1060 %s -o %t.c1060.cu
// RUN: %tessera-verify %s %t.c1060.cu
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// RUN: %if nvcc %{ %compile -o %t.o %t.c1060.cu %}
// CHECK-DAG: remark: 'input' not staged: estimated gain
