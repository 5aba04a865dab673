// Stores with a cache hint are stores: what else a kernel reads goes to registers,
// its outputs are several, and the hint stays with what it was given for.
// RUN: %translate -q %s -o %t.cu
// RUN: FileCheck %s < %t.cu
// RUN: %translate --check %t.cu
// RUN: %tessera-verify %s %t.cu
// RUN: %tessera-verify %s %t.cu -- 77
#include <stdio.h>
#include <stdlib.h>

struct Pair {
  float first, second;
};

// CHECK: {{^ +}}__align__(8) float in_reg[34];
// CHECK: __stcs(out + i, sum);
__global__ void window(const float *__restrict__ in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float sum = 0;
  for (int k = 0; k < 32; ++k)
    sum += in[i + k];
  __stcs(out + i, sum);
}

// CHECK: __stcg(&out[i], in[i] * 2)
__global__ void twice(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    __stcg(&out[i], in[i] * 2);
}

// CHECK: __stwt(&out[row * 32 + k], sum)
// CHECK: __stwb(&pairs[row].second, sum)
__global__ void rows(const float *in, float *out, Pair *pairs, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n)
    return;
  float sum = 0;
  for (int k = 0; k < 32; ++k) {
    sum += in[row * 32 + k];
    __stwt(&out[row * 32 + k], sum);
  }
  __stwb(&pairs[row].second, sum);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 2048;
  int count = n * 32 + 32;
  float *in, *out, *prefix, *host = (float *)malloc(count * sizeof(float));
  Pair *pairs;
  cudaMalloc(&in, count * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMalloc(&prefix, count * sizeof(float));
  cudaMalloc(&pairs, n * sizeof(Pair));
  cudaMemset(pairs, 0, n * sizeof(Pair));
  for (int i = 0; i < count; ++i)
    host[i] = i % 11;
  cudaMemcpy(in, host, count * sizeof(float), cudaMemcpyHostToDevice);
  window<<<(n + 127) / 128, 128>>>(in, out, n);
  cudaMemcpy(host, out, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i += 7)
    printf("%g\n", host[i]);
  twice<<<(n + 127) / 128, 128>>>(in, out, n);
  cudaMemcpy(host, out, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i += 7)
    printf("%g\n", host[i]);
  rows<<<(n + 127) / 128, 128>>>(in, prefix, pairs, n);
  cudaMemcpy(host, prefix, n * 32 * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n * 32; i += 77)
    printf("%g\n", host[i]);
  cudaMemcpy(host, pairs, n * sizeof(Pair), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 2 * n; i += 7)
    printf("%g\n", host[i]);
}
