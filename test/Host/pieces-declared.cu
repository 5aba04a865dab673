// A kernel that a header declares gets no further parameter: others call it.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none %t/main.cu 2>&1 | FileCheck %s --implicit-check-not=first_block --implicit-check-not=launch-in-pieces
// CHECK: 'out' is uploaded never and read back once
//--- scale.h
__global__ void scale(const float *in, float *out);
//--- main.cu
#include "scale.h"
#include <stdio.h>
#define N (1 << 24)
__global__ float in[N], out[N];
__global__ void scale(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 2 * in[i];
}

int main() {
  for (int i = 0; i < N; i++)
    in[i] = i;
  scale<<<N / 256, 256>>>(in, out);
  printf("%g\n", out[3]);
  return 0;
}
