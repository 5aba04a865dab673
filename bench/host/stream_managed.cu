// Managed memory that is allocated, filled, used once, read and freed: all of
// that counts.
#include "bench.h"
#ifndef N
#define N 4096
#endif
#define BLOCK 256

__global__ void scale(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N)
    out[i] = 2 * in[i] + 1;
}

int main() {
  create_context();
  bool good = true;
  unsigned long long sum = 0;
  for (int run = 0; run < RUNS; run++) {
    watch_start();
    float *in, *out;
    cudaMallocManaged(&in, N * sizeof(float));
    cudaMallocManaged(&out, N * sizeof(float));
    for (int i = 0; i < N; i++)
      in[i] = number(i + run);
    scale<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(in, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < N; i++) {
      good = good && out[i] == 2 * in[i] + 1;
      sum = 31 * sum + (unsigned)out[i];
    }
    cudaFree(in);
    cudaFree(out);
    watch_stop();
  }
  return result(good, sum);
}
