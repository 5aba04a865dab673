// A variable whose initializer reads the tile is declared behind the tile's
// loads. Explicit copies.
// RUN: %translate --gpu=sm_13 -q %s -o %t.cu
// RUN: %translate --gpu=sm_13 --check %t.cu
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
// SAME: same: output, exit code
// RUN: FileCheck %s < %t.cu
#include <stdio.h>

// CHECK:      void smooth(
// CHECK-NEXT:   int i =
// CHECK-NEXT:   __shared__ int in_tile[66];
// CHECK:        __syncthreads();
// CHECK-NEXT:   int sum = in_tile[threadIdx.x] + in_tile[threadIdx.x + 1];
__global__ void smooth(const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = in[i] + in[i + 1];
  out[i] = sum + in[i + 2];
}

int main() {
  int in[130], out[128], sum = 0;
  for (int i = 0; i < 130; i++)
    in[i] = i * i % 37;
  int *d_in, *d_out;
  cudaMalloc((void **)&d_in, sizeof(in));
  cudaMalloc((void **)&d_out, sizeof(out));
  cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
  smooth<<<2, 64>>>(d_in, d_out);
  cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 128; i++)
    sum = sum * 3 % 1009 + out[i];
  printf("%d\n", sum);
  return 0;
}
