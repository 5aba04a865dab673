// Single elements that a function reads are named with its own variables: its
// callers, which have others, copy all.
// RUN: %tessera --cuda-path=none --no-tiles %s -- | grep -v '// CHECK' > %t.cu
// RUN: FileCheck %s < %t.cu
// RUN: %tessera-verify %s %t.cu
#include <stdio.h>

__managed__ int a[256];

__global__ void next(int *a) { a[threadIdx.x] += threadIdx.x; }

static int look(int k) { return a[k]; }

int main() {
  int sum = 0;
  // CHECK:      for (int t = 0; t < 10; t++) {
  // CHECK:      // The host needs the device's values.
  // CHECK-NEXT: CUDA_CHECK(cudaMemcpy(a, a_dev, sizeof(a), cudaMemcpyDeviceToHost));
  // CHECK-NEXT: sum += look(t);
  for (int t = 0; t < 10; t++) {
    next<<<1, 256>>>(a);
    cudaDeviceSynchronize();
    sum += look(t);
  }
  printf("%d\n", sum);
}
