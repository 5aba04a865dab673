// A launch gets an array through a local pointer into it.
// RUN: %tessera --cuda-path=none --no-tiles %s -o %t.cu 2>&1 | FileCheck %s --check-prefix=SAY
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera-verify %s %t.cu -- 1
#include <stdio.h>
#include <stdlib.h>
#include <utility>

struct Body {
  float x, v;
};

__global__ void move(Body *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i].x += p[i].v;
}
__global__ void add(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] += x[i];
}

// SAY: 'square' is placed in managed memory: a launch gets it through another pointer
__managed__ float square[8][8];
// SAY: 'line' is uploaded once and read back once
__managed__ float line[64];
// SAY: 'data' is uploaded repeatedly and read back repeatedly
// SAY: 'all' is uploaded once and read back once
// SAY: 'now' is placed in managed memory: a launch gets it through another pointer
// SAY: 'next' is placed in managed memory: a launch gets it through another pointer
// SAY: 'later' is placed in managed memory: a launch gets it through another pointer
// SAY: 'bytes' is placed in managed memory: a launch gets it through another pointer

int main(int argc, char **argv) {
  const int n = 100;
  float *data, *all, *now, *next, *later;
  char *bytes;
  cudaMallocManaged(&data, n * sizeof(Body));
  cudaMallocManaged(&all, 2 * n * sizeof(float));
  cudaMallocManaged(&now, n * sizeof(float));
  cudaMallocManaged(&next, n * sizeof(float));
  cudaMallocManaged(&bytes, n * sizeof(float) + 16);
  float *shifted = (float *)(bytes + 16);
  for (int i = 0; i < 2 * n; i++)
    data[i] = all[i] = i;
  for (int i = 0; i < n; i++)
    now[i] = next[i] = shifted[i] = i;
  for (int i = 0; i < 64; i++)
    square[i / 8][i % 8] = line[i] = i;

  Body *bodies = (Body *)data;
  for (int step = 0; step < 3; step++) {
    // CHECK: move<<<(n + 31) / 32, 32>>>((Body *)data_dev, n);
    move<<<(n + 31) / 32, 32>>>(bodies, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++)
      bodies[i].v *= 0.5f;
  }

  // CHECK: float *first = all + argc, *second = &all[n];
  float *first = all + argc, *second = &all[n];
  // CHECK: add<<<1, 64>>>(all_dev + (first - all), (all_dev + (second - all)) + 10, 64);
  add<<<1, 64>>>(first, second + 10, 64);
  for (int i = 0; i < 3; i++) {
    float *part = first + 8 * i;
    // CHECK: add<<<1, 8>>>(line_dev, all_dev + (part - all), 8);
    add<<<1, 8>>>(line, part, 8);
  }
  float *middle = line + 32, *row = square[2];
  // CHECK: add<<<1, 32>>>(line_dev + (middle - line), line_dev, 32);
  add<<<1, 32>>>(middle, line, 32);
  add<<<1, 8>>>(row, square[0], 8);
  cudaMallocManaged(&later, 64 * sizeof(float));
  for (int i = 0; i < 64; i++)
    later[i] = i;
  float *former = later;
  cudaMallocManaged(&later, 64 * sizeof(float));
  for (int i = 0; i < 64; i++)
    later[i] = 100 * i;
  add<<<1, 64>>>(former, later, 64);
  cudaDeviceSynchronize();
  printf("%g\n", later[argc]);
  cudaFree(later);
  float *before = now;
  std::swap(now, next);
  add<<<1, 64>>>(before, now, 64);
  add<<<1, 64>>>(shifted, shifted + 20, 20);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; i++)
    printf("%g %g %g %g %g\n", bodies[i].x, all[i] + all[n + i], now[i],
           shifted[i], i < 64 ? line[i] + square[i / 8][i % 8] : 0);
  cudaFree(data);
  cudaFree(all);
  cudaFree(now);
  cudaFree(next);
  cudaFree(bytes);
}
