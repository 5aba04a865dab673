// Managed memory begins as zeros, as programs expect of it.
// RUN: %tessera-run %s | FileCheck %s
// CHECK: 0 7
#include <stdio.h>

__global__ void add(int *a) { a[1] += 7; }

int main() {
  int *a;
  cudaMallocManaged(&a, 2 * sizeof(int));
  add<<<1, 1>>>(a);
  cudaDeviceSynchronize();
  printf("%d %d\n", a[0], a[1]);
  cudaFree(a);
}
