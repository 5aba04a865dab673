// Sums of floating-point numbers by blocks, with the user's consent: one sum,
// and one for each of a few bins. The numbers are small integers, whose sums do
// not depend on their order.
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 3000
#endif

__global__ float values[N];
__global__ float total;
__global__ double means[8];

__global__ void add(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&total, values[i]);
    atomicAdd(&means[i % 8 & 7], values[i] * 2);
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : N;
  for (int i = 0; i < N; i++)
    values[i] = i * 37 % 101 - 50;
  add<<<(n + 127) / 128 + 1, 128>>>(n);
  cudaDeviceSynchronize();
  printf("%g", total);
  for (int i = 0; i < 8; i++)
    printf(" %g", means[i]);
  printf("\n");
}

// RUN: %translate %s 2>&1 >%t.same.cu | FileCheck %s --check-prefix=WITHOUT
// RUN: %translate --allow-reassociation %s -o %t.cu 2>&1 | FileCheck %s
// RUN: %tessera-verify --seeds 4 %s %t.same.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 0
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 1
// RUN: %translate -q --check --allow-reassociation %t.cu
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// WITHOUT-DAG: each thread updates 'total' in memory by itself: a sum of floating-point numbers depends on their order; --allow-reassociation accepts another one
// WITHOUT-DAG: each thread updates 'means' in memory by itself: a sum of floating-point numbers depends on their order
// CHECK-DAG: each block updates 'total' in registers of its own
// CHECK-DAG: each block updates 'means' in 64 bytes of shared memory
