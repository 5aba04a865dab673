// A loop that begins below zero: the number of a cell is unsigned where it is a
// thread's, and must not make a negative bound large.
// RUN: split-file %s %t
// RUN: %tessera -q --cuda-path=none --plan=%t/plan.yaml %t/main.cu -o %t/out.cu
// RUN: FileCheck %s --input-file=%t/out.cu
// RUN: %tessera-verify %t/main.cu %t/out.cu
// CHECK:      if (k0 + (int)threadIdx.x < n)
// CHECK-NEXT:   in_tile[threadIdx.x] = in[
// CHECK:        sum += in_tile[k - k0]
//--- main.cu
#include <stdio.h>

__global__ void columns(const double *in, double *out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  double sum = 0;
  for (int k = -2; k < n; k++)
    sum += in[800 + k * 400];
  out[x] = sum;
}

int main() {
  static double host[16000], result[64];
  double *in, *out;
  for (int i = 0; i < 16000; i++)
    host[i] = i % 97;
  cudaMalloc(&in, sizeof(host));
  cudaMalloc(&out, sizeof(result));
  cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice);
  columns<<<2, 32>>>(in, out, 37);
  cudaMemcpy(result, out, sizeof(result), cudaMemcpyDeviceToHost);
  printf("%g\n", result[5]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
//--- plan.yaml
kernels:
  - kernel: columns
    stages:
      - loop: k
        steps: 32
        tiles:
          - array: in
