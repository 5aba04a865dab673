#include "columns.h"
#include <cstdio>

int main() {
  float *a, *weights, *sums;
  cudaMallocManaged(&a, sizeof(float) * ROWS * COLUMNS);
  cudaMallocManaged(&weights, sizeof(float) * COLUMNS);
  cudaMallocManaged(&sums, sizeof(float) * ROWS);
  for (int i = 0; i < ROWS * COLUMNS; ++i)
    a[i] = i % 5;
  for (int i = 0; i < COLUMNS; ++i)
    weights[i] = i % 3;
  scaled(a);
  windows<<<2, 64>>>(a, sums);
  rowSums(a, weights, sums);
  cudaDeviceSynchronize();
  std::printf("%g\n", sums[ROWS - 1]);
  cudaFree(a);
  cudaFree(weights);
  cudaFree(sums);
  return 0;
}
