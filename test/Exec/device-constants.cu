// Constant memory is each GPU's own: a copy to it changes that of the current
// one, and others keep what they have.
// RUN: %tessera-run --devices 2 %s | FileCheck %s
// RUN: %tessera-run --devices 3 --seed 1 %s | FileCheck %s
// RUN: %tessera-run --devices 2 --trace-copies %s 2>&1 | FileCheck %s --check-prefix=TRACE
// CHECK: 1 2 3
// CHECK-NEXT: 4 5 6
// CHECK-NEXT: 1 2 3
// TRACE: 'table' to GPU 1, 12 bytes
#include <stdio.h>
#define N 3

__constant__ int table[N] = {1, 2, 3};

__global__ void look(int *out) { out[threadIdx.x] = table[threadIdx.x]; }

void print(int gpu) {
  int *out, host[N];
  cudaSetDevice(gpu);
  cudaMalloc(&out, sizeof host);
  look<<<1, N>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", host[0], host[1], host[2]);
  cudaFree(out);
}

int main() {
  int values[N] = {4, 5, 6};
  print(0);
  cudaSetDevice(1);
  cudaMemcpyToSymbol(table, values, sizeof values);
  print(1);
  print(0);
}
