// A copy of more shared memory than kernels may declare is in dynamic shared
// memory, beside a small one.
// RUN: %tessera --cuda-path=none %s 2>%t.err >%t.cu
// RUN: FileCheck %s --input-file=%t.err --check-prefix=ERR
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu
// RUN: %tessera-verify --seeds 4 %s %t.cu -- 0
// RUN: %if nvcc %{ nvcc -std=c++17 -arch=sm_75 -Werror all-warnings -cubin %t.cu -o %t75.o %}
// RUN: %if nvcc %{ nvcc -std=c++17 -arch=sm_90 -Werror all-warnings -cubin %t.cu -o %t90.o %}
// RUN: %tessera --cuda-path=none --gpu=tesla-c2050 %s 2>&1 >/dev/null | FileCheck %s --check-prefix=OLD
#include <stdio.h>
#include <stdlib.h>
#define BINS 14336
#define N 40000

__global__ int data[N];
__global__ unsigned table[BINS];
__global__ unsigned few[16];

// ERR: each block updates 'table' in 57344 bytes of shared memory
// ERR: each block updates 'few' in 64 bytes of shared memory
// OLD: each thread updates 'table' in memory by itself: a copy of 57344 bytes is more than there is shared memory for
// CHECK: void count(
// CHECK: extern __shared__ __align__(16) unsigned char count_copy[];
// CHECK: unsigned int *table_block = (unsigned int *)count_copy;
// CHECK: __shared__ unsigned int few_block[16];
// CHECK: table_block[cell] = 0;
// CHECK: atomicAdd(&table_block[data[i] % BINS], 1);
// CHECK: count, cudaFuncAttributeMaxDynamicSharedMemorySize, 57344)
// CHECK: count<<<2, 128, 57344>>>(
__global__ void count(int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x) {
    atomicAdd(&table[data[i] % BINS], 1);
    atomicAdd(&few[data[i] & 15], 1);
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : N;
  for (int i = 0; i < N; i++)
    data[i] = i * 13;
  count<<<2, 128>>>(n);
  cudaDeviceSynchronize();
  unsigned sum = 0;
  for (int i = 0; i < BINS; i++)
    sum = sum * 3 + table[i];
  printf("%u %u\n", sum, few[3]);
}
