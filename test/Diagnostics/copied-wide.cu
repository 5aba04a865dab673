// Vectors fill a tile.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/kernel.cu 2>&1 >/dev/null | FileCheck %t/kernel.cu
//--- plan.yaml
kernels:
  - kernel: kernel
    stages:
      - { loop: j, steps: 32, tiles: [ { array: in, group: 0, copied: 4 } ] }
//--- kernel.cu
// CHECK: :[[@LINE+1]]:17: remark: 'in' is copied to shared memory by 16 bytes at once [tessera-copied-wide]
__global__ void kernel(const float *in, float *out, int m, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  if (i < m)
    for (int j = 0; j < n; ++j)
      sum += in[i * n + j];
  out[i] = sum;
}

void run(const float *in, float *out, int m, int n) {
  kernel<<<(m + 31) / 32, 32>>>(in, out, m, n);
}
