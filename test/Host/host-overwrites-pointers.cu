// Memory whose size only run time knows is overwritten as a whole where the
// bounds of the loops are its size.
// RUN: sed /CHECK/d %s > %t.in.cu
// RUN: %tessera --cuda-path=none -q --no-tiles --pieces=1 %t.in.cu -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %t.in.cu %t.cu
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
__global__ void next(int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    v[i] = v[i] + 1;
}
static void fill(int *v, int n) {
  for (int i = 0; i < n; ++i)
    v[i] = i;
}
int main(int argc, char **argv) {
  int n = argc + 99, m = argc + 3, sum = 0;
  int *a, *b;
  cudaMallocManaged(&a, n * sizeof(int));
  cudaMallocManaged(&b, n * m * sizeof(int));
  fill(a, n);
  memset(b, 0, n * m * sizeof(int));
  for (int t = 0; t < 2; t++) {
    // CHECK: for (int t = 0
    // CHECK-NEXT: for (int i = 0
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        b[i * m + j] = i - j;
    // CHECK: b[i * m + j] = i - j;
    // CHECK-NEXT: fill(a, n);
    fill(a, n);
    next<<<(n + 31) / 32, 32>>>(a, n);
    next<<<(n * m + 31) / 32, 32>>>(b, n * m);
    cudaDeviceSynchronize();
    // CHECK: cudaDeviceSynchronize();
    // CHECK-NEXT: memset(b
    memset(b, 0, n * m * sizeof(int));
    // CHECK-NEXT: for (int i = n - 1
    for (int i = n - 1; i >= 0; i--)
      a[i] = i;
    next<<<(n + 31) / 32, 32>>>(a, n);
    next<<<(n * m + 31) / 32, 32>>>(b, n * m);
    cudaDeviceSynchronize();
    // Not the last one; rows of another length.
    // CHECK: cudaMemcpy(a, a_dev,
    // CHECK-NEXT: // Not the last one
    // CHECK-NEXT: for (int i = 0
    for (int i = 0; i < n - 1; i++)
      a[i] = i;
    // CHECK: cudaMemcpy(b, b_dev,
    // CHECK: for (int i = 0
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m - 1; j++)
        b[i * m + j] = i - j;
    for (int i = 0; i < n; i++)
      sum = sum * 3 + a[i] + b[i * m + m - 1];
    next<<<(n + 31) / 32, 32>>>(a, n);
    next<<<(n * m + 31) / 32, 32>>>(b, n * m);
    cudaDeviceSynchronize();
  }
  printf("%d\n", sum);
  cudaFree(a);
  cudaFree(b);
  return 0;
}
