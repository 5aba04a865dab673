// Memory that a function of the program allocates has the name that its caller
// gives it; --device-memory limits how much there is.
// RUN: %tessera-run --device-memory=1000 %s 2>&1 | FileCheck %s
// RUN: not %tessera-run --device-memory=10x %s 2>&1 | FileCheck %s --check-prefix=USAGE
// USAGE: 10x
#include <stdio.h>

template <typename T> cudaError_t make(size_t count, T **pointer) {
  return cudaMalloc(pointer, count * sizeof(T));
}

static bool make_bytes(void **pointer, size_t bytes) {
  return cudaMalloc(pointer, bytes) == cudaSuccess;
}

int main() {
  float *a;
  double *b, *c, *host;
  size_t free_bytes, all_bytes;
  cudaMallocHost(&host, 2000); // not on the device
  make(100, &a);
  make_bytes((void **)&b, 300);
  cudaMemGetInfo(&free_bytes, &all_bytes);
  // CHECK: 300 of 1000
  printf("%zu of %zu\n", free_bytes, all_bytes);
  // CHECK-NEXT: fails: 1
  printf("fails: %d\n", make(100, &c) == cudaErrorMemoryAllocation);
  // CHECK: allocating-function.cu:[[#@LINE-8]]:{{[0-9]+}}: warning: 'host' (2000 bytes) is never freed
  // CHECK: allocating-function.cu:[[#@LINE-8]]:{{[0-9]+}}: warning: 'a' (400 bytes) is never freed
  // CHECK: allocating-function.cu:[[#@LINE-8]]:{{[0-9]+}}: warning: 'b' (300 bytes) is never freed
}
