// A thread with several outputs needs more registers than the user's: where a
// block of such threads might not find them, the compiler is told its size.
// RUN: split-file %s %t
// RUN: %tessera -q --no-transfers --cuda-path=none --plan=%t/plan.yaml %t/main.cu | FileCheck %s
//--- main.cu
// CHECK: __global__ void __launch_bounds__(1024)
// CHECK-NEXT: large(
__global__ void large(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 2 * in[i];
}

// CHECK: __global__ void small(
__global__ void small(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 2 * in[i];
}

// CHECK: __global__ void __launch_bounds__(512) bounded(
__global__ void __launch_bounds__(512) bounded(const float *in, float *out,
                                               int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 2 * in[i];
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 65536 * sizeof(float));
  cudaMalloc(&out, 65536 * sizeof(float));
  large<<<64, 1024>>>(in, out, 65536);
  small<<<256, 256>>>(in, out, 65536);
  bounded<<<128, 512>>>(in, out, 65536);
}
//--- plan.yaml
kernels:
  - kernel: large
    coarsen: [{ axis: x, factor: 4, width: 4 }]
    interior: true
  - kernel: small
    coarsen: [{ axis: x, factor: 4, width: 4 }]
    interior: true
  - kernel: bounded
    coarsen: [{ axis: x, factor: 4, width: 4 }]
    interior: true
