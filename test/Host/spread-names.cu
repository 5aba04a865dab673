// With several GPUs: names that end like others, and names of the program that
// the inserted functions have, too.
// RUN: %tessera -q --cuda-path=none --gpus=all %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --devices 1 --seeds 2 %s %t.cu
// RUN: %tessera-verify --devices 3 --seeds 4 %s %t.cu
#include <stdio.h>
#define N 300

__global__ float x[N], fx[N];
struct Rows {
  int gpus;
};
__global__ void add(const float *fx, float *x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < N)
    x[i] = fx[i - 1] + fx[i] + 1;
}

// CHECK: struct Rows_ {
// CHECK: add<<<last - first, 32>>>(fx_dev[gpu_], x_dev[gpu_], first);
// CHECK: add<<<last - first, 32>>>(x_dev[gpu_], fx_dev[gpu_], first);
int main() {
  Rows gpu = {5};
  for (int i = 0; i < N; i++)
    fx[i] = i % gpu.gpus;
  add<<<10, 32>>>(fx, x);
  add<<<10, 32>>>(x, fx);
  for (int i = 0; i < N; i++)
    printf("%g %g\n", x[i], fx[i]);
}
