// Few blocks do what many of the user's do: counts, sums and extremes of arrays
// of one and two dimensions, with guards and exits, updates in loops, several
// arrays and a template; with more blocks than the plan has, and with fewer.
#include <stdio.h>
#include <stdlib.h>

#define BINS 64

__global__ unsigned hist[BINS];
__global__ int total, table[8][8];
__device__ float weight;

// CHECK-LABEL: void count(
// CHECK: for (int block = blockIdx.x; block < blocks; block += (int)gridDim.x)
__global__ void count(const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&hist[in[i] & (BINS - 1)], 1u);
}

// CHECK-LABEL: void digits(
// CHECK: for (int block = blockIdx.x; block < blocks; block += (int)gridDim.x)
__global__ void digits(const int *in, int *most, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int value = in[i];
  if (value == 77)
    return;
  atomicMax(most, value);
  for (int left = value; left > 0; left /= 10)
    atomicAdd(&total, left % 10);
}

// CHECK-LABEL: void pairs(
// CHECK: for (int block = blockIdx.y; block < blocks; block += (int)gridDim.y)
__global__ void pairs(const int *in, int *rows, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w - 1 && y < h) {
    atomicAdd(&table[in[y * w + x] & 7][in[y * w + x + 1] & 7], 1);
    atomicXor(&rows[y & 15], in[y * w + x]);
  }
}

// CHECK-LABEL: void weigh(
// CHECK: for (int block = blockIdx.x; block < blocks; block += (int)gridDim.x)
template <typename T> __global__ void weigh(const T *in, int n) {
  unsigned i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n)
    atomicAdd(&weight, in[i] & 3);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 5011, w = 301;
  int h = n / w;
  int *in, *most, *rows, *numbers = (int *)malloc((n + 1) * sizeof(int));
  int largest = 0, bits[16] = {};
  unsigned seed = 5;
  for (int i = 0; i < n; i++) {
    seed = seed * 1664525u + 1013904223u;
    numbers[i] = seed >> 20;
  }
  cudaMalloc(&in, (n + 1) * sizeof(int));
  cudaMalloc(&most, sizeof(int));
  cudaMalloc(&rows, sizeof(bits));
  cudaMemcpy(in, numbers, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(most, &largest, sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(rows, bits, sizeof(bits), cudaMemcpyHostToDevice);
  count<<<(n + 63) / 64 + 1, 64>>>(in, n);
  digits<<<n / 64 + 1, 64>>>(in, most, n);
  dim3 grid((w + 15) / 16, h / 4 + 1);
  pairs<<<grid, dim3(16, 4)>>>(in, rows, w, h);
  weigh<<<n / 64 + 1, 64>>>(in, n);
  float sum;
  cudaMemcpyFromSymbol(&sum, weight, sizeof(sum));
  cudaMemcpy(&largest, most, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(bits, rows, sizeof(bits), cudaMemcpyDeviceToHost);
  printf("%d %d %g\n", total, largest, sum);
  for (int i = 0; i < BINS; i++)
    printf("%u %d %d\n", hist[i], table[i / 8][i % 8], bits[i % 16]);
  cudaFree(in);
  cudaFree(most);
  cudaFree(rows);
  free(numbers);
}
// RUN: %translate -q --allow-reassociation --plan=%S/Inputs/persistent.yaml %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 700
// RUN: %tessera-verify %s %t.cu -- 301
// RUN: %tessera-verify %s %t.cu -- 1
// RUN: %translate -q --check --coarsen --allow-reassociation %t.cu
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
