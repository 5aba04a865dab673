// Loads with a cache hint keep it where several become one, also in macros.
// RUN: %translate -q --plan=%S/Inputs/cached_vectors.yaml %s -o %t.cu
// RUN: FileCheck %s < %t.cu
// RUN: %translate --check %t.cu
// RUN: %tessera-verify %s %t.cu
// RUN: %tessera-verify %s %t.cu -- 2047
#include <stdio.h>
#include <stdlib.h>

#define LOAD(p) __ldg(p)
#define FROM(i) __ldcs(&b[i])

// CHECK: {{^ +}}__ldcs(reinterpret_cast<const float4 *>(&a[i_first]));
// CHECK: {{^ +}}__ldg(reinterpret_cast<const float4 *>(b + i_first));
__global__ void add(float *out, const float *a, const float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = __ldcs(&a[i]) + __ldg(b + i);
}

// CHECK: {{^ +}}LOAD(reinterpret_cast<const float4 *>(&a[i_first]));
// CHECK: = a_reg[r] + FROM((i_first + r));
__global__ void macros(float *out, const float *a, const float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = LOAD(&a[i]) + FROM(i);
}

// CHECK: __stcs(&out[i_first + r], a_reg[r] * b_reg[r]);
__global__ void stored(float *out, const float *a, const float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    __stcs(&out[i], a[i] * b[i]);
}

// CHECK: __ldg(reinterpret_cast<const int4 *>(&a[i_first]));
// CHECK: a_reg[4] = __ldg(&a[i_first + 4]);
// CHECK: a_reg[5] = __ldca(&a[i_first + 5]);
__global__ void three(int *out, const int *a, const int *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 2)
    out[i] = __ldg(&a[i]) + __ldg(&a[i + 1]) + __ldca(&a[i + 2]) + b[i];
}

static void show(const float *out, int n) {
  float *host = (float *)malloc(n * sizeof(float));
  cudaMemcpy(host, out, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i += 7)
    printf("%g\n", host[i]);
  free(host);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 4096;
  float *a, *b, *out, *host = (float *)malloc(n * sizeof(float));
  int *whole, *wholes;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMalloc(&whole, n * sizeof(int));
  cudaMalloc(&wholes, n * sizeof(int));
  for (int i = 0; i < n; ++i)
    host[i] = i % 77;
  cudaMemcpy(a, host, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, host, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(whole, host, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(wholes, 0, n * sizeof(int));
  add<<<(n + 255) / 256, 256>>>(out, a, b, n);
  show(out, n);
  macros<<<(n + 255) / 256, 256>>>(out, a, b, n);
  show(out, n);
  stored<<<(n + 255) / 256, 256>>>(out, a, b, n);
  show(out, n);
  three<<<(n + 255) / 256, 256>>>(wholes, whole, whole, n);
  cudaMemcpy(host, wholes, n * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i += 7)
    printf("%d\n", ((int *)host)[i]);
}
