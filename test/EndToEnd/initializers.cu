// Variables that are initialised without `=`, written for each output: a type
// of several words is no function.
// RUN: %translate -q --plan=%S/Inputs/initializers.yaml %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu
#include <stdio.h>
#include <stdlib.h>

__global__ void sums(float *out, const float *in, unsigned n) {
  // CHECK: unsigned int x = static_cast<unsigned int>(
  unsigned x{blockIdx.x * blockDim.x + threadIdx.x};
  if (x >= n)
    return;
  unsigned long long first(x / 2), last{};
  float sum{};
  for (int i = 0; i < 8; ++i)
    sum += in[x + i] * (first + last + i);
  out[x] = sum;
}

int main() {
  float *in, *out, *host = (float *)malloc(1100 * sizeof(float));
  cudaMalloc(&in, 1100 * sizeof(float));
  cudaMalloc(&out, 1000 * sizeof(float));
  for (int i = 0; i < 1100; i++)
    host[i] = i % 7;
  cudaMemcpy(in, host, 1100 * sizeof(float), cudaMemcpyHostToDevice);
  sums<<<16, 64>>>(out, in, 1000);
  cudaMemcpy(host, out, 1000 * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 1000; i += 37)
    printf("%g\n", host[i]);
}
