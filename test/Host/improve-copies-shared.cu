// Where the program also has shared memory its own copies stay: transfers are
// placed around them.
// RUN: %tessera --cuda-path=none -q --no-tiles %s -- > %t.without
// RUN: %tessera --cuda-path=none --no-tiles --improve-copies %s -- 2> %t.err | diff %t.without -
// RUN: FileCheck %s < %t.err
#include <stdio.h>
#define N 64
__managed__ int total;

__global__ void add(const int *x) { atomicAdd(&total, x[threadIdx.x]); }

int main() {
  int *d, h[N] = {1, 2};
  cudaMalloc(&d, sizeof(h));
  for (int t = 0; t < 3; t++) {
    // CHECK: :[[@LINE+1]]:5: remark: the copy of 'h' to 'd' stays: the program also shares memory [tessera-copy-kept]
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    add<<<1, N>>>(d);
    cudaDeviceSynchronize();
  }
  printf("%d\n", total);
  cudaFree(d);
  return 0;
}
