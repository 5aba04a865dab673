// Rows of a run-time length along which a launch is not cut: threads may write
// behind the end of their row, accesses know different lengths, the length is
// an argument that cannot be evaluated again or is no integer, or it may be
// negative.
// RUN: %tessera -q --cuda-path=none --pieces=3 %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 2 %s %t.cu -- 40
#include <stdio.h>
#include <stdlib.h>

// CHECK-NOT: first_block
__global__ void spills(int *a, int n, int w) {
  int i = blockIdx.y * 8 + threadIdx.y, j = blockIdx.x * 8 + threadIdx.x;
  if (i < n)
    a[i * w + j] = 1;
}
__global__ void lengths(int *a, int n, int w, int v) {
  int i = blockIdx.y * 8 + threadIdx.y, j = blockIdx.x * 8 + threadIdx.x;
  if (i < n && j < w && j < v) {
    a[i * w + j] = 1;
    a[i * v + j] = 1;
  }
}
__global__ void rows(int *a, int n, int w) {
  int i = blockIdx.y * 8 + threadIdx.y, j = blockIdx.x * 8 + threadIdx.x;
  if (i < n && j < w)
    a[i * w + j] = i + j;
}
__global__ void backwards(int *a, int n, int w) {
  int i = blockIdx.y * 8 + threadIdx.y;
  if (i < n && threadIdx.x == 0)
    a[i * w] = i;
}

int main(int argc, char **argv) {
  int n = atoi(argv[1]), bytes = n * n * sizeof(int), w = n;
  int length = atoi(argv[1]);
  int *a, *b, *c, *d;
  cudaMallocManaged(&a, bytes);
  cudaMallocManaged(&b, bytes);
  cudaMallocManaged(&c, 2 * bytes);
  cudaMallocManaged(&d, bytes);
  dim3 grid((n + 7) / 8, (n + 7) / 8), block(8, 8);
  for (int i = 0; i < n * n; i++)
    a[i] = b[i] = c[i] = d[i] = i;
  spills<<<grid, block>>>(a, n, n);
  cudaDeviceSynchronize();
  printf("%d\n", a[n]);
  lengths<<<grid, block>>>(b, n, n, w);
  cudaDeviceSynchronize();
  printf("%d\n", b[n]);
  rows<<<grid, block>>>(c, n, w++);
  cudaDeviceSynchronize();
  printf("%d\n", c[n]);
  rows<<<grid, block>>>(c, n, 1.25 * n);
  cudaDeviceSynchronize();
  printf("%d\n", c[n]);
  backwards<<<grid, block>>>(d, n, length);
  cudaDeviceSynchronize();
  printf("%d\n", d[n]);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  cudaFree(d);
}
