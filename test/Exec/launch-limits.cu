// A launch that the hardware refuses does not run, and leaves CUDA's error.
// RUN: %tessera-run %s | FileCheck %s
#include <cstdio>

__global__ void k(int *count) {
  extern __shared__ int dynamic[];
  dynamic[0] = 1;
  atomicAdd(count, dynamic[0]);
}

__managed__ int count;

void attempt(const char *what, dim3 grid, dim3 block, size_t shared) {
  count = 0;
  k<<<grid, block, shared>>>(&count);
  cudaError_t error = cudaGetLastError();
  cudaDeviceSynchronize();
  printf("%s: %s, %d ran\n", what, cudaGetErrorName(error), count);
}

int main() {
  // CHECK: fits: cudaSuccess, 2 ran
  attempt("fits", 2, 1, 4);
  // CHECK: threads: cudaErrorInvalidConfiguration, 0 ran
  attempt("threads", 1, 1025, 4);
  // CHECK: product: cudaErrorInvalidConfiguration, 0 ran
  attempt("product", 1, dim3(32, 33), 4);
  // CHECK: depth: cudaErrorInvalidConfiguration, 0 ran
  attempt("depth", 1, dim3(1, 1, 65), 4);
  // CHECK: no grid: cudaErrorInvalidConfiguration, 0 ran
  attempt("no grid", 0, 1, 4);
  // CHECK: rows: cudaErrorInvalidConfiguration, 0 ran
  attempt("rows", dim3(1, 65536), 1, 4);
  // CHECK: shared: cudaErrorInvalidValue, 0 ran
  attempt("shared", 1, 1, 48 * 1024 + 4);
  // CHECK: opt-in: cudaSuccess, 1 ran
  cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  attempt("opt-in", 1, 1, 48 * 1024 + 4);
  // CHECK: last: no error
  printf("last: %s\n", cudaGetErrorString(cudaGetLastError()));
}
