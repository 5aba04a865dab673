// Local pointers and references into an array count as the array.
// RUN: %tessera --cuda-path=none --no-tiles %s -- | FileCheck %s
#include <stdio.h>
#include <string.h>
#define N 16
__global__ int a[N][N], b[N][N];

__global__ void copy(int *x, int *y) {
  x[blockIdx.x * N + threadIdx.x] += y[blockIdx.x * N + threadIdx.x];
}

static void fill(int *row, int n, int value) {
  for (int i = 0; i < n; i++)
    row[i] = value;
}

static int sum(const int (*m)[N]) {
  int s = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      s += m[i][j];
  return s;
}

int main() {
  int *p = b[0];
  for (int i = 0; i < N * N; i++)
    *p++ = i;
  fill(b[3], N, 1);
  memset(b[4], 0, sizeof(b[4]));
  // CHECK: cudaMemset(a_dev, 0
  // CHECK: cudaMemcpy(b_dev, b
  // CHECK: copy<<<N, N>>>(a_dev[0], b_dev[0]);
  copy<<<N, N>>>(a, b);
  int(&row)[N] = b[5];
  int t = 0;
  for (int &x : row) {
    t += x;
    x = 0;
  }
  // CHECK-NOT: cudaMemcpy(b,
  // CHECK: cudaMemcpy(b_dev, b
  // CHECK: copy<<<N, N>>>(a_dev[0], b_dev[0]);
  copy<<<N, N>>>(a, b);
  // CHECK: cudaMemcpy(a, a_dev
  printf("%d %d %d\n", sum(a), sum(b), t);
}
