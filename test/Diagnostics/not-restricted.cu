// A plan asks for __restrict__ where it is not true, or has no place.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu 2>&1 > %t/out.cu | FileCheck %s
// RUN: diff %t/main.cu %t/out.cu
// CHECK: :2:21: remark: 'a' is not declared __restrict__: its declaration is not of the form 'T *a' [tessera-not-restricted]
// CHECK: :2:28: remark: 'b' is not declared __restrict__: its declaration is not of the form 'T *b' [tessera-not-restricted]
// CHECK: :2:45: remark: 'c' is not declared __restrict__: it may overlap 'a' [tessera-not-restricted]
// CHECK: :2:55: remark: 'd' is not declared __restrict__: it may overlap 'c' [tessera-not-restricted]
// CHECK: :2:71: remark: 'e' is not declared __restrict__: its address is handed on [tessera-not-restricted]
//--- main.cu
typedef const float *Row;
__global__ void sum(Row a, const float b[], float *c, const float *d, const float *e) {
  int i = threadIdx.x;
  const float *later[] = {e};
  for (int k = 0; k < 8; k++)
    c[i] += a[k] * b[i] + d[i] + (later[0] != nullptr);
}

int main() {
  float *a, *b, *c, *e;
  cudaMalloc(&a, 256);
  cudaMalloc(&b, 256);
  cudaMalloc(&c, 256);
  cudaMalloc(&e, 256);
  sum<<<1, 32>>>(c, b, c + 32, c + 32, e);
}
//--- plan.yaml
kernels:
  - kernel: sum
    restrict: [ a, b, c, d, e ]
