// A program that looks itself whether its launches fail sees that of no blocks
// fail on several GPUs, too.
// RUN: %tessera -q --cuda-path=none --gpus=all %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --devices 1 --seeds 2 %s %t.cu -- 100
// RUN: %tessera-verify --devices 3 --seeds 2 %s %t.cu -- 100
// RUN: %tessera-verify --devices 3 --seeds 2 %s %t.cu -- 0
#include <stdio.h>
#include <stdlib.h>

__global__ void twice(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] *= 2;
}

// CHECK: if (first < last || blocks == 0)
// CHECK-NEXT: twice<<<last - first, 32>>>(a_dev[gpu], n, first);
// CHECK-NEXT: }
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  int *a;
  cudaMallocManaged(&a, n * sizeof(int));
  for (int i = 0; i < n; i++)
    a[i] = i;
  twice<<<(n + 31) / 32, 32>>>(a, n);
  if (cudaGetLastError() != cudaSuccess)
    printf("failed\n");
  cudaDeviceSynchronize();
  for (int i = 0; i < n; i++)
    printf("%d\n", a[i]);
  cudaFree(a);
}
