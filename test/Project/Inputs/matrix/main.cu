#include "matrix.cuh"
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 40;
  float *a, *b, *c;
  cudaMallocManaged(&a, n * n * sizeof(float));
  cudaMallocManaged(&b, n * n * sizeof(float));
  cudaMallocManaged(&c, n * n * sizeof(float));
  for (int i = 0; i < n * n; i++) {
    a[i] = (float)(i % 7);
    b[i] = (float)(i % 5);
  }
  dim3 block(16, 16);
  dim3 grid((n + 15) / 16, (n + 15) / 16);
  multiply<<<grid, block>>>(a, b, c, n);
  squares(c, a, n);
  cudaDeviceSynchronize();
  printf("%g %g\n", c[n + 1], a[n * n - 1]);
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
}
