// A pragma and comments stay with their statement, with OpenMP and without.
// RUN: %tessera --cuda-path=none --no-tiles %s -- | FileCheck %s
// RUN: %tessera --cuda-path=none --no-tiles %s -- -fopenmp | FileCheck %s
#include <stdio.h>
#define N 64
__global__ int a[N];

__global__ void next(int *x) { x[threadIdx.x] += 1; }

int main() {
  int s = 0;
  next<<<1, N>>>(a);
  // CHECK:      cudaMemcpy(a, a_dev
  // CHECK-NEXT: // Sum them up.
  // CHECK-NEXT: #pragma omp parallel for reduction(+ : s)
  // CHECK-NEXT: for (int i = 0;
// Sum them up.
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < N; i++)
    s += a[i];
  printf("%d\n", s);
}
