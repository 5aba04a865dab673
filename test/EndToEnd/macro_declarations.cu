// Macros declare arrays of both sides, alone and with others: the call is
// replaced by what it expands to.
// RUN: %tessera --cuda-path=none -q %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 2 %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %tessera --cuda-path=none -q --check %t.cu
// RUN: %if nvcc %{ nvcc -arch=sm_90 -std=c++17 -c -o %t.o %t.cu %}
// SAME: same: output, exit code
#include <stdio.h>

#define ON_BOTH __global__
#define FLOATS(n) __global__ float n
#define SHARED(T, n) __global__ T n[64]
#define LIST(n, ...) SHARED(int, n) = {__VA_ARGS__}
#define TWO(m, n)                                                              \
  __global__ float m[64];                                                      \
  static ON_BOTH float n##_more[2][32];
#define HAS_NAME __global__ float (own)[64]
#define ARRAY(n) n[64]
#define PASSED(...) __VA_ARGS__

// CHECK:      float a[64];
// CHECK:      static float *a_dev;
SHARED(float, a);
// CHECK:      static float b[64], c[64];
static FLOATS(b)[64], c[64];
// CHECK:      int list[64] = {{{.*}}1, 2, 3{{.*}}};
LIST(list, 1, 2, 3);
// CHECK:      float one[64];
// CHECK-NEXT: static float two_more[2][32];
// CHECK:      static float *one_dev;
// CHECK-NEXT: static float (*two_more_dev)[32];
TWO(one, two)
// CHECK:      float(own)[64];
HAS_NAME;
// CHECK:      float ARRAY(last), ARRAY(end);
ON_BOTH float ARRAY(last), ARRAY(end);
// CHECK:      float passed[64];
PASSED(__global__ float passed[64]);
// CHECK:      float host[64];
float host[64];

__global__ void add(float *a, float *b, float *c, int *list, float *one,
                    float *more, float *last, float *passed) {
  int i = threadIdx.x;
  own[i] += 1;
  end[i] += a[i] * 2;
  c[i] += b[i] + list[i] + one[i] + more[i] + last[i] + passed[i];
}

int main() {
  for (int i = 0; i < 64; ++i) {
    a[i] = one[i] = i;
    b[i] = last[i] = own[i] = 2 * i;
    two_more[i / 32][i % 32] = passed[i] = host[i] = 3 * i;
  }
  add<<<1, 64>>>(a, b, c, list, one, two_more, last, passed);
  float sum = 0;
  for (int i = 0; i < 64; ++i)
    sum += c[i] + end[i] + own[i] + host[i];
  printf("%f %f %f\n", sum, c[2], own[63]);
}
