// A device that is chosen before anything uses one: copies are placed on it.
// RUN: %meaning %s --original --run=--devices=2
// RUN: %tessera --cuda-path=none %s -o %t.cu 2>&1 | FileCheck %s
// CHECK: 'x' is uploaded once and read back once
// CHECK: 'y' is uploaded once and read back once
// PRINTS: 33408 35712
#include <stdio.h>
#define N 256

__global__ void add(int *x, int v) {
  x[blockIdx.x * blockDim.x + threadIdx.x] += v;
}
__global__ int x[N];

static bool choose(int argc) {
  int devices = 0;
  cudaGetDeviceCount(&devices);
  return cudaSetDevice(argc > 1 ? 0 : devices - 1) == cudaSuccess;
}

int main(int argc, char **) {
  if (!choose(argc))
    return 1;
  int *y;
  cudaMallocManaged(&y, N * sizeof(int));
  for (int i = 0; i < N; ++i)
    x[i] = y[i] = i;
  add<<<N / 64, 64>>>(x, 3);
  add<<<N / 64, 64>>>(y, 12);
  cudaDeviceSynchronize();
  long sum[2] = {};
  for (int i = 0; i < N; ++i) {
    sum[0] += x[i];
    sum[1] += y[i];
  }
  printf("%ld %ld\n", sum[0], sum[1]);
  cudaFree(y);
}
