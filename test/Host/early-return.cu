// Every return of main behind the allocations frees; one that reads an array
// reads it back first.
// RUN: %tessera --cuda-path=none --no-tiles %s -- | FileCheck %s
#include <stdio.h>
#define N 64
__global__ int a[N];

__global__ void next(int *x) { x[threadIdx.x] += 1; }

int main(int argc, char **argv) {
  // CHECK:      if (argc > 5)
  // CHECK-NEXT:   return 3;
  if (argc > 5)
    return 3;
  next<<<1, N>>>(a);
  // CHECK:      if (argc > 4) {
  // CHECK-NEXT:   // No more use
  // CHECK-NEXT:   cudaFree(a_dev)
  // CHECK-NEXT:   return 4;
  // CHECK-NEXT: }
  if (argc > 4)
    return 4;
  // CHECK:      // The host
  // CHECK-NEXT: cudaMemcpyDeviceToHost
  // CHECK-NEXT: // No more use
  // CHECK-NEXT: cudaFree(a_dev)
  // CHECK-NEXT: return a[7];
  return a[7];
}
// CHECK-NOT: cudaFree
