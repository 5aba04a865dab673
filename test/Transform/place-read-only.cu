// Pointers by a plan: `const` where the kernel only reads, and nothing else is
// declared of the kernel.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu > %t/out.cu 2> %t/err
// RUN: FileCheck %s --input-file=%t/out.cu
// RUN: %tessera-verify --seeds 4 %t/main.cu %t/out.cu
// RUN: %tessera -q --cuda-path=none --no-transfers --check --plan=%t/plan.yaml %t/out.cu

// CHECK: void declared(float *a, float *c);
// CHECK: void plain(const float *__restrict__ a, const int *__restrict__ b,
// CHECK-NEXT: float *__restrict__ c, float *d) {
// CHECK: void declared(float *__restrict__ a, float *__restrict__ c) {
//--- main.cu
#include <stdio.h>
__global__ void declared(float *a, float *c);

__global__ void plain(float *a, const int* b, float * c, float *d) {
  int i = threadIdx.x;
  for (int k = 0; k < 8; k++)
    c[i] += a[k] * b[k] + d[k];
}

__global__ void declared(float *a, float *c) {
  int i = threadIdx.x;
  for (int k = 0; k < 8; k++)
    c[i] += a[k];
}

int main() {
  float h[32], *a, *c, *d;
  int *b;
  cudaMalloc(&a, 128);
  cudaMalloc(&b, 128);
  cudaMalloc(&c, 128);
  cudaMalloc(&d, 128);
  cudaMemset(a, 1, 128);
  cudaMemset(b, 2, 128);
  cudaMemset(c, 3, 128);
  cudaMemset(d, 4, 128);
  plain<<<1, 32>>>(a, b, c, d);
  declared<<<1, 32>>>(a, c);
  cudaMemcpy(h, c, 128, cudaMemcpyDeviceToHost);
  printf("%g\n", h[3]);
}
//--- plan.yaml
kernels:
  - kernel: plain
    restrict: [ a, b, c ]
  - kernel: declared
    restrict: [ a, c ]
