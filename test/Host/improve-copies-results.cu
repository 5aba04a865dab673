// Copies go with the check of their result: an error code that a variable keeps,
// a condition, an assertion. Where the variable is read elsewhere, it says that
// nothing failed.
// RUN: %tessera --cuda-path=none -q --no-tiles --improve-copies %s -- | grep -v '// CHECK' > %t.cu
// RUN: FileCheck %s < %t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 1
// RUN: %tessera-run --trace-copies %s 2>&1 | FileCheck %s --check-prefix=BEFORE
// RUN: %tessera-run --trace-copies %t.cu 2>&1 | FileCheck %s --check-prefix=AFTER
// BEFORE: 23 copies
// AFTER: 9 copies
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#define N 64

__global__ void add(const int *a, int *b) { b[threadIdx.x] += a[threadIdx.x]; }

int main(int argc, char **argv) {
  int steps = argc > 1 ? 0 : 4, a[N], b[N], *d_a, *d_b;
  cudaError_t err;
  err = cudaMalloc(&d_a, sizeof(a));
  if (err != cudaSuccess)
    return 1;
  if ((err = cudaMalloc(&d_b, sizeof(b))) != cudaSuccess)
    return 1;
  for (int i = 0; i < N; i++)
    a[i] = b[i] = i;
  // CHECK:      // The same in each round.
  // CHECK-NEXT: err = cudaMemcpy(d_a, a, sizeof(a), cudaMemcpyHostToDevice);
  // CHECK-NEXT: if (err != cudaSuccess) {
  // CHECK-NEXT:   printf("%s\n", cudaGetErrorString(err));
  // CHECK-NEXT:   exit(1);
  // CHECK-NEXT: }
  // CHECK-NEXT: if (cudaMemcpy(d_b, b, sizeof(b), cudaMemcpyHostToDevice) != cudaSuccess) {
  // CHECK-NEXT:   cudaFree(d_a);
  // CHECK-NEXT:   return 1;
  // CHECK-NEXT: }
  // CHECK-NEXT: for (int t = 0; t < steps; t++) {
  // CHECK-NEXT:   add<<<1, N>>>(d_a, d_b);
  // CHECK-NEXT: }
  // CHECK-NEXT: // The last values are enough.
  // CHECK-NEXT: {
  // CHECK-NEXT:   cudaError_t back = cudaMemcpy(b, d_b, sizeof(b), cudaMemcpyDeviceToHost);
  // CHECK-NEXT:   if (back) {
  // CHECK-NEXT:     exit(1);
  // CHECK-NEXT:   }
  // CHECK-NEXT: }
  for (int t = 0; t < steps; t++) {
    err = cudaMemcpy(d_a, a, sizeof(a), cudaMemcpyHostToDevice);
    if (err != cudaSuccess) {
      printf("%s\n", cudaGetErrorString(err));
      exit(1);
    }
    if (cudaMemcpy(d_b, b, sizeof(b), cudaMemcpyHostToDevice) != cudaSuccess) {
      cudaFree(d_a);
      return 1;
    }
    add<<<1, N>>>(d_a, d_b);
    cudaError_t back = cudaMemcpy(b, d_b, sizeof(b), cudaMemcpyDeviceToHost);
    if (back) {
      exit(1);
    }
  }
  // CHECK:      printf("%d\n", b[1]);
  // CHECK-NEXT: cudaError_t last = cudaSuccess;
  // CHECK-NEXT: int failed = last;
  // CHECK-NEXT: last = cudaMemcpy(d_a, b, sizeof(b), cudaMemcpyHostToDevice);
  // CHECK-NEXT: failed += last;
  // CHECK-NEXT: add<<<1, N>>>(d_a, d_b);
  printf("%d\n", b[1]);
  (void)cudaMemcpy(d_b, b, sizeof(b), cudaMemcpyHostToDevice);
  assert(cudaMemcpy(d_b, b, sizeof(b), cudaMemcpyHostToDevice) == cudaSuccess);
  cudaError_t last = cudaMemcpy(d_b, b, sizeof(b), cudaMemcpyHostToDevice);
  int failed = last;
  last = cudaMemcpy(d_a, b, sizeof(b), cudaMemcpyHostToDevice);
  failed += last;
  add<<<1, N>>>(d_a, d_b);
  // CHECK-NEXT: for (int t = 0; t < 3; t++) {
  // CHECK-NEXT:   last = cudaMemcpy(d_a, a, sizeof(a), cudaMemcpyHostToDevice);
  // CHECK-NEXT:   add<<<1, N>>>(d_a, d_b);
  // CHECK-NEXT: }
  for (int t = 0; t < 3; t++) {
    last = cudaMemcpy(d_a, a, sizeof(a), cudaMemcpyHostToDevice);
    add<<<1, N>>>(d_a, d_b);
  }
  failed += last;
  // CHECK-NEXT: failed += last;
  // CHECK-NEXT: // The same in each round.
  // CHECK-NEXT: assert(cudaMemcpy(d_a, b, sizeof(b), cudaMemcpyHostToDevice) == cudaSuccess);
  // CHECK-NEXT: for (int t = 0; t < 3; t++) {
  for (int t = 0; t < 3; t++) {
    assert(cudaMemcpy(d_a, b, sizeof(b), cudaMemcpyHostToDevice) ==
           cudaSuccess);
    add<<<1, N>>>(d_a, d_b);
  }
  cudaMemcpy(b, d_b, sizeof(b), cudaMemcpyDeviceToHost);
  printf("%d %d\n", b[1], failed);
  cudaFree(d_a);
  cudaFree(d_b);
  return 0;
}
