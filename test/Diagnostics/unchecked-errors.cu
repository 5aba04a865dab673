// A program that never looks at a result of the CUDA library prints numbers
// also where its kernel never ran.
// RUN: %tessera --cuda-path=none %s 2>&1 > /dev/null | FileCheck %s
// RUN: %tessera --cuda-path=none %s -- -DFIXED 2>&1 > /dev/null | FileCheck %s --check-prefix=FIXED --allow-empty
// FIXED-NOT: tessera-unchecked-errors
#include <cstdio>
__global__ void fill(float *a) { a[threadIdx.x] = 1; }

int main() {
  float *a;
  cudaMalloc(&a, 64 * sizeof(float));
  // CHECK: :[[@LINE+2]]:3: remark: no result of the CUDA library is looked at: {{.*}} [tessera-unchecked-errors]
  // CHECK-NOT: tessera-unchecked-errors
  fill<<<1, 64>>>(a);
  fill<<<1, 64>>>(a);
#ifdef FIXED
  if (cudaGetLastError() != cudaSuccess)
    return 1;
#endif
  cudaGetLastError(); // this looks at nothing
  (void)cudaFree(a);
}
