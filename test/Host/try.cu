// Where exceptions are caught, the host's copy of a small array is valid after
// every launch.
// RUN: %tessera --cuda-path=none --no-tiles %s -- | FileCheck %s
#include <stdio.h>
#define N 64
__global__ int a[N];

__global__ void next(int *x) { x[threadIdx.x] += 1; }

// CHECK-LABEL: void work(
void work(int n) {
  // CHECK: HostToDevice
  // CHECK: next<<<
  // CHECK: DeviceToHost
  next<<<1, N>>>(a);
  if (n > 2)
    throw n;
}

int main() {
  for (int i = 0; i < 5; i++) {
    try {
      work(i);
    } catch (int n) {
      printf("%d %d\n", n, a[0]);
    }
  }
  printf("%d\n", a[0]);
}
