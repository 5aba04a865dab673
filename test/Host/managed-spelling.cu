// The reference program: managed memory, and a synchronisation per launch.
// RUN: %tessera --cuda-path=none --print=managed %s -- | FileCheck %s
#include <stdio.h>
#define N 16
// CHECK: __managed__ int a[N][N];
__global__ int a[N][N];

__global__ void next(int *x) { x[threadIdx.x] += 1; }

int main() {
  // CHECK:      for (int i = 0; i < N; i++) {
  // CHECK-NEXT:   next<<<1, N>>>(a[0] + (i * N));
  // CHECK-NEXT:   cudaDeviceSynchronize();
  // CHECK-NEXT: }
  for (int i = 0; i < N; i++)
    next<<<1, N>>>(a + (i * N));
  printf("%d\n", a[3][3]);
}
