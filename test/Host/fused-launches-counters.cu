// Counters whose loops become one launch go, where nothing else uses them; text
// that says where loops end stays in use. A counter that is read behind gets its
// last value only where the loop runs.
// RUN: %tessera -q --cuda-path=none %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu
#include <stdio.h>
#define N 64
__managed__ float a[N][N];
__global__ void k(float *row, int v) { row[threadIdx.x] += v; }
__global__ void k2(float *row, int v) { row[threadIdx.x] += v; }
__global__ void k3(float *row, int v) { row[threadIdx.x] += v; }
__global__ void k4(float *row, int v) { row[threadIdx.x] += v; }
__global__ void k5(float *row, int v) { row[threadIdx.x] += v; }
__global__ void k6(float *row, int v) { row[threadIdx.x] += v; }
__global__ void k7(float *row, int v) { row[threadIdx.x] += v; }
int main(int argc, char **) {
  // CHECK: int m = 64, z = 3;
  // CHECK: All rounds
  // CHECK-NEXT: k<<<dim3(1, N), N>>>(a_dev[0], z);
  // CHECK: k2<<<dim3(1, m), N>>>(a_dev[0], 1);
  // CHECK: All rounds
  // CHECK-NEXT: k3<<<dim3(1, rows), N>>>(a_dev[0], 1);
  int i, j, m = 64, z = 3, q;
  const int rows = 32;
  for (i = 0; i < N; i++)
    k<<<1, N>>>(a[i], z);
  for (j = 0; j < m; j++)
    k2<<<1, N>>>(a[j], 1);
  for (q = 0; q < rows; q++)
    k3<<<1, N>>>(a[q], 1);
  int in_if = 7, in_else = 8;
  // CHECK: if (argc > 5)
  // CHECK-NEXT: All rounds
  // CHECK-NEXT: for (in_if = 0; in_if < N; in_if += N)
  if (argc > 5)
    for (in_if = 0; in_if < N; in_if++)
      k4<<<1, N>>>(a[in_if], 1);
  // CHECK: else {
  // CHECK-NEXT: All rounds
  // CHECK-NEXT: k5<<<dim3(1, N), N>>>(a_dev[0], 2);
  // CHECK: in_else = N;
  if (argc > 5) {
    in_else = 1;
  } else {
    for (in_else = 0; in_else < N; in_else++)
      k5<<<1, N>>>(a[in_else], 2);
  }
  int at_label = 9;
  // CHECK: again: {
  // CHECK: for (at_label = 0; at_label < N; at_label += N)
  if (argc > 5)
  again:
    for (at_label = 0; at_label < N; at_label++)
      k6<<<1, N>>>(a[at_label], 1);
  if (argc > 6)
    goto again;
  const int few = 20, fewer = few - 2;
  // CHECK: k7<<<dim3(1, 17), N>>>(
  for (int t = 1; t < fewer; t++)
    k7<<<1, N>>>(a[t], 3);
  cudaDeviceSynchronize();
  printf("%g %d %d %d\n", a[3][4], in_if, in_else, at_label);
}
