// A kernel that begins or ends in an included file stays as it is.
// RUN: split-file %s %t
// RUN: cd %t && %tessera --cuda-path=none --no-transfers body.cu > body.out.cu 2> body.err
// RUN: cd %t && diff body.cu body.out.cu
// RUN: FileCheck %s --input-file=%t/body.err
// CHECK: body.cu:1:17: remark: kernel 'whole' not changed: it begins or ends in another file [tessera-unsupported-statement]
// CHECK: body.cu:3:17: remark: kernel 'half' not changed: it begins or ends in another file [tessera-unsupported-statement]
//--- body.cu
__global__ void whole(float *a)
#include "body.inc"
__global__ void half(float *a) {
  a[blockIdx.x] += 1;
#include "end.inc"
int main() {
  float *a;
  cudaMalloc(&a, 64 * sizeof(float));
  whole<<<1, 64>>>(a);
  half<<<1, 64>>>(a);
}
//--- body.inc
{
  a[threadIdx.x] += 1;
}
//--- end.inc
  a[threadIdx.x] += 1;
}
