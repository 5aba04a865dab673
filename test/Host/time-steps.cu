// A loop that mostly stays on the device reads back only where it prints.
// RUN: %tessera --cuda-path=none --no-tiles %s -- | FileCheck %s
#include <stdio.h>
#define N 256
__global__ float a[N];

__global__ void step(float *x) { x[threadIdx.x] = x[threadIdx.x] * 0.5f + 1; }

int main() {
  for (int i = 0; i < N; i++)
    a[i] = i;
  // CHECK:      cudaMemcpy(a_dev, a, sizeof(a), cudaMemcpyHostToDevice)
  // CHECK-NEXT: for (int t
  for (int t = 0; t < 10; t++) {
    // CHECK-NEXT: step<<<1, N>>>(a_dev);
    // CHECK-NEXT: CUDA_CHECK(cudaGetLastError());
    // CHECK-NEXT: if (t % 4
    // CHECK-NEXT:   The host needs this much
    // CHECK-NEXT:   CUDA_CHECK(
    // CHECK-NEXT:     cudaMemcpy(&a[t], &a_dev[t], sizeof(a[t]), cudaMemcpyDeviceToHost));
    // CHECK-NEXT:   printf
    step<<<1, N>>>(a);
    if (t % 4 == 0) {
      printf("%d: %g\n", t, a[t]);
    }
  }
  // CHECK: return 0
  return 0;
}
