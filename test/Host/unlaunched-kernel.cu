// A kernel that nothing starts still names its arrays: they stay where the
// device finds them.
// RUN: %tessera --cuda-path=none %s -o %t.cu 2>&1 | FileCheck %s
// RUN: %clang_cuda -fsyntax-only %t.cu
// RUN: %tessera-verify %s %t.cu
#include <stdio.h>

// CHECK: [[@LINE+1]]:16: remark: 'in' is placed in managed memory: 'later' uses it by name, and no launch of that was found
__global__ int in[64];
// CHECK: [[@LINE+1]]:16: remark: 'out' is placed in managed memory: 'later' uses
__global__ int out[64];
// CHECK: [[@LINE+1]]:16: remark: 'sum' is uploaded once
__global__ int sum[64];

__global__ void later() { out[threadIdx.x] = in[threadIdx.x] + 1; }

__global__ void now() { sum[threadIdx.x] += threadIdx.x; }

int main() {
  for (int i = 0; i < 64; i++)
    sum[i] = in[i] = i;
  now<<<1, 64>>>();
  printf("%d %d\n", out[5], sum[6]);
}
