// A copy from or to memory that is not page-locked makes the host wait.
// RUN: %tessera --cuda-path=none %s 2>&1 > /dev/null | FileCheck %s
// RUN: %tessera --cuda-path=none %s -- -DFIXED 2>&1 > /dev/null | FileCheck %s --check-prefix=FIXED --allow-empty
// FIXED-NOT: tessera-pageable-async-copy
#include <cstdlib>
int main() {
  float *h, *d;
  cudaMalloc(&d, 4096);
#ifdef FIXED
  cudaMallocHost(&h, 4096);
#else
  h = (float *)malloc(4096);
#endif
  // CHECK: :[[@LINE+1]]:3: remark: the copy is not asynchronous: 'h' is not page-locked; allocate it by cudaMallocHost [tessera-pageable-async-copy]
  cudaMemcpyAsync(d, h, 4096, cudaMemcpyHostToDevice);
  // CHECK-NOT: tessera-pageable-async-copy
  cudaMemcpy(d, h, 4096, cudaMemcpyHostToDevice);
  float *r = (float *)malloc(4096);
  cudaHostRegister(r, 4096, 0);
  cudaMemcpyAsync(d, r, 4096, cudaMemcpyHostToDevice);
}
