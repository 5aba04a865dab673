// What one block did not write, another may have.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu 2>&1 >%t/out.cu | FileCheck %s
// RUN: diff %t/main.cu %t/out.cu
// CHECK: main.cu:4:5: remark: 'out' not staged: what this block leaves of an element as it was, another block may write [tessera-shared-writes]
//--- main.cu
__device__ float in[256], out[64];
__global__ void kernel() {
  if (in[blockIdx.x * 64 + threadIdx.x] > 0)
    out[threadIdx.x] = 1;
}

int main() {
  kernel<<<4, 64>>>();
}
//--- plan.yaml
kernels:
  - kernel: kernel
    stages:
      - tiles:
          - array: out
