// The kernel follows its launches: its versions are declared where it is.
// Simple memory model.
// RUN: %translate --gpu=sm_13 -q %s -o %t.cu
// RUN: %translate --gpu=sm_13 --check %t.cu
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// SAME: same: output, exit code
// RUN: FileCheck %s --input-file=%t.cu
#include <stdio.h>

__global__ int in[102], out[100];

// CHECK:      __global__ void smooth(int limit, const int *, int *out);
// CHECK-NEXT: __global__ void smooth_64(int limit, const int *, int *out);
// CHECK-NEXT: __global__ void smooth_32(int limit, const int *, int *out);
__global__ void smooth(int limit, const int *);

int main() {
  for (int i = 0; i < 102; i++)
    in[i] = i * i % 37;
  for (int i = 0; i < 100; i++)
    out[i] = -1;
  smooth<<<2, 64>>>(100, in);
  smooth<<<3, 32>>>(90, in);
  int error = 0;
  for (int i = 0; i < 100; i++)
    if (out[i] != in[i] + in[i + 1] + in[i + 2])
      error++;
  printf("wrong elements %d\n%s\n", error, error == 0 ? "PASSED" : "FAILED");
  return error != 0;
}

__global__ void smooth(int limit, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < limit)
    out[i] = in[i] + in[i + 1] + in[i + 2];
}
