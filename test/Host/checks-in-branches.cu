// A program's own check of a launch replaces ours only where it is always made:
// not in the other branch, nor in a macro that a flag empties, nor behind a
// condition of its own.
// RUN: %tessera --cuda-path=none -q %s | grep -v "// [CLQ]" \
// RUN:   | FileCheck %s --check-prefixes=CHECK,LOUD
// RUN: %tessera --cuda-path=none -q %s -- -DQUIET | grep -v "// [CLQ]" \
// RUN:   | FileCheck %s --check-prefixes=CHECK,QUIET
// RUN: %meaning %s
// RUN: %meaning %s --options=--extra-arg=-DQUIET --run=-DQUIET
// PRINTS: 2 4 3 5
#include <stdio.h>
#include <stdlib.h>
#ifdef QUIET
#define CHECK_LAUNCH()
#else
#define CHECK_LAUNCH()                                                         \
  if (cudaGetLastError() != cudaSuccess)                                       \
  exit(1)
#endif
__global__ int a[64];
__global__ int b[64];
__global__ int c[64];
__global__ int d[64];

__global__ void fill(int *x, int v) { x[threadIdx.x] = v; }
static bool failed() { return cudaGetLastError() != cudaSuccess; }

int main(int argc, char **) {
  // CHECK: fill<<<1, 64>>>(a_dev, 2);
  // LOUD-NEXT: CHECK_LAUNCH();
  // QUIET-NEXT: CUDA_CHECK(cudaGetLastError());
  fill<<<1, 64>>>(a, 2);
  CHECK_LAUNCH();
  // CHECK: } else {
  // CHECK-NEXT: fill<<<1, 64>>>(b_dev, 4);
  // CHECK-NEXT: CUDA_CHECK(cudaGetLastError());
  if (argc > 4) {
    fill<<<1, 64>>>(b, 3);
    if (cudaGetLastError() != cudaSuccess)
      return 1;
  } else {
    fill<<<1, 64>>>(b, 4);
  }
  // CHECK: fill<<<1, 64>>>(c_dev, 3);
  // CHECK-NEXT: CUDA_CHECK(cudaGetLastError());
  fill<<<1, 64>>>(c, 3);
  if (argc > 5 ? failed() : false)
    return 1;
  // CHECK: fill<<<1, 64>>>(d_dev, 5);
  // CHECK-NEXT: CUDA_CHECK(cudaGetLastError());
  fill<<<1, 64>>>(d, 5);
  bool loud = argc > 2;
  if (loud && cudaDeviceSynchronize() != cudaSuccess)
    return 2;
  printf("%d %d %d %d\n", a[1], b[2], c[3], d[4]);
}
