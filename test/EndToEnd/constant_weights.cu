// A small array that all threads read alike goes to constant memory, by name or
// through a parameter, and again after the host has changed it. Simple memory
// model.
#include <stdio.h>

#ifndef N
#define N 500
#endif
#define R 3
#define BLOCK 64

__global__ float in[N + 2 * R], out[N], total[N];
__global__ float w[2 * R + 1];
__global__ int shifts[2][4];

__global__ void blur(const float *in, float *out, const float *w) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) {
    float sum = 0;
    for (int k = 0; k <= 2 * R; k++)
      sum += w[k] * in[i + k];
    out[i] = sum;
  }
}

__global__ void add() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N)
    for (int k = 0; k < 4; k++)
      total[i] += out[i] * w[k] + shifts[1][k];
}

int main() {
  for (int i = 0; i < N + 2 * R; i++)
    in[i] = i * 31 % 17;
  for (int k = 0; k < 4; k++)
    shifts[1][k] = k * k;
  for (int round = 0; round < 3; round++) {
    for (int k = 0; k <= 2 * R; k++)
      w[k] = 1.0f / (1 + k + round);
    blur<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, w);
    add<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>();
  }
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += out[i] + total[i] * (i % 5);
  printf("%g\n", sum + w[0]);
  return 0;
}

// RUN: %translate %s -o %t.cu 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=CODE --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %translate -q --check %t.cu
// RUN: %translate -q --gpu=tesla-c1060 %s -o %t.c1060.cu
// RUN: %tessera-verify %s %t.c1060.cu
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// RUN: %if nvcc %{ %compile -o %t.o %t.c1060.cu %}
// CHECK-DAG: remark: 'w' is placed in constant memory: all threads of a block read the same of its 28 bytes [tessera-placed-in-constant]
// CHECK-DAG: remark: 'shifts' is placed in constant memory: all threads of a block read the same of its 32 bytes [tessera-placed-in-constant]
// CODE: static __con{{stant}}__ float w_{{const}}[2 * R + 1];
// CODE: static __con{{stant}}__ int shifts_{{const}}[2][4];
// CODE: void blur(
// CODE-NEXT: w = w_{{const}};
// CODE: void add(
// CODE-DAG: const float (&w)[2 * R + 1] = w_{{const}};
// CODE-DAG: const int (&shifts)[2][4] = shifts_{{const}};
// CODE: cudaMemcpyToSymbol(shifts_{{const}}, shifts, sizeof(shifts))
// CODE: for (int round
// CODE: cudaMemcpyToSymbol(w_{{const}}, w, sizeof(w))
// CODE-NEXT: blur<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(in_dev, out_dev, nullptr);
// CODE-NOT: w_dev
