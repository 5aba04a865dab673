// A macro that makes several statements is one; those around it stay on their
// own.
// RUN: %tessera -q --cuda-path=none --no-tiles %s > %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu
#include <stdio.h>
#define N 64
#define SUM(X)                                                                 \
  for (int i = 0; i < N; ++i)                                                  \
    sum += X[i];                                                               \
  printf("%d\n", sum);

__global__ int a[N];
__global__ void add(int *x) { x[threadIdx.x] += threadIdx.x; }

int main() {
  int sum = 0;
  // CHECK: add<<<1, N>>>(a_dev);
  add<<<1, N>>>(a);
  // CHECK: cudaMemcpy(a, a_dev
  // CHECK: SUM(a)
  SUM(a)
  // CHECK: add<<<1, N>>>(a_dev);
  add<<<1, N>>>(a);
  // CHECK: cudaMemcpy(a, a_dev
  // CHECK: SUM(a) puts("");
  SUM(a) puts("");
}
