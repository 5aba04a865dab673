// With --verify nothing is written if input and result differ, here in a line
// number, or if a check fails; what was there stays.
// RUN: %tessera --cuda-path=none -q --verify %s -o %t.same.cu
// RUN: grep -q __shared__ %t.same.cu
// RUN: echo old > %t.cu
// RUN: not %tessera --cuda-path=none -q --verify %s -o %t.cu -- -DPRINT=__LINE__ 2>&1 | FileCheck %s
// RUN: not %tessera --cuda-path=none -q --verify %s -o %t.cu -- -DPRINT=0 -DSIZE=60 2>&1 | FileCheck %s --check-prefix=CHECKED
// RUN: echo old | diff - %t.cu
// CHECK: tessera-verify: error: line 1 of the output is "{{[0-9]+}}" in the original and "{{[0-9]+}}" in the rewritten program
// CHECK: not-verified.cu: error: nothing is written: the result does not compute the same [tessera-not-verified]
// CHECKED: not-verified.cu:{{[0-9]+}}:{{[0-9]+}}: error: {{.*}} [out-of-bounds]
// CHECKED: not-verified.cu: error: nothing is written: a check failed [tessera-not-verified]
#include <stdio.h>
#ifndef PRINT
#define PRINT 0
#endif
#ifndef SIZE
#define SIZE 64
#endif
#define N 64

__managed__ float a[N * N], b[N * N], c[SIZE * N];

__global__ void multiply(const float *a, const float *b, float *c) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < N; k++)
    sum += a[y * N + k] * b[k * N + x];
  c[y * N + x] = sum;
}

int main() {
  for (int i = 0; i < N * N; i++) {
    a[i] = i % 7;
    b[i] = i % 5;
  }
  multiply<<<dim3(N / 16, N / 16), dim3(16, 16)>>>(a, b, c);
  cudaDeviceSynchronize();
  printf("%d\n", PRINT);
}
