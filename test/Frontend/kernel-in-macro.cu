// A kernel that a macro makes, or whose name, is a kernel of this file: it
// stays as it is, and may read and write what launches pass.
// RUN: %tessera --cuda-path=none %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: FileCheck %s --input-file=%t.cu --check-prefix=OUT
// RUN: %tessera-verify %s %t.cu
// CHECK-NOT: another file
#include <stdio.h>
#define N 64
#define DEFINE(NAME, T)                                                        \
  __global__ void NAME(const T *in, T *out) {                                  \
    int i = blockIdx.x * blockDim.x + threadIdx.x;                             \
    out[i] = in[i] + in[N - 1 - i];                                            \
  }
#define KERNEL(NAME) __global__ void NAME
__global__ float a[N], b[N], c[N];

// CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: kernel 'sum' not changed: a macro expands to several statements
DEFINE(sum, float)

// CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: kernel 'twice' not changed: a macro expands to several statements
KERNEL(twice)(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] *= 2;
}

int main() {
  for (int i = 0; i < N; i++)
    a[i] = i * i;
  sum<<<2, N / 2>>>(a, b);
  twice<<<2, N / 2>>>(b);
  printf("%g %g\n", b[3], b[5]);
  return 0;
}
// CHECK-NOT: error
// OUT: {{^}}DEFINE(sum, float)
// OUT: {{^}}KERNEL(twice)(float *out) {
// OUT: {{^}}  sum<<<2, N / 2>>>(a_dev, b_dev)
// OUT: {{^}}  twice<<<2, N / 2>>>(b_dev)
