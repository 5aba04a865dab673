// A transform of X into P and back, in which every element needs all others:
// once per launch, or, with IN_KERNEL, ROUNDS times in one. The kernel waits
// for its own block only: a translation has to split it.
#include <stdio.h>
#include <stdlib.h>
#ifdef TIME
#include <algorithm>
#include <chrono>
#include <vector>
#endif

#ifndef BLOCKS
#define BLOCKS 4
#endif
#ifndef THREADS
#define THREADS 32
#endif
#ifndef ROUNDS
#define ROUNDS 3
#endif
// How often it is timed.
#ifndef RUNS
#define RUNS 1
#endif
#define N (BLOCKS * THREADS)

#define CHECK(call)                                                            \
  do {                                                                         \
    cudaError_t status = (call);                                               \
    if (status != cudaSuccess) {                                               \
      fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(status));          \
      exit(EXIT_FAILURE);                                                      \
    }                                                                          \
  } while (0)

#ifdef IN_KERNEL
__global__ void transform(float *x, float *p, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int r = 0; r < rounds; r++) {
    float a = 0;
    for (int j = 0; j < N; j++)
      a += x[j];
    p[i] = a / N + i % 3;
    __syncthreads();
    float b = 0;
    for (int j = 0; j < N; j++)
      b += p[j];
    x[i] = b / N - i % 5;
    __syncthreads();
  }
}
#else
__global__ void transform(float *x, float *p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = 0;
  for (int j = 0; j < N; j++)
    a += x[j];
  p[i] = a / N + i % 3;
  __syncthreads();
  float b = 0;
  for (int j = 0; j < N; j++)
    b += p[j];
  x[i] = b / N - i % 5;
}
#endif

int main() {
  static float host[N];
  float *x, *p;
  CHECK(cudaMalloc(&x, sizeof(host)));
  CHECK(cudaMalloc(&p, sizeof(host)));
#ifdef TIME
  std::vector<double> times;
#endif
  for (int run = 0; run < RUNS; run++) {
    for (int i = 0; i < N; i++)
      host[i] = (float)(i * 37 % 101);
    CHECK(cudaMemcpy(x, host, sizeof(host), cudaMemcpyHostToDevice));
    CHECK(cudaDeviceSynchronize());
#ifdef TIME
    auto start = std::chrono::steady_clock::now();
#endif
#ifdef IN_KERNEL
    transform<<<BLOCKS, THREADS>>>(x, p, ROUNDS);
#else
    for (int r = 0; r < ROUNDS; r++)
      transform<<<BLOCKS, THREADS>>>(x, p);
#endif
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
#ifdef TIME
    std::chrono::duration<double, std::micro> time =
        std::chrono::steady_clock::now() - start;
    times.push_back(time.count());
#endif
  }
  CHECK(cudaMemcpy(host, x, sizeof(host), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(x));
  CHECK(cudaFree(p));
  unsigned long long sum = 1;
  for (int i = 0; i < N; i++)
    sum = sum * 1099511628211ull + (unsigned)(host[i] * 1024);
  printf("result %016llx\n", sum);
#ifdef TIME
  std::sort(times.begin(), times.end());
  printf("time %.3f\n", times[times.size() / 2]);
#endif
}
