// Counters whose loops become one launch go, where nothing else uses them; text
// that says where loops end stays in use.
// RUN: %tessera -q --cuda-path=none %s -o %t.cu
// RUN: grep -v '// CHECK' %t.cu | FileCheck %s
// RUN: %tessera-verify %s %t.cu
#include <stdio.h>
#define N 64
__managed__ float a[N][N];
__global__ void k(float *row, int v) { row[threadIdx.x] += v; }
__global__ void k2(float *row, int v) { row[threadIdx.x] += v; }
__global__ void k3(float *row, int v) { row[threadIdx.x] += v; }
int main() {
  // CHECK: int m = 64, z = 3, q;
  // CHECK: All rounds
  // CHECK-NEXT: k<<<dim3(1, N), N>>>(a_dev[0], z);
  // CHECK: k2<<<dim3(1, m), N>>>(a_dev[0], 1);
  // CHECK: (void)q;
  // CHECK-NEXT: k3<<<dim3(1, rows), N>>>(a_dev[0], 1);
  int i, j, m = 64, z = 3, q;
  const int rows = 32;
  for (i = 0; i < N; i++)
    k<<<1, N>>>(a[i], z);
  for (j = 0; j < m; j++)
    k2<<<1, N>>>(a[j], 1);
  for (q = 0; q < rows; q++)
    k3<<<1, N>>>(a[q], 1);
  cudaDeviceSynchronize();
  printf("%g\n", a[3][4]);
}
