// Copies stay synchronous where their memory is not page-locked, where a failed
// one leaves the function, where a clock looks at them, and where one needs the
// other.
// RUN: %tessera --cuda-path=none -q --no-tiles --improve-copies %s -- | grep -v '// CHECK' > %t.cu
// RUN: FileCheck %s < %t.cu
// RUN: %tessera-verify --seeds 2 %s %t.cu
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#define N (1 << 18)

__global__ void f(const float *x, float *y) {
  for (int i = threadIdx.x; i < N; i += 64)
    y[i] = x[i] * 2;
}

static const size_t bytes = N * sizeof(float);

// CHECK-NOT: cudaMemcpyAsync
static double pageable(float *x, float *y, float *dx, float *dy, float *dz) {
  double sum = 0;
  for (int t = 0; t < 2; t++) {
    x[t] += 1;
    y[t] += 1;
    cudaMemcpy(dx, x, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(dy, y, bytes, cudaMemcpyHostToDevice);
    f<<<1, 64>>>(dx, dz);
    cudaMemcpy(y, dy, bytes, cudaMemcpyDeviceToHost);
    sum += y[t];
  }
  return sum;
}

static int leaves(float *x, float *y, float *dx, float *dy, float *dz) {
  for (int t = 0; t < 2; t++) {
    x[t] += 1;
    y[t] += 1;
    if (cudaMemcpy(dx, x, bytes, cudaMemcpyHostToDevice) != cudaSuccess)
      return 1;
    f<<<1, 64>>>(dx, dz);
    if (cudaMemcpy(dy, y, bytes, cudaMemcpyHostToDevice) != cudaSuccess)
      return 1;
  }
  return 0;
}

static clock_t timed(float *x, float *y, float *dx, float *dy, float *dz) {
  clock_t spent = 0;
  for (int t = 0; t < 2; t++) {
    x[t] += 1;
    y[t] += 1;
    clock_t begin = clock();
    cudaMemcpy(dx, x, bytes, cudaMemcpyHostToDevice);
    spent += clock() - begin;
    f<<<1, 64>>>(dx, dz);
    spent += clock() - begin;
    cudaMemcpy(dy, y, bytes, cudaMemcpyHostToDevice);
  }
  return spent;
}

static void chained(float *x, float *dx, float *dz) {
  for (int t = 0; t < 2; t++) {
    x[t] += 1;
    cudaMemcpy(dx, x, bytes, cudaMemcpyHostToDevice);
    f<<<1, 64>>>(dx, dz);
    cudaMemcpy(x, dz, bytes, cudaMemcpyDeviceToHost);
  }
}

int main() {
  float *x, *y, *dx, *dy, *dz;
  cudaMallocHost(&x, bytes);
  cudaMallocHost(&y, bytes);
  static float plain[16];
  float *unknown = plain == nullptr ? x : (float *)malloc(bytes);
  cudaMalloc(&dx, bytes);
  cudaMalloc(&dy, bytes);
  cudaMalloc(&dz, bytes);
  for (int i = 0; i < N; i++)
    x[i] = y[i] = unknown[i] = i % 100;
  double sum = pageable(unknown, unknown, dx, dy, dz);
  sum += leaves(x, y, dx, dy, dz);
  sum += timed(x, y, dx, dy, dz) < 0;
  chained(x, dx, dz);
  for (int i = 0; i < N; i++)
    sum += x[i] + y[i];
  printf("%g\n", sum);
  cudaFree(dx);
  cudaFree(dy);
  cudaFree(dz);
  cudaFreeHost(x);
  cudaFreeHost(y);
  free(unknown);
  return 0;
}
