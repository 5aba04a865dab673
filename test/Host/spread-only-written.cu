// Of the functions for several GPUs only those are added that are used.
// RUN: %tessera -q --cuda-path=none --gpus=all %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu --implicit-check-not=read_rows
// RUN: %tessera-verify --devices=2 %s %t.cu
#include <cstdio>
#define N 4096

__global__ float out[N];

__global__ void fill(float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = i;
}

// CHECK: static Range own_rows(
// CHECK: int main()
int main() {
  fill<<<N / 64, 64>>>(out);
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += out[i];
  printf("%g\n", sum);
}
