// Reads of write-combined memory pass all caches.
// RUN: %tessera --cuda-path=none %s 2>&1 > /dev/null | FileCheck %s
// RUN: %tessera --cuda-path=none %s -- -DFIXED 2>&1 > /dev/null | FileCheck %s --check-prefix=FIXED --allow-empty
// FIXED-NOT: tessera-write-combined-read
#include <cstdio>
#ifdef FIXED
const unsigned FLAGS = cudaHostAllocDefault;
#else
const unsigned FLAGS = cudaHostAllocWriteCombined | cudaHostAllocPortable;
#endif
int main() {
  float *h;
  cudaHostAlloc(&h, 4096, FLAGS);
  // CHECK-NOT: tessera-write-combined-read
  for (int i = 0; i < 1024; ++i)
    h[i] = i;
  // CHECK: :[[@LINE+1]]:18: warning: the host reads 'h', which is write-combined: each read goes to memory, past all caches [tessera-write-combined-read]
  printf("%f\n", h[3]);
}
