// Each part of a condition is tested at its own corner only if the parts are as
// many as the texts between `&&` and each text has one: without a sign, `x - 1 <
// w` has two parts, and `true` is none that could make up for it.
// RUN: split-file %s %t
// RUN: %tessera -q --no-transfers --cuda-path=none --plan=%t/plan.yaml %t/main.cu | FileCheck %t/main.cu
//--- main.cu
// CHECK-LABEL: void inner_tiled(
// CHECK: if (x_first - 1 < w && true && x_first + 2 < w && true) {
__global__ void inner(const int *in, int *out, unsigned w) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x - 1 < w && true)
    out[x] = 2 * in[x] + in[x + 1];
}

void run(const int *in, int *out, unsigned w) {
  inner<<<8, 64>>>(in, out, w);
}
//--- plan.yaml
kernels:
  - kernel: inner
    coarsen: [{ axis: x, factor: 4, width: 4 }]
    interior: true
