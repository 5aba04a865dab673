// What the host certainly writes as a whole is not read back before, even where
// the device has the valid copy. Each function leaves that copy on the device,
// and begins with host code that overwrites all or nearly all.
// RUN: sed /CHECK/d %s > %t.in.cu
// RUN: %tessera --cuda-path=none -q --no-tiles %t.in.cu -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %t.in.cu %t.cu
#include <algorithm>
#include <stdio.h>
#include <string.h>
#define N 16
#define M (N * N)
__global__ int a[N][N];
__global__ int x[M];
__global__ int s;
__global__ void next(int *v) { v[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
__global__ void count(int *v) {
  if (threadIdx.x == 0)
    s = s + v[0];
}
// In what follows, launches before have left the values on the device.
static void fill(int v[N][N], int value) {
  int i, j;
  for (i = 0; i < N; i++) {
    const int row = i;
    for (j = N - 1; j >= 0; --j)
      v[row][j] = value * i + j;
  }
}
static void fill_rows(int *v, int from, int to) {
  for (int i = from; i < to; i += 2)
    for (int j = 0; j != N; j++) {
      v[i * N + j] = 2;
      *(v + N * (i + 1) + j) = 3;
    }
}
static void fill_some(int *v, int n) {
  if (n == 0)
    return;
  for (int i = 0; i < M; i++)
    v[i] = n;
}
int main() {
  int sum = 0;
  // CHECK: int sum = 0;
  for (int t = 0; t < 3; t++) {
    // CHECK: for (int t = 0
    // CHECK-NEXT: for (int i = 0
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        a[i][j] = x[i * N + j] = i + j + t;
    next<<<4, M / 4>>>((int *)a);
    next<<<4, M / 4>>>(x);
  }
  // A triangle and the rest; blocks and steps.
  // CHECK: // A triangle
  // CHECK-NEXT: for (int i = 0
  for (int i = 0; i < N; i++) {
    for (int j = 0; j <= i; j++)
      a[i][j] = 1;
    for (int j = i + 1; j < N; j++)
      a[i][j] = 2;
  }
  // CHECK: a[i][j] = 2;
  // CHECK-NEXT: }
  // CHECK-NEXT: for (int b
  for (int b = 0; b < M; b += 8)
    for (int k = 0; k < 8; k++)
      x[b + k] = k;
  next<<<4, M / 4>>>(x);
  next<<<4, M / 4>>>(a[0]);
  // Functions of the library, and of the file.
  // CHECK: // Functions
  // CHECK-NEXT: memset(
  // CHECK-NEXT: std::fill(
  memset(a, 0, sizeof(a));
  std::fill(x, x + M, 7);
  next<<<4, M / 4>>>(x);
  next<<<4, M / 4>>>(a[0]);
  // CHECK: cudaGetLastError
  // CHECK: cudaGetLastError
  // CHECK-NEXT: fill(a, 3);
  // CHECK-NEXT: fill_rows(x, 0, N);
  fill(a, 3);
  fill_rows(x, 0, N);
  next<<<4, M / 4>>>(x);
  next<<<4, M / 4>>>(a[0]);
  // From here on, something stays.
  // CHECK: cudaMemcpy(a, a_dev,
  // CHECK: // From here on
  // CHECK: for (int i = 0
  for (int i = 0; i < N; i++)
    for (int j = 1; j < N; j++)
      a[i][j] = 4;
  // CHECK: cudaMemcpy(x, x_dev,
  // CHECK-NEXT: for (int i = 0; i < M; i += 2)
  for (int i = 0; i < M; i += 2)
    x[i] = 5;
  next<<<4, M / 4>>>(x);
  next<<<4, M / 4>>>(a[0]);
  // CHECK: cudaMemcpy(a, a_dev,
  // CHECK: for (int i = 0
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      if (i != j)
        a[i][j] = 6;
  // CHECK: cudaMemcpy(x, x_dev,
  // CHECK-NEXT: for (int i = 0
  for (int i = 0; i < M; i++) {
    if (i == sum + 9)
      break;
    x[i] = i;
  }
  next<<<4, M / 4>>>(x);
  next<<<4, M / 4>>>(a[0]);
  // CHECK: cudaMemcpy(a, a_dev,
  // CHECK: memset(
  memset(a, 0, sizeof(a) - 4);
  // What is read first.
  // CHECK: cudaMemcpy(x, x_dev,
  // CHECK-NEXT: // What is read first
  // CHECK-NEXT: for (int i = 0
  for (int i = 0; i < M; i++) {
    sum += x[i];
    x[i] = i;
  }
  next<<<4, M / 4>>>(x);
  next<<<4, M / 4>>>(a[0]);
  // CHECK: cudaMemcpy(x, x_dev,
  // CHECK: fill_some(x, 0);
  fill_some(x, 0);
  // CHECK: cudaMemcpy(a, a_dev,
  // CHECK: fill_rows(a[0], 0, N - 2);
  fill_rows(a[0], 0, N - 2);
  // A counter that the body changes, and one behind a pointer.
  next<<<4, M / 4>>>(x);
  next<<<4, M / 4>>>(a[0]);
  // CHECK: cudaMemcpy(x, x_dev,
  // CHECK: for (int i = 0
  for (int i = 0; i < M; i++) {
    x[i] = 8;
    if (sum > 10000)
      i++;
  }
  int k = 0, *address = &k;
  // CHECK: cudaMemcpy(a, a_dev,
  // CHECK: for (k = 0
  for (k = 0; k < M; k++) {
    ((int *)a)[k] = 9;
    *address += k % 2;
  }
  for (int i = 0; i < M; i++)
    sum = sum * 3 + x[i] + a[i / N][i % N];
  // A scalar.
  s = 1;
  count<<<1, 32>>>(x);
  // CHECK: count<<<
  // CHECK-NEXT: cudaGetLastError
  // CHECK-NEXT: s = 5;
  s = 5;
  count<<<1, 32>>>(x);
  printf("%d %d\n", sum, s);
  return 0;
}
