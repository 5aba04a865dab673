// Rounds of two phases in the kernel: a cooperative launch where all blocks fit
// on the device, and a launch for each phase where they do not. Threads that
// have nothing to do still wait.
// RUN: %tessera -q --split-phases --cuda-path=none %s -o %t.cu
// RUN: grep 'cudaLaunchCooperative[K]ernel(' %t.cu
// RUN: %tessera-verify --seeds 4 %S/Inputs/phases_rounds.hand.cu %t.cu
#include <stdio.h>
#include <stdlib.h>

__global__ void smooth(float *x, float *p, int n, int steps) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int t = 0; t < steps; t++) {
    if (i > 0 && i < n - 1)
      p[i] = 0.25f * x[i - 1] + 0.5f * x[i] + 0.25f * x[i + 1] + t;
    __syncthreads();
    if (i > 0 && i < n - 1)
      x[i] = 0.25f * p[i - 1] + 0.5f * p[i] + 0.25f * p[i + 1];
    __syncthreads();
  }
}

static void run(int n, size_t bytes) {
  float *host = (float *)malloc(n * sizeof(float)), *x, *p;
  for (int i = 0; i < n; i++)
    host[i] = (float)(i * 37 % 101);
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&p, n * sizeof(float));
  cudaMemcpy(x, host, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(p, host, n * sizeof(float), cudaMemcpyHostToDevice);
  smooth<<<(n + 31) / 32, 32, bytes>>>(x, p, n, 3);
  cudaMemcpy(host, x, n * sizeof(float), cudaMemcpyDeviceToHost);
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += host[i] * (i % 7);
  printf("%d: %.9g\n", n, sum);
  cudaFree(x);
  cudaFree(p);
  free(host);
}

int main() {
  run(1, 0);
  run(31, 0);
  run(331, 0);
  run(2011, 48000);
  run(28001, 48000); // does not fit at once
}
