// A kernel that uses arrays and a scalar by name, in versions for two block
// sizes: each version needs what the kernel itself needs. Simple memory model.
// RUN: %translate --gpu=sm_13 -q %s -o %t.cu
// RUN: %translate --gpu=sm_13 --check %t.cu
// RUN: %tessera-verify %s %t.cu | FileCheck %s --check-prefix=SAME
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// SAME: same: output, exit code
// RUN: FileCheck %s --input-file=%t.cu
// CHECK: void smooth(int limit, const int *in, int (*out)[100],
// CHECK-NEXT: int *last_dev) {
// CHECK-NEXT: int &last = *last_dev;
// CHECK: void smooth_64(int limit, const int *in, int (*out)[100],
// CHECK-NEXT: int *last_dev) {
// CHECK-NEXT: int &last = *last_dev;
// CHECK-NEXT: int i =
// CHECK: void smooth_32(int limit, const int *in, int (*out)[100],
// CHECK-NEXT: int *last_dev) {
// CHECK-NEXT: int &last = *last_dev;
#include <stdio.h>

__global__ int first[102], out[2][100];
__global__ int last;

__global__ void smooth(int limit, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < limit)
    out[0][i] = in[i] + in[i + 1] + in[i + 2];
  if (i == limit - 1)
    last = in[i];
}

int main() {
  for (int i = 0; i < 102; i++)
    first[i] = i * i % 37;
  for (int i = 0; i < 100; i++)
    out[0][i] = out[1][i] = -1;
  smooth<<<2, 64>>>(100, first);
  int error = last != first[99];
  smooth<<<3, 32>>>(90, first);
  error += last != first[89];
  for (int i = 0; i < 100; i++)
    if (out[0][i] != first[i] + first[i + 1] + first[i + 2] || out[1][i] != -1)
      error++;
  printf("wrong elements %d\n%s\n", error, error == 0 ? "PASSED" : "FAILED");
  return error != 0;
}
