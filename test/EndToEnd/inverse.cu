// Inverse of a matrix by Gauss-Jordan elimination. Simple memory model.
#include <math.h>
#include <stdio.h>
#ifndef N
#define N 64
#endif
#ifndef BLOCK
#define BLOCK 32
#endif
#define BLOCKS ((N + BLOCK - 1) / BLOCK)

__global__ float a[N][N], inv[N][N];
// The scaled pivot rows and the pivot column of the current step: the kernels
// that change the matrices read these copies, not the matrices.
__global__ float row_a[N], row_inv[N], column[N];

__global__ void set_identity(float *inv) {
  int j = blockDim.x * blockIdx.x + threadIdx.x;
  if (j < N) {
    for (int i = 0; i < N; i++)
      inv[i * N + j] = (i == j) ? 1.0f : 0.0f;
  }
}

__global__ void save_pivot(float *a, float *inv, float *row_a, float *row_inv,
                           float *column, int k, float pivot) {
  int j = blockDim.x * blockIdx.x + threadIdx.x;
  if (j < N) {
    row_a[j] = a[k * N + j] / pivot;
    row_inv[j] = inv[k * N + j] / pivot;
    column[j] = a[j * N + k];
  }
}

__global__ void normalise(float *a, float *inv, float *row_a, float *row_inv,
                          int k) {
  int j = blockDim.x * blockIdx.x + threadIdx.x;
  if (j < N) {
    a[k * N + j] = row_a[j];
    inv[k * N + j] = row_inv[j];
  }
}

__global__ void eliminate(float *a, float *inv, float *row_a, float *row_inv,
                          float *column, int k) {
  int j = blockDim.x * blockIdx.x + threadIdx.x;
  if (j < N) {
    for (int i = 0; i < N; i++) {
      if (i != k) {
        a[i * N + j] -= column[i] * row_a[j];
        inv[i * N + j] -= column[i] * row_inv[j];
      }
    }
  }
}

static float original[N][N], ref_a[N][N], ref_inv[N][N];

static void init_matrix(void) {
  unsigned int seed = 42;
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      seed = seed * 1664525u + 1013904223u;
      a[i][j] = ((seed >> 16) % 2001) / 1000.0f - 1.0f;
      inv[i][j] = -9999.0f;
    }
    a[i][i] += N; /* diagonally dominant: no row exchanges are needed */
  }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      original[i][j] = ref_a[i][j] = a[i][j];
}

static void reference(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      ref_inv[i][j] = (i == j) ? 1.0f : 0.0f;
  for (int k = 0; k < N; k++) {
    float pivot = ref_a[k][k];
    for (int j = 0; j < N; j++) {
      ref_a[k][j] /= pivot;
      ref_inv[k][j] /= pivot;
    }
    for (int i = 0; i < N; i++) {
      if (i == k)
        continue;
      float factor = ref_a[i][k];
      for (int j = 0; j < N; j++) {
        ref_a[i][j] -= factor * ref_a[k][j];
        ref_inv[i][j] -= factor * ref_inv[k][j];
      }
    }
  }
}

int main() {
  init_matrix();
  set_identity<<<BLOCKS, BLOCK>>>(inv);
  for (int k = 0; k < N; k++) {
    float pivot = a[k][k];
    if (fabsf(pivot) < 1e-6f) {
      printf("singular at column %d\nFAILED\n", k);
      return 1;
    }
    save_pivot<<<BLOCKS, BLOCK>>>(a, inv, row_a, row_inv, column, k, pivot);
    normalise<<<BLOCKS, BLOCK>>>(a, inv, row_a, row_inv, k);
    eliminate<<<BLOCKS, BLOCK>>>(a, inv, row_a, row_inv, column, k);
  }

  reference();
  double error = 0, residual = 0;
  bool ok = true;
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) {
      double sum = (i == j) ? -1.0 : 0.0;
      for (int k = 0; k < N; k++)
        sum += (double)original[i][k] * inv[k][j];
      double difference = fabs(inv[i][j] - ref_inv[i][j]);
      ok = ok && fabs(sum) < 1e-4 && difference < 1e-5;
      residual = fmax(residual, fabs(sum));
      error = fmax(error, difference);
    }
  }
  printf("residual %g\n", residual);
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
// CHECK-DAG: remark: 'a' not staged:{{.*}}[tessera-not-coalesced]
// CHECK-DAG: remark: 'inv' not staged:{{.*}}[tessera-no-reuse]
// CHECK-DAG: remark: 'row_a' not staged:{{.*}}[tessera-no-reuse]
// CHECK-DAG: remark: 'row_inv' not staged:{{.*}}[tessera-no-reuse]
// CHECK-DAG: remark: 'a' not staged:{{.*}}[tessera-no-reuse]
// CHECK-DAG: remark: staged 'column' in shared memory
// CHECK-DAG: remark: 'row_a' not staged:{{.*}}[tessera-private-reuse]
// CHECK-DAG: remark: 'inv' not staged:{{.*}}[tessera-no-reuse]
// CHECK-DAG: remark: 'row_inv' not staged:{{.*}}[tessera-private-reuse]
