// The comment of threads whose outputs are all inside says what that is for.
// RUN: split-file %s %t
// RUN: %tessera -q --no-transfers --cuda-path=none --plan=%t/plan.yaml %t/fill.cu -- | FileCheck %t/fill.cu

//--- plan.yaml
kernels:
  - kernel: fill
    block: [256, 1, 1]
    coarsen:
      - {axis: x, factor: 4, width: 4}
    interior: true

//--- fill.cu
// CHECK: {{^ +}}// All outputs of the thread are inside: what they write is stored at once.
__global__ void fill(float *out, float value, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = value;
}

void start(float *out, float value, int n) {
  fill<<<(n + 255) / 256, 256>>>(out, value, n);
}
