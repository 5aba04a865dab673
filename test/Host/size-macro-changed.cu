// Sizes are written as numbers where the macros in them have other values
// elsewhere in the file, and where they have brackets or comments.
// RUN: %tessera --cuda-path=none -q %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu
#include <stdio.h>
#define N 64
#define HALF (N / 2)
__global__ float a[N][HALF], c[sizeof(int[64])][N /* ] */];
#undef N
#define N 32
// CHECK: {{^}}__global__ void next(float (*a)[32], float (*c)[64]) {
__global__ void next() {
  a[blockIdx.x][threadIdx.x] += 1;
  c[blockIdx.x][threadIdx.x] += 1;
}
int main() {
  next<<<2 * N, N>>>();
  printf("%g %g\n", a[N + 5][N - 1], c[N][3]);
  return 0;
}
