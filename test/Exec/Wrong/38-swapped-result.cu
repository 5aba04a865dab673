// Pitfall 38: after an odd number of swaps the result is in the other buffer.
// RUN: sh -c '%tessera-verify %s %S/Inputs/swapped-result.cu; echo exit $?' 2>&1 | FileCheck %s
// CHECK: tessera-verify: error: 'result'[0] is 3 in the original and 2 in the rewritten program
// CHECK: exit 1
#include "Inputs/swap.h"

int main() {
  float *a, *b;
  cudaMalloc(&a, sizeof(result));
  cudaMalloc(&b, sizeof(result));
  cudaMemset(a, 0, sizeof(result));
  for (int i = 0; i < 3; i++) {
    step<<<1, 8>>>(a, b);
    float *c = a;
    a = b;
    b = c;
  }
  cudaMemcpy(result, a, sizeof(result), cudaMemcpyDeviceToHost);
}
