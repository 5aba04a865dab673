// A value that waits in a tile would be missing when others are told.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu 2>&1 >%t/out.cu | FileCheck %s
// RUN: diff %t/main.cu %t/out.cu
// CHECK: main.cu:5:13: remark: 'out' not staged: the kernel writes it, and an atomic operation or a fence may tell other blocks that it has [tessera-may-be-published]
//--- main.cu
__device__ float out[64][256];
__device__ int done[1];
__global__ void kernel() {
  out[threadIdx.x][blockIdx.x] = 1;
  atomicAdd(&done[0], 1);
}

int main() {
  kernel<<<256, 64>>>();
}
//--- plan.yaml
kernels:
  - kernel: kernel
    stages:
      - tiles:
          - array: out
