// No parameter can stand behind those with default arguments: such kernels are
// not told where their blocks begin, also where a declaration alone has these.
// RUN: %tessera -q --cuda-path=none --pieces=3 %s -o %t.cu
// RUN: FileCheck %s --implicit-check-not=first_block --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu
#include <stdio.h>
#define N 4096
__managed__ int a[N], b[N], c[N];
__global__ void plain(int *x, int *y, int by = 3) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i] * by;
}
__global__ void declared(int *x, int *y, int by = 3);
__global__ void declared(int *x, int *y, int by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i] + by;
}
int main() {
  for (int i = 0; i < N; i++)
    a[i] = i % 50;
  // CHECK: plain<<<N / 64, 64>>>(a_dev, b_dev);
  plain<<<N / 64, 64>>>(a, b);
  // CHECK: declared<<<N / 64, 64>>>(b_dev, c_dev);
  declared<<<N / 64, 64>>>(b, c);
  cudaDeviceSynchronize();
  long sum = 0;
  for (int i = 0; i < N; i++)
    sum += c[i] * (i % 7);
  printf("%ld\n", sum);
}
