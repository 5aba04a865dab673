// A statement or declaration ends with its semicolon, also where a comment, a
// line break or brackets are before it, and a comment has one, too.
// RUN: %tessera --cuda-path=none -q %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu
#include <stdio.h>
#define N 64
__global__ float a /* ; ] */ [N /* ] */], // ;
    b [N]
    ;
__global__ void first(const float *in, float *out) /* a; b */ ; // c;
__global__ void first(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k++)
    sum += in[k] * in[N - 1 - k] /* ; */ \
      ;
  out[i] = sum /* ; */ ;
}
int main() {
  for (int i = 0; i < N; i++)
    a[i] = i /* ; */ ;
  first<<<2, N / 2>>>(a, b) /* ; */ // ;
  ;
  printf("%g %g\n", b[3], b[5]) \
  ;
  return 0;
}
// CHECK:      {{^}}float a /* ; ] */ [N /* ] */], // ;
// CHECK-NEXT: {{^ +}}b [N]
// CHECK-NEXT: {{^ +}};
// CHECK:      first<<<2, N / 2>>>({{.*}}) /* ; */ // ;
// CHECK-NEXT: {{^ +}};
// CHECK-NEXT: CUDA_CHECK(cudaGetLastError());
