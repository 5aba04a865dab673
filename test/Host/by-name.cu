// A kernel that names shared variables gets their device copies as parameters
// of the same names; a scalar that kernels only read is passed by value.
// RUN: %tessera --cuda-path=none --no-tiles %s -- | FileCheck %s
#include <stdio.h>
#define N 16
__global__ int a[N][N], v[N];
__global__ int factor = 3;

// CHECK: __global__ void scale(int (*a)[N], int *v, int factor);
__global__ void scale(void);

// CHECK: __global__ void shift(int by, int (*a)[N]) {
__global__ void shift(int by) { a[blockIdx.x][threadIdx.x] += by; }

int main() {
  for (int i = 0; i < N; i++)
    v[i] = i;
  factor += 1;
  // CHECK: scale<<<N, N>>>(a_dev, v_dev, factor);
  scale<<<N, N>>>();
  // CHECK: shift<<<N, N>>>(7, a_dev);
  shift<<<N, N>>>(7);
  printf("%d %d %d\n", a[1][2], a[15][15], factor);
}

// CHECK:      __global__ void scale(int (*a)[N], int *v, int factor) {
// CHECK-NEXT:   a[blockIdx.x][threadIdx.x] = factor * v[threadIdx.x];
__global__ void scale(void) {
  a[blockIdx.x][threadIdx.x] = factor * v[threadIdx.x];
}
