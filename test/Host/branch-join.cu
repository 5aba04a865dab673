// Paths that meet with different valid copies: the branch that launches reads
// back at its end if the other writes on the host.
// RUN: %tessera --cuda-path=none --no-tiles %s -- | FileCheck %s
#include <stdio.h>
#define N 64
__global__ int a[N];

__global__ void fill(int *x) { x[threadIdx.x] = threadIdx.x; }

int main(int argc, char **argv) {
  // CHECK: if (argc > 1)
  // CHECK: fill<<<1, N>>>(a_dev);
  // CHECK-NEXT: CUDA_CHECK(cudaGetLastError());
  // CHECK-NEXT: // The host
  // CHECK-NEXT: cudaMemcpyDeviceToHost
  // CHECK-NEXT: } else {
  if (argc > 1) {
    fill<<<1, N>>>(a);
  } else {
    for (int i = 0; i < N; i++)
      a[i] = 2 * i;
  }
  // CHECK-NOT: cudaMemcpy(
  printf("%d\n", a[5]);
  return 0;
}
