// A stencil over time that copies both arrays in every step. Plain CUDA.
#include <stdio.h>
#include <stdlib.h>
#define N 1024

__global__ void diffuse(const float *now, float *next, const float *rate) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < N - 1)
    next[i] = now[i] + rate[i] * (now[i - 1] - 2 * now[i] + now[i + 1]);
}

int main(int argc, char **argv) {
  int steps = argc > 1 ? atoi(argv[1]) : 10;
  float heat[N], rate[N], *d_now, *d_next, *d_rate;
  for (int i = 0; i < N; i++) {
    heat[i] = i % 100;
    rate[i] = 0.25f;
  }
  cudaMalloc(&d_now, sizeof(heat));
  cudaMalloc(&d_next, sizeof(heat));
  cudaMalloc(&d_rate, sizeof(rate));
  cudaMemcpy(d_next, heat, sizeof(heat), cudaMemcpyHostToDevice);
  for (int t = 0; t < steps; t++) {
    cudaMemcpy(d_now, heat, sizeof(heat), cudaMemcpyHostToDevice);
    cudaMemcpy(d_rate, rate, sizeof(rate), cudaMemcpyHostToDevice);
    diffuse<<<N / 128, 128>>>(d_now, d_next, d_rate);
    cudaMemcpy(d_now, d_next, sizeof(heat), cudaMemcpyDeviceToDevice);
    cudaMemcpy(heat, d_now, sizeof(heat), cudaMemcpyDeviceToHost);
  }
  float sum = 0;
  for (int i = 0; i < N; i++)
    sum += heat[i] * i;
  printf("%g\n", sum);
  cudaFree(d_now);
  cudaFree(d_next);
  cudaFree(d_rate);
  return 0;
}
// RUN: %translate -q --no-tiles --improve-copies %s -o %t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 0
// RUN: %tessera-run --trace-copies %t.cu 2>&1 | FileCheck %s
// CHECK: 4 copies, 12288 bytes to the device, 4096 bytes to the host
