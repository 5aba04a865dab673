// A pointer to rows of constant length counts rows when it is spread.
// RUN: %tessera -q --cuda-path=none --gpus=all %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --devices 3 --seeds 4 %s %t.cu -- 30
// RUN: %tessera-verify --devices 4 --seeds 2 %s %t.cu -- 1
#include <stdio.h>
#include <stdlib.h>
#define N 20

__global__ void twice(float (*a)[N], int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int j = 0; j < N; j++)
      a[i][j] *= 2;
}

// CHECK: upload_rows(a_dev, a, Rows(n, (n + 7) / 8, 8, 0, 0));
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  float (*a)[N];
  cudaMallocManaged(&a, n * N * sizeof(float));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = i + j;
  twice<<<(n + 7) / 8, 8>>>(a, n);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < N; j++)
      sum = sum * 0.75 + a[i][j];
  printf("%.17g\n", sum);
  cudaFree(a);
}
