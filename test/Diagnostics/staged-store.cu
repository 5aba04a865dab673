// A transpose: rows of the result are written by threads far apart.
// RUN: split-file %s %t
// RUN: %tessera --cuda-path=none --no-transfers --plan=%t/plan.yaml %t/main.cu 2>&1 >/dev/null | FileCheck %s
// CHECK: main.cu:5:3: remark: 'out' is written in shared memory and stored from there: 1152 bytes per block [tessera-staged-store]
//--- main.cu
__device__ float in[256][256], out[256][256];
__global__ void kernel() {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  out[x][y] = in[y][x];
}

int main() { kernel<<<dim3(16, 16), dim3(16, 16)>>>(); }
//--- plan.yaml
kernels:
  - kernel: kernel
    stages:
      - tiles:
          - array: out
