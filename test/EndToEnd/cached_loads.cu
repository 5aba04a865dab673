// Loads with a cache hint are loads: staged, carried and sent with the others,
// and the hint goes where there is no global memory any more.
// RUN: %translate -q %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %translate --check %t.cu
// RUN: %tessera-verify %s %t.cu
// RUN: %tessera-verify %s %t.cu -- 77
#include <stdio.h>
#include <stdlib.h>

struct Point {
  float x, y;
};
__constant__ float scale[4];

// CHECK: float in_tile
// CHECK-NOT: __ldg(&in_tile
__global__ void window(const float *__restrict__ in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float sum = 0;
  for (int k = 0; k < 32; ++k)
    sum += __ldg(&in[4 * i + k]) + __ldg(in + 4 * i + k) * scale[k % 4];
  out[i] = sum;
}

// CHECK: __ldg(&points[i].x)
__global__ void members(const Point *points, const float *row, float *out,
                        int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float sum = __ldg(&points[i].x) + __ldcs(&points[i].y);
  for (int k = 0; k < 64; ++k)
    sum += __ldcg(row + k);
  out[i] += sum;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 2048;
  float *in, *out, *host = (float *)malloc((4 * n + 32) * sizeof(float));
  Point *points;
  cudaMalloc(&in, (4 * n + 32) * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMalloc(&points, n * sizeof(Point));
  for (int i = 0; i < 4 * n + 32; ++i)
    host[i] = i % 11;
  float four[] = {1, 2, 3, 4};
  cudaMemcpyToSymbol(scale, four, sizeof(four));
  cudaMemcpy(in, host, (4 * n + 32) * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(points, host, n / 2 * sizeof(Point), cudaMemcpyHostToDevice);
  window<<<(n + 127) / 128, 128>>>(in, out, n);
  members<<<(n / 2 + 127) / 128, 128>>>(points, in, out, n / 2);
  cudaMemcpy(host, out, n * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i += 7)
    printf("%g\n", host[i]);
}
