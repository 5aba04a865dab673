// Where each thread has a default stream of its own, that orders nothing: no
// other streams are used.
// RUN: %tessera -q --no-tiles --graphs --cuda-path=none %s | grep -v '//' | not grep cudaStream_t
#define CUDA_API_PER_THREAD_DEFAULT_STREAM
#include <cuda_runtime.h>
__global__ float a[64], b[64];

__global__ void work(float *x) {
  float sum = x[threadIdx.x];
  for (int j = 0; j < 8192; j++)
    sum = sum * 0.5f + x[threadIdx.x];
  x[threadIdx.x] = sum;
}

int main() {
  for (int i = 0; i < 64; i++)
    a[i] = b[i] = i;
  work<<<1, 64>>>(a);
  work<<<1, 64>>>(b);
  for (int t = 0; t < 1000; t++)
    work<<<1, 64>>>(a);
  return a[3] + b[4];
}
