// A launch that writes all of an array needs nothing of what it held: neither
// an upload nor zeros.
// RUN: %tessera --cuda-path=none --no-tiles --pieces=1 --print=plan %s -- \
// RUN:   | FileCheck %s --implicit-check-not=upload --implicit-check-not=clear
#include <stdio.h>
#define N 1000
__global__ float fixed[N], few[N];

__global__ void set(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = i;
}
__global__ void inside(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n)
    x[i] = i;
}
__global__ void rows(float *x, int n) {
  for (int i = threadIdx.x; i < n; i += 256)
    x[i] = i;
}
__global__ void perhaps(float *x, const float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && y[i] > 0)
    x[i] = i;
}

static void poison(float *x, int n) {
  for (int i = 0; i < n; i++)
    x[i] = -1;
}
static float sum(const float *x, int n) {
  float s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

// CHECK: upload few
// CHECK: upload part
// CHECK: upload short_by_one
// CHECK: upload offset
// CHECK: upload maybe
int main(int argc, char **argv) {
  poison(fixed, N);
  poison(few, N);
  set<<<(N + 127) / 128, 128>>>(fixed, N);
  set<<<7, 128>>>(few, N); // 896 threads
  printf("%g %g\n", sum(fixed, N), sum(few, N));

  int n = 1000 + argc;
  const size_t bytes = n * sizeof(float);
  int blocks = (n + 127) / 128;
  dim3 grid(blocks), block(128);
  float *all, *swept, *part, *short_by_one, *offset, *maybe;
  cudaMallocManaged(&all, bytes);
  cudaMallocManaged(&swept, bytes);
  cudaMallocManaged(&part, bytes);
  cudaMallocManaged(&short_by_one, bytes);
  cudaMallocManaged(&offset, bytes);
  cudaMallocManaged(&maybe, bytes);
  poison(all, n);
  poison(swept, n);
  poison(part, n);
  poison(short_by_one, n);
  poison(offset, n);
  poison(maybe, n);
  set<<<grid, block>>>(all, n);
  rows<<<1, 256>>>(swept, n);
  inside<<<blocks, 128>>>(part, n);
  set<<<blocks, 128>>>(short_by_one, n - 1);
  set<<<blocks, 128>>>(offset + 1, n - 1);
  perhaps<<<blocks, 128>>>(maybe, all, n);
  cudaDeviceSynchronize();
  printf("%g %g %g %g %g %g\n", sum(all, n), sum(swept, n), sum(part, n),
         sum(short_by_one, n), sum(offset, n), sum(maybe, n));
}
