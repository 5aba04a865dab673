// A kernel that needs the size of its grid is not cut where another launch of it
// has one that cannot be evaluated again.
// RUN: %tessera -q --cuda-path=none --pieces=3 %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 500
#include <stdio.h>
#include <stdlib.h>

// CHECK-NOT: first_block
__global__ void count(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = gridDim.x;
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]), blocks = 8;
  int *a, *b;
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMallocManaged(&b, n * sizeof(int));
  count<<<(n + 63) / 64, 64>>>(a, n);
  cudaDeviceSynchronize();
  printf("%d\n", a[n - 1]);
  count<<<++blocks, 64>>>(b, n);
  cudaDeviceSynchronize();
  printf("%d\n", b[n - 1]);
  cudaFree(a);
  cudaFree(b);
}
