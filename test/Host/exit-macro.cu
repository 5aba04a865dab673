// A check would use the program's own `exit`: nothing is placed.
// RUN: %tessera --cuda-path=none --no-tiles %s -o %t.cu 2>&1 | FileCheck %s
// RUN: %tessera-verify %s %t.cu
#include <cstdio>
#include <cstdlib>
#define exit(code) printf("leaving with %d\n", code)

// CHECK: 'values' is placed in managed memory: inserted code would use 'exit', which is a macro of the program
__global__ float values[64];

__global__ void fill(float *x) { x[threadIdx.x] = threadIdx.x; }

int main() {
  fill<<<1, 64>>>(values);
  printf("%g\n", values[7]);
  exit(3);
}
