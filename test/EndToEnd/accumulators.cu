// Accumulators in global memory, in loops that may have no iteration, behind
// branches, in nests, beside other elements of their array, and by name.
// Explicit copies and managed memory.
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 200
#endif

__managed__ float total[N];
__global__ void zero(float c[], const float *a, const float *b, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= N) return;
  for (int k = 0; k < m; k++)
    c[i] += a[k * N + i] * b[i];
}
__global__ void nest(float c[], const float *a, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < m; k++)
        c[i] += a[j * N + i] + k;
}
__global__ void tri(float *c, const float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < j; k++)
        c[i] += a[k * N + i];
}
__global__ void maybe(float *c, const float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N)
    for (int j = 0; j < n; j++)
      if (a[j * N + i] > c[i])
        c[i] = a[j * N + i];
}
__global__ void two(float c[], const float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) {
    for (int j = 0; j < n; j++) {
      c[i] += a[j * N + i];
      c[i + N] -= a[j * N + i];
      c[i] *= 0.5f;
    }
  }
}
__global__ void other(float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N)
    for (int j = 0; j < n; j++)
      c[i] += c[N + j];
}
__global__ void down(float c[], const float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N)
    for (int j = n - 1; j >= 0; j--)
      c[i] = c[i] * 0.5f + a[j * N + i];
}
__global__ void brk(float *c, const float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) {
    c[i] = 1;
    for (int j = 0; j < n; j++) {
      if (a[j * N + i] > 5) break;
      c[i] += a[j * N + i];
    }
    c[i] += 1;
  }
}
__global__ void outer(float c[], const float *a, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N)
    for (int r = 0; r < 2; r++)
      for (int k = 0; k < m; k++)
        c[r * N + i] += a[k * N + i];
}
__global__ void ret(float c[], const float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) {
    c[i] = a[i];
    for (int j = 0; j < 5; j++)
      c[i] += a[j * N + i] / 3;
  }
  if (i >= N / 2) return;
  for (int j = 0; j < n; j++)
    c[i] += 1;
}
__global__ void named(const float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; k++)
    if (i < N)
      total[i] += a[k * N + i] * a[i];
  if (i < N) {
    for (int k = 0; k < n; k++)
      total[i] += a[k * N + i] * a[i];
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 7, m = argc > 2 ? atoi(argv[2]) : 5;
  float *a, *b, *c, ha[N * N], hb[N], hc[2 * N];
  cudaMalloc(&a, sizeof(ha)); cudaMalloc(&b, sizeof(hb)); cudaMalloc(&c, sizeof(hc));
  for (int i = 0; i < N * N; i++) ha[i] = (i * 37 % 101) / 10.0f;
  for (int i = 0; i < N; i++) hb[i] = i % 9;
  for (int i = 0; i < 2 * N; i++) hc[i] = i % 4;
  cudaMemcpy(a, ha, sizeof(ha), cudaMemcpyHostToDevice);
  cudaMemcpy(b, hb, sizeof(hb), cudaMemcpyHostToDevice);
  cudaMemcpy(c, hc, sizeof(hc), cudaMemcpyHostToDevice);
  int g = (N + 63) / 64;
  zero<<<g, 64>>>(c, a, b, n, m);
  nest<<<g, 64>>>(c, a, n, m);
  tri<<<g, 64>>>(c, a, n);
  maybe<<<g, 64>>>(c, a, n);
  two<<<g, 64>>>(c, a, n);
  other<<<g, 64>>>(c, n);
  down<<<g, 64>>>(c, a, n);
  brk<<<g, 64>>>(c, a, n);
  outer<<<g, 64>>>(c, a, n, m);
  ret<<<g, 64>>>(c, a, n);
  named<<<g, 64>>>(a, n);
  cudaMemcpy(hc, c, sizeof(hc), cudaMemcpyDeviceToHost);
  cudaDeviceSynchronize();
  double s = 0;
  for (int i = 0; i < N; i++) s += total[i];
  for (int i = 0; i < 2 * N; i++) s += hc[i] * (i + 1);
  printf("%g\n", s);
}

// RUN: %translate %s -o %t.cu 2>&1 | FileCheck %s
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 0 0
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 0 3
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 3 0
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 1 1
// RUN: %translate -q --check %t.cu
// RUN: %translate -q --gpu=tesla-c1060 %s -o %t.c1060.cu
// RUN: %tessera-verify %s %t.c1060.cu
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// RUN: %if nvcc %{ %compile -o %t.o %t.c1060.cu %}
// CHECK-DAG: remark: 'c[i]' is kept in a register
// CHECK-DAG: remark: 'c[i + N]' is kept in a register
// CHECK-DAG: remark: 'total[i]' is kept in a register
// CHECK-DAG: remark: 'c' is declared __restrict__
// CHECK-DAG: remark: 'c[i]' is accessed in memory each time: another access of 'c' may be the same element
