// A variable that a kernel reads by name, and that a function passes to it as
// well, keeps its memory.
// RUN: %tessera -q --cuda-path=none %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 2 %s %t.cu
// CHECK-NOT: __constant__
// CHECK: start(d_dev
#include <stdio.h>
__global__ double d[32];
__global__ double sums[32];

__global__ void add(const double *__restrict__ in) {
  int i = threadIdx.x;
  double sum = 0;
  for (int k = 0; k < 31; k++) {
    if (i < 7) {
      double value = d[k + 1];
      sum += value;
    } else {
      sum += in[k];
    }
  }
  sums[i] = sum;
}

static void start(const double *in) { add<<<1, 32>>>(in); }

int main() {
  for (int i = 0; i < 32; i++)
    d[i] = i;
  start(d);
  for (int i = 0; i < 32; i++)
    printf("%g\n", sums[i]);
}
