// Pitfall 28: without its launch a program must not find the old result in new
// device memory.
// RUN: %tessera-run %s | FileCheck %s
// CHECK: 5 is not 5 again: no
#include <cstdio>

__global__ void k(int *a) { *a = 5; }

int main() {
  int h[2];
  for (int i = 0; i < 2; i++) {
    int *a;
    cudaMalloc(&a, sizeof(int));
    if (i == 0)
      k<<<1, 1>>>(a);
    cudaMemcpy(&h[i], a, sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(a);
  }
  printf("%d is not 5 again: %s\n", h[0], h[1] == 5 ? "yes" : "no");
}
