// A copy that is not needed there waits all the same, which shows what kernels
// have printed.
// RUN: %meaning %s --original
// RUN: %meaning %s --options=--improve-copies
// RUN: %meaning %s "--options=--improve-copies --pieces=3"
// PRINTS: device 0 host 0 device 1 host 1 device 2 host 2 2016
#include <cstdio>
#define N 64

__global__ void add(int *sum, int by) {
  sum[threadIdx.x] += by * threadIdx.x;
  if (threadIdx.x == 0)
    printf("device %d ", by);
}

int main() {
  int host[N] = {}, *sum;
  cudaMalloc(&sum, sizeof host);
  cudaMemcpy(sum, host, sizeof host, cudaMemcpyHostToDevice);
  for (int t = 0; t < 3; ++t) {
    add<<<1, N>>>(sum, t);
    cudaMemcpy(host, sum, sizeof host, cudaMemcpyDeviceToHost);
    printf("host %d ", t);
  }
  int all = 0;
  for (int i = 0; i < N; ++i)
    all += host[i];
  printf("%d\n", all / 3);
  cudaFree(sum);
}
