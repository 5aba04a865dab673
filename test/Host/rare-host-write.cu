// A host write in a rarely taken branch of a loop: only that branch copies.
// RUN: %tessera --cuda-path=none --no-tiles %s -- | FileCheck %s
#include <stdio.h>
#define N 64
__global__ int a[N];

__global__ void next(int *x) { x[threadIdx.x] += 1; }

int main() {
  // CHECK:      cudaMemset(a_dev
  // CHECK-NEXT: for (
  // CHECK-NEXT:   if (t == 7) {
  // CHECK-NEXT:     // The host
  // CHECK-NEXT:     cudaMemcpyDeviceToHost
  // CHECK-NEXT:     a[0] = 100;
  // CHECK-NEXT:     // The device
  // CHECK-NEXT:     cudaMemcpyHostToDevice
  // CHECK-NEXT:   }
  // CHECK-NEXT:   next<<<
  for (int t = 0; t < 10; t++) {
    if (t == 7)
      a[0] = 100;
    next<<<1, N>>>(a);
  }
  printf("%d %d\n", a[0], a[1]);
}
