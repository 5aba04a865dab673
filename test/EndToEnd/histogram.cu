// Histograms of declared, allocated and assumed sizes; counts and integer sums
// of one thread per element and of grid-stride loops; a slice of an array; in
// the simple memory model, by pointers, and for two block sizes.
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 5000
#endif
#define BINS 64
#define COLOURS 3

__global__ unsigned char image[N][COLOURS];
__global__ unsigned hist[BINS];
__global__ unsigned colours[COLOURS][256];
__global__ int bright;
__global__ int first[1];
__global__ unsigned long long weight;

__global__ void classify(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int grey = (image[i][0] + image[i][1] + image[i][2]) / 3;
  atomicAdd(&hist[grey >> 2], 1u);
  for (int c = 0; c < COLOURS; c++)
    atomicAdd(&colours[c][image[i][c]], 1);
  if (grey > 128) {
    atomicAdd(&bright, 1);
    atomicMin(&first[0], i);
  }
}

__global__ void weigh(int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    atomicAdd(&weight, image[i][0] * 3ull + image[i][1]);
}

// Each launch counts in a part of its own.
__global__ void part(const unsigned char *in, unsigned *counts, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&counts[in[i] % 16], in[i]);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : N;
  for (int i = 0; i < N; i++)
    for (int c = 0; c < COLOURS; c++)
      image[i][c] = (unsigned char)(i * 7 + c * 31 + i / 11);
  for (int i = 0; i < BINS; i++)
    hist[i] = i;
  first[0] = N;
  classify<<<(n + 255) / 256 + 1, 256>>>(n);
  classify<<<(n + 99) / 100 + 1, 100>>>(n / 2);
  weigh<<<5, 128>>>(n);
  cudaDeviceSynchronize();
  for (int i = 0; i < BINS; i++)
    printf("%u ", hist[i]);
  for (int c = 0; c < COLOURS; c++)
    for (int i = 0; i < 256; i++)
      printf("%u ", colours[c][i]);
  printf("%d %d %llu\n", bright, first[0], weight);

  unsigned char *in;
  unsigned *counts, host[64];
  cudaMalloc(&in, N);
  cudaMalloc(&counts, sizeof(host));
  cudaMemset(counts, 0, sizeof(host));
  unsigned char *bytes = (unsigned char *)malloc(N);
  for (int i = 0; i < N; i++)
    bytes[i] = (unsigned char)(i * i);
  cudaMemcpy(in, bytes, N, cudaMemcpyHostToDevice);
  for (int p = 0; p < 4; p++)
    part<<<(n + 63) / 64 + 1, 64>>>(in, counts + 16 * p, n / (p + 1));
  cudaMemcpy(host, counts, sizeof(host), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; i++)
    printf("%u ", host[i]);
}

// RUN: %translate %s -o %t.cu 2>&1 | FileCheck %s
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 0
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 1
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 131
// RUN: %translate -q --check %t.cu
// RUN: %translate -q --gpu=tesla-c2050 %s -o %t.c2050.cu
// RUN: %tessera-verify --seeds 4 %s %t.c2050.cu
// RUN: %if nvcc %{ %compile -o %t.o %t.cu %}
// RUN: %if nvcc %{ %compile -o %t.o %t.c2050.cu %}
// CHECK-DAG: each block updates 'hist' in 256 bytes of shared memory
// CHECK-DAG: each block updates 'colours' in 3072 bytes of shared memory
// CHECK-DAG: each block updates 'bright' in registers of its own
// CHECK-DAG: each block updates 'bright' in 4 bytes of shared memory
// CHECK-DAG: each block updates 'first' in registers of its own
// CHECK-DAG: each block updates 'weight' in registers of its own
// CHECK-DAG: each block updates 'counts' in 64 bytes of shared memory
