// Branches that do nothing, before an `else` that is another's; blocks without
// statements; rounds that a condition around them has already ruled out.
// RUN: %tessera --print=normal --cuda-path=none %s > %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera --print=normal --cuda-path=none %t.cu | diff %t.cu -
// RUN: %if nvcc %{ nvcc -arch=sm_90 -c %t.cu -o %t.o %}
// RUN: %meaning %s --options=--coarsen=always
// SAME: same: output
// PRINTS: 1 7 1 7 2 8 2 8 2 2 2 2
// PRINTS: 21 21 21 0
#include <cstdio>

__managed__ int c[32], d[32];

// CHECK:      {{^}}__global__ void branches(
// CHECK:        {{^ *}}if (i < n) {
// CHECK-NEXT:     {{^ *}}if (i <= 3)
// CHECK:        {{^ *}}else
// CHECK:        {{^ *}}if (i & 1) {
// CHECK-NEXT:     {{^ *}}for (int j = 0; j < 4; ++j)
// CHECK-NEXT:       {{^ *}}if (i <= 7)
// CHECK:        {{^ *}}else
__global__ void branches(int *c, int n) {
  int i = threadIdx.x;
  if (i < n)
    if (i > 3)
      ;
    else
      c[i] = 1;
  else
    c[i] = 2;
  if (i & 1)
    for (int j = 0; j < 4; ++j)
      if (i > 7) {
      } else
        c[i] += j;
  else {
  }
  if (i >= n || i < 10) {
  } else
    c[i] += 8;
}

// CHECK:      {{^}}__global__ void rounds(
// CHECK:        {{^ *}}for (int k = 0; k < n; ++k) {
// CHECK:        {{^ *}}if (n > 1)
__global__ void rounds(int *d, int n) {
  int i = threadIdx.x;
  if (i < 3) {
    int sum = 0;
    int k = 0;
    if (n > 0)
      do {
        sum += k;
        ++k;
      } while (k < n);
    if (n > 1)
      for (int j = 0; j < n; ++j)
        sum += j > 100;
    d[i] = sum;
  }
}

int main() {
  branches<<<1, 12>>>(c, 4);
  rounds<<<1, 32>>>(d, 7);
  cudaDeviceSynchronize();
  for (int i = 0; i < 12; ++i)
    printf("%d%c", c[i], i == 11 ? '\n' : ' ');
  printf("%d %d %d %d\n", d[0], d[1], d[2], d[3]);
}
