// A function that only launches counts for its callers like a launch; one that
// also works on the host keeps the host's copy valid around it.
// RUN: %tessera --cuda-path=none --no-tiles %s -- | FileCheck %s
#include <stdio.h>
#define N 64
__global__ int a[N], b[N];

__global__ void next(int *x) { x[threadIdx.x] += 1; }

// CHECK:      void twice() {
// CHECK-NEXT:   next<<<1, N>>>(a_dev);
// CHECK-NEXT:   CUDA_CHECK
// CHECK-NEXT:   next<<<1, N>>>(a_dev);
// CHECK-NEXT:   CUDA_CHECK
// CHECK-NEXT: }
void twice() {
  next<<<1, N>>>(a);
  next<<<1, N>>>(a);
}

// CHECK:      int both() {
// CHECK:        b[3] = 5;
// CHECK:        cudaMemcpyHostToDevice
// CHECK-NEXT:   next<<<1, N>>>(b_dev);
// CHECK:        cudaMemcpyDeviceToHost
// CHECK-NEXT:   return b[3];
int both() {
  b[3] = 5;
  next<<<1, N>>>(b);
  return b[3];
}

int main() {
  a[1] = 1;
  // CHECK:     cudaMemcpy(a_dev, a
  // CHECK-NOT: cudaMemcpy(
  // CHECK:     twice();
  for (int i = 0; i < 4; i++)
    twice();
  // CHECK-NOT: cudaMemcpy(
  // CHECK:     int r = both();
  int r = both();
  // CHECK:     cudaMemcpy(a, a_dev
  printf("%d %d %d\n", a[1], r, b[4]);
}
