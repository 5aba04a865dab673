// A scalar that a kernel writes by its own name has a device copy; a loop whose
// condition reads it reads it back in every round.
// RUN: %tessera --cuda-path=none --no-tiles %s -- | FileCheck %s
#include <stdio.h>
#define N 64
__global__ int a[N];
__global__ int busy;

// CHECK:      __global__ void halve(int *x, int *busy_dev) {
// CHECK-NEXT:   int &busy = *busy_dev;
__global__ void halve(int *x) {
  x[threadIdx.x] /= 2;
  if (x[threadIdx.x] > 0)
    busy = 1;
}

int main() {
  for (int i = 0; i < N; i++)
    a[i] = i;
  int rounds = 0;
  // CHECK: do {
  // CHECK: busy = 0;
  // CHECK: cudaMemcpy(busy_dev, &busy, sizeof(busy), cudaMemcpyHostToDevice)
  // CHECK: halve<<<1, N>>>(a_dev, busy_dev);
  // CHECK: cudaMemcpy(&busy, busy_dev, sizeof(busy), cudaMemcpyDeviceToHost)
  // CHECK-NEXT: } while (busy);
  do {
    busy = 0;
    halve<<<1, N>>>(a);
    rounds++;
  } while (busy);
  printf("%d %d\n", rounds, a[N - 1]);
}
