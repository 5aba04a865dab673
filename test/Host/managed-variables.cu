// __managed__ variables become host variables with device copies.
// RUN: %tessera --cuda-path=none --no-tiles %s -- | FileCheck %s
#include <stdio.h>
#define N 64
// CHECK:      {{^}}float a[N];
// CHECK:      static float *a_dev;
__device__ __managed__ float a[N];
// CHECK:      {{^}}static float b[N];
static __managed__ __device__ float b[N];

__global__ void add() { a[threadIdx.x] += b[threadIdx.x]; }

int main() {
  a[1] = b[1] = 2;
  // CHECK: add<<<1, N>>>(a_dev, b_dev);
  add<<<1, N>>>();
  cudaDeviceSynchronize();
  printf("%g\n", a[1]);
}
