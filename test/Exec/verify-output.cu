// Output and exit codes count, and a tolerance is in units in the last place.
// RUN: not %tessera-verify %s %S/Inputs/verify-output.cu 2>&1 | FileCheck %s --check-prefix=EXACT
// EXACT: 'x'[1] is 0.333333343 in the original and 0.333333313 in the rewritten program, written by launch 1 of kernel 'set'; 1 of 2 elements differ
// RUN: not %tessera-verify --ulp=1 %s %S/Inputs/verify-output.cu 2>&1 | FileCheck %s --check-prefix=NEAR
// NEAR: line 2 of the output is "second" in the original and "another" in the rewritten program
// RUN: not %tessera-verify --ulp=1 -DSAME_TEXT %s %S/Inputs/verify-output.cu 2>&1 | FileCheck %s --check-prefix=CODE
// CODE: the exit code is 3 in the original and 4 in the rewritten program
#include <cstdio>


__managed__ float x[2];
__global__ void set() { x[1] = 1.0f / 3; }

int main() {
  set<<<1, 1>>>();
  cudaDeviceSynchronize();
  printf("first\nsecond\n");
  return 3;
}
