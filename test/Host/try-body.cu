// Nothing is allocated in a function whose body is a try block.
// RUN: %tessera --cuda-path=none --no-tiles %s -o %t.cu 2>&1 | FileCheck %s
// RUN: %tessera-verify %s %t.cu
#include <array>
#include <cstdio>
#define N 128

// CHECK: 'pairs' is placed in managed memory: 'main', which uses it, is a try block
__global__ std::array<int, 2> pairs[N];
// CHECK: 'sums' is placed in managed memory: 'main', which uses it, is a try block
__global__ int sums[N];

__global__ void count(std::array<int, 2> *x, int *y) {
  y[threadIdx.x] += (int)sizeof(x[0]);
}

int main() try {
  pairs[2][1] = 4;
  count<<<1, N>>>(pairs, sums);
  printf("%d\n", sums[2] + pairs[2][1]);
  return 0;
} catch (...) {
  return 3;
}
