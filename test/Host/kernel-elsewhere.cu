// A kernel of a header that is not the project's: its arrays stay managed, and
// the remark says so.
// RUN: %tessera --cuda-path=none %s -o %t.cu -- -isystem %S/Inputs 2>&1 | FileCheck %s
// RUN: %tessera-verify -I %S/Inputs %s %t.cu
#include "kernel.cuh"
#include <stdio.h>

int main() {
  // CHECK: 'a' is placed in managed memory: a kernel of another file gets it
  float *a;
  cudaMallocManaged(&a, 64 * sizeof(float));
  for (int i = 0; i < 64; i++)
    a[i] = i;
  twice<<<1, 64>>>(a);
  cudaDeviceSynchronize();
  printf("%g\n", a[5]);
  cudaFree(a);
}
