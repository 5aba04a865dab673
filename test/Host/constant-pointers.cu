// What a pointer in constant memory leads to may be written.
// RUN: %tessera --cuda-path=none %s -o %t.cu 2>&1 | not grep constant-written
#include <cstdio>
__managed__ int first[64];
__constant__ int *by_constant;
__constant__ int *several[2];
__global__ void raise() {
  by_constant[threadIdx.x] += 1;
  several[1][threadIdx.x] = 5;
}
int main() {
  int *at = first, *both[2] = {first, first + 2};
  cudaMemcpyToSymbol(by_constant, &at, sizeof(at));
  cudaMemcpyToSymbol(several, both, sizeof(both));
  raise<<<1, 2>>>();
  cudaDeviceSynchronize();
  printf("%d %d\n", first[1], first[2]);
}
