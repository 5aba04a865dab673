// Large memory that is copied.
// RUN: %tessera --cuda-path=none --improve-copies %s 2>&1 > /dev/null | FileCheck %s
#include <stdlib.h>
#define BYTES (16 << 20)

int main() {
  // CHECK: :[[@LINE+1]]:9: remark: 'a' is page-locked: it is copied once [tessera-page-locked]
  char *a = (char *)calloc(BYTES, 1), *d;
  cudaMalloc(&d, BYTES);
  cudaMemcpy(d, a, BYTES, cudaMemcpyHostToDevice);
  cudaFree(d);
  free(a);
  return 0;
}
