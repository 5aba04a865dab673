// A variable that no kernel uses is an ordinary one; nothing is copied for what
// only kernels use.
// RUN: %tessera --cuda-path=none --no-tiles %s -- | FileCheck %s
#include <stdio.h>
#define N 64
// CHECK: {{^}}int log_of[N];
__global__ int log_of[N];
__global__ int scratch[N], out[N];

__global__ void one(int *s) { s[threadIdx.x] = threadIdx.x; }
__global__ void two(int *s, int *o) { o[threadIdx.x] = s[N - 1 - threadIdx.x]; }

int main() {
  // CHECK-NOT: cudaMemset
  // CHECK: one<<<1, N>>>(scratch_dev)
  one<<<1, N>>>(scratch);
  two<<<1, N>>>(scratch, out);
  // CHECK-NOT: cudaMemcpy(scratch
  // CHECK: cudaMemcpy(out, out_dev
  log_of[0] = out[3];
  printf("%d\n", log_of[0]);
}
