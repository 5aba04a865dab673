// Variables of a program may launch kernels before main begins.
// RUN: %tessera-run %s | FileCheck %s
// CHECK: 6
#include <cstdio>

__global__ void set(int *x) { x[threadIdx.x] = threadIdx.x; }

static int sum() {
  int *d, h[4], result = 0;
  cudaMalloc(&d, sizeof h);
  set<<<1, 4>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  for (int v : h)
    result += v;
  return result;
}
static int total = sum();

int main() { printf("%d\n", total); }
