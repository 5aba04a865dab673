// A program that crashes is no specification, and no other one is the same.
// RUN: not %tessera-verify %s %s 2>&1 | FileCheck %s
// RUN: %python %S/../Diagnostics/Inputs/exits.py 125 %tessera-verify %s %s
// CHECK: error: the program crashed: Segmentation fault [host-crash]
// CHECK: tessera-verify: error: '{{.*}}verify-crash.cu' crashed with seed 0: there is nothing to compare with
// CHECK-NOT: same
#include <cstdio>

__managed__ int x[4];
__global__ void set() { x[threadIdx.x] = threadIdx.x; }

int main(int argc, char **argv) {
  set<<<1, 4>>>();
  cudaDeviceSynchronize();
  int *volatile nowhere = nullptr;
  printf("%d\n", *nowhere);
}
