// Host code that only the compilation for the host, or only nvcc's, has: what
// it reads and writes counts wherever it is.
// RUN: %meaning %s --original
// PRINTS: 91 2 / 71 2 / 51 2 / 31 2 / 4160
#include <cstdio>
#define N 64

__global__ int by_cudacc[N];
__global__ int by_arch[N];
__global__ int by_both[N];
__global__ int by_target[N];
__global__ int summed[N];

__global__ void inc(int *x) { x[threadIdx.x] += 1; }

__host__ __device__ int next(int *x) {
#ifdef __CUDA_ARCH__
  return x[0] + 1;
#else
  x[5] = 70;
  return x[5];
#endif
}
#ifdef __CUDACC__
static void set(int v) { by_cudacc[4] = v; }
#else
static void set(int) {}
#endif
#if !defined(__CUDA_ARCH__)
static void only_host() { by_both[6] = 50; }
#else
static void only_host() {}
#endif

int main() {
  inc<<<1, N>>>(by_cudacc);
  set(90);
  inc<<<1, N>>>(by_cudacc);
  printf("%d %d / ", by_cudacc[4], by_cudacc[5]);

  inc<<<1, N>>>(by_arch);
  next(by_arch);
  inc<<<1, N>>>(by_arch);
  printf("%d %d / ", by_arch[5], by_arch[6]);

  inc<<<1, N>>>(by_both);
  only_host();
  inc<<<1, N>>>(by_both);
  printf("%d %d / ", by_both[6], by_both[7]);

  inc<<<1, N>>>(by_target);
#if defined(__CUDACC__) && !defined(__CUDA_ARCH__)
  by_target[7] = 30;
#endif
  inc<<<1, N>>>(by_target);
  printf("%d %d / ", by_target[7], by_target[8]);

  int sum = 0;
  for (int i = 0; i < N; ++i)
    summed[i] = i;
  inc<<<1, N>>>(summed);
#ifndef __CUDA_ARCH__
  for (int i = 0; i < N; ++i)
    sum += 2 * summed[i];
#endif
  printf("%d\n", sum);
}
