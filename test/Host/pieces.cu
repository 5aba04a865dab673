// A launch whose arrays are copied right before and behind it runs in pieces of
// the grid: copies overlap with each other and with the kernel.
// RUN: %tessera -q --cuda-path=none %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 3 %s %t.cu
// RUN: %tessera -q --cuda-path=none --check %t.cu
#include <stdio.h>
#include <stdlib.h>
#define N (1 << 22)

// CHECK: void scale(const float *in, float *out, unsigned int first_block) {
// CHECK-NEXT: int i = (first_block + blockIdx.x) * blockDim.x + threadIdx.x;
__global__ float in[N], out[N];
__global__ void scale(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < N - 1)
    out[i] = 2 * in[i] + in[i - 1] + in[i + 1];
}

int main(int argc, char **argv) {
  for (int i = 0; i < N; i++) {
    in[i] = i % 1000;
    out[i] = 7;
  }
  scale<<<(N + 1023) / 1024, 1024>>>(in, out);
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum = sum * 0.75 + out[i];
  printf("%.17g\n", sum);
  return 0;
}
