// A variable that only a comment still names is not declared any more.
// RUN: %tessera --cuda-path=none -q --no-transfers %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu
#include <stdio.h>

// CHECK: void window
// CHECK-NOT: *first
// CHECK: int main
__global__ void window(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float *first = in + 4 * i; // first is where the window begins
  float sum = 0;
  for (int k = 0; k < 32; k++) /* from first */
    sum += first[k];
  out[i] = sum;
}

__managed__ float a[4128], b[1024];

int main() {
  for (int i = 0; i < 4128; i++)
    a[i] = i % 9;
  window<<<8, 128>>>(a, b);
  cudaDeviceSynchronize();
  printf("%g %g\n", b[3], b[1000]);
}
