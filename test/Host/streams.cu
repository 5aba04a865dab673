// A launch on a stream of its own is waited for: in this model launches are
// sequential.
// RUN: %tessera --cuda-path=none --no-tiles %s -- | FileCheck %s
#include <stdio.h>
#define N 64
__global__ int a[N];

__global__ void next(int *x) { x[threadIdx.x] += 1; }

int main() {
  cudaStream_t s;
  cudaStreamCreate(&s);
  // CHECK:      next<<<1, N, 0, s>>>(a_dev);
  // CHECK-NEXT: CUDA_CHECK(cudaGetLastError());
  // CHECK-NEXT: CUDA_CHECK(cudaDeviceSynchronize());
  next<<<1, N, 0, s>>>(a);
  printf("%d\n", a[1]);
  cudaStreamDestroy(s);
}
