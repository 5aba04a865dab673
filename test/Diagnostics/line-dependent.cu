// What compiles only with the line numbers that it has is told, and nothing is
// written; behind `#line` of tessera-nvcc it has them.
// RUN: echo old > %t.cu
// RUN: not %tessera --cuda-path=none %s -o %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: echo old | diff - %t.cu
// RUN: not %tessera --cuda-path=none -q %s -o %t.cu -- -DARRAY 2>&1 | FileCheck %s --check-prefix=ARRAY
// RUN: not %tessera --cuda-path=none -q %s -o %t.cu -- -DCONDITION 2>&1 | FileCheck %s --check-prefix=CONDITION
// RUN: %tessera --cuda-path=none -q %s -o %t.cu -- -DMESSAGE
// RUN: grep __shared__ %t.cu
// RUN: %if nvcc %{ %tessera-nvcc -arch=sm_90 -Xtessera --cuda-path=none -c %s -o %t.o 2>&1 | count 0 %}
#include <stdio.h>
#define N 64

__managed__ float a[N * N], b[N * N], c[N * N];

__global__ void multiply(const float *a, const float *b, float *c) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < N; k++)
    sum += a[y * N + k] * b[k * N + x];
  c[y * N + x] = sum;
}

#ifdef MESSAGE
const int here = __LINE__;
#elif defined(CONDITION)
#if __LINE__ != 28
// CONDITION: :[[@LINE+1]]:1: error: nothing is written: this has another line number in the result, and then the compiler says: moved [tessera-line-dependent]
#error moved
#endif
#elif defined(ARRAY)
// ARRAY: :[[@LINE+1]]:1: error: nothing is written: this has another line number in the result, and then the compiler says: '{{.*}}' declared as an array with a negative size [tessera-line-dependent]
char fits[__LINE__ == 34 ? 1 : -1];
#else
// CHECK: line-dependent.cu:[[@LINE+1]]:1: error: nothing is written: this has another line number in the result, and then the compiler says: static assertion failed due to requirement '{{[0-9]+}} == 37': moved [tessera-line-dependent]
static_assert(__LINE__ == 37, "moved");
// CHECK-NOT: {{error:|warning:|remark:}}
#endif

int main() {
  multiply<<<dim3(N / 16, N / 16), dim3(16, 16)>>>(a, b, c);
  return cudaDeviceSynchronize();
}
