// A variable whose initializer reads the tile is declared behind the tile's
// loads. Explicit copies.
// RUN: %translate --gpu=sm_13 -q %s -o %t.cu
// RUN: %translate --gpu=sm_13 --check %t.cu
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// SAME: same: output, exit code
// RUN: FileCheck %s --input-file=%t.cu
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
  int in[130], out[128], error = 0;
  for (int i = 0; i < 130; i++)
    in[i] = i * i % 37;
  int *d_in, *d_out;
  cudaMalloc((void **)&d_in, sizeof(in));
  cudaMalloc((void **)&d_out, sizeof(out));
  cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
  cudaMemset(d_out, 0xff, sizeof(out));
  smooth<<<2, 64>>>(d_in, d_out);
  cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 128; i++)
    if (out[i] != in[i] + in[i + 1] + in[i + 2])
      error++;
  printf("wrong elements %d\n%s\n", error, error == 0 ? "PASSED" : "FAILED");
  return error != 0;
}
