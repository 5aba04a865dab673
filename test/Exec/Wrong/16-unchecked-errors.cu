// Pitfall 16: what fails says so, and a failed launch that nobody asks about is
// reported.
// RUN: %tessera-run %s 2>&1 | FileCheck %s
#include <cstdio>

__global__ void k(float *a) { a[0] = 1; }

int main() {
  float *a = nullptr;
  // CHECK: cudaErrorMemoryAllocation (nil)
  cudaError_t error = cudaMalloc(&a, 10000000000 * sizeof(float));
  printf("%s %p\n", cudaGetErrorName(error), (void *)a);
  // CHECK: asked: cudaErrorInvalidConfiguration
  k<<<1, 1025>>>(a);
  cudaGetLastError();
  k<<<1, dim3(64, 17)>>>(a);
  printf("asked: %s\n", cudaGetErrorName(cudaGetLastError()));
  // CHECK: :[[@LINE+1]]:4: warning: the launch of kernel 'k' failed (invalid argument), and the program never asks [unchecked-launch]
  k<<<1, 1, 50000>>>(a);
  // CHECK-NOT: unchecked-launch
}
