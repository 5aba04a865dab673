// A kernel in a header of the project is rewritten in a copy of the header.
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: %tessera --cuda-path=none --gpu=tesla-c1060 main.cu -o out.cu 2>&1 | FileCheck %s
// RUN: FileCheck %s --input-file=out.cu --check-prefix=MAIN
// RUN: FileCheck %s --input-file=out.window.cuh --check-prefix=COPY
// RUN: FileCheck %s --input-file=window.cuh --check-prefix=HEADER
// CHECK: main.cu:1:1: remark: 'window.cuh' is rewritten as 'out.window.cuh' [tessera-header-copied]
// CHECK: window.cuh:5:12: remark: staged 'in' in shared memory: 764 bytes per block [tessera-staged]
// MAIN: #include "out.window.cuh"
// COPY: __shared__ float in_tile[191];
// HEADER-NOT: __shared__
//--- main.cu
#include "window.cuh"
int main() {
  float *in, *out;
  cudaMalloc(&in, 4160 * sizeof(float));
  cudaMalloc(&out, 4096 * sizeof(float));
  window<<<32, 128>>>(in, out);
}
//--- window.cuh
__global__ void window(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 64; ++k)
    sum += in[i + k];
  out[i] = sum;
}
