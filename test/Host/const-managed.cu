// Managed memory cannot be const.
// RUN: rm -f %t.cu
// RUN: not %tessera --cuda-path=none %s -o %t.cu 2>&1 | FileCheck %s
// RUN: test ! -e %t.cu
// RUN: %tessera -q --cuda-path=none %s -o %t.cu -- -DFOLLOWED
// RUN: %tessera-verify -DFOLLOWED %s %t.cu
#include <cstdio>
#define N 64

__global__ int sums[N];
// CHECK: const-managed.cu:[[#@LINE+1]]:22: error: shared variable 'table' cannot be placed: it is const, which managed memory cannot be, but it needs that: an initialiser at file scope uses it
__global__ const int table[4] = {3, 1, 4, 1};
#ifndef FOLLOWED
static const int *const first = table;
#endif

__global__ void add(int *x, const int *t) {
  x[threadIdx.x] += t[threadIdx.x % 4];
}

int main() {
  add<<<1, N>>>(sums, table);
  printf("%d %d\n", sums[2], table[1]);
}
