// Outputs of a thread that are a row apart are stored one by one, also where
// rows and columns are multiples of a vector.
// RUN: %translate -q --plan=%S/Inputs/column_outputs.yaml %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu
// RUN: %tessera-verify %s %t.cu -- 67 3
// CHECK: column_tiled
// CHECK-NOT: float4 *>(&m[
#include <stdio.h>
#include <stdlib.h>

__global__ void column(const float *__restrict__ a, float *__restrict__ m,
                       const int size, const int t) {
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < size - 1 - t)
    m[size * (i + t + 1) + t] = a[size * (i + t + 1) + t] / a[size * t + t];
}

int main(int argc, char **argv) {
  int size = argc > 1 ? atoi(argv[1]) : 64, t = argc > 2 ? atoi(argv[2]) : 4;
  const size_t bytes = size * size * sizeof(float);
  float *host = (float *)malloc(bytes), *a, *m;
  for (int i = 0; i < size * size; i++)
    host[i] = i % 17 + 1;
  cudaMalloc(&a, bytes);
  cudaMalloc(&m, bytes);
  cudaMemcpy(a, host, bytes, cudaMemcpyHostToDevice);
  cudaMemset(m, 0, bytes);
  column<<<(size + 31) / 32, 32>>>(a, m, size, t);
  cudaMemcpy(host, m, bytes, cudaMemcpyDeviceToHost);
  double sum = 0;
  for (int i = 0; i < size * size; i++)
    sum += host[i] * (i % 13);
  printf("%.9g\n", sum);
  cudaFree(a);
  cudaFree(m);
  free(host);
}
