// Static arrays of more than 2 GiB together stay in managed memory: the host
// could not be linked with them. What fits has copies.
// RUN: %tessera --cuda-path=none %s -o %t.cu 2>&1 | FileCheck %s
// RUN: %if nvcc %{ nvcc -arch=sm_90 %t.cu -o %t.exe %}
// CHECK: 'large' is placed in managed memory: static arrays of more than 2 GiB cannot be linked
// CHECK: 'small' is uploaded once and read back once
// CHECK: 'others' is placed in managed memory: static arrays of more than 2 GiB cannot be linked
#include <stdio.h>

__managed__ float large[3 << 28];
__managed__ float small[1 << 10];
__global__ double others[1 << 28][2];

__global__ void add(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    small[i] += large[i] + others[i][1];
}

int main() {
  const int n = 1000;
  for (int i = 0; i < n; ++i) {
    large[i] = i;
    small[i] = others[i][1] = 2;
  }
  add<<<(n + 255) / 256, 256>>>(n);
  cudaDeviceSynchronize();
  printf("%g\n", small[n - 1]);
}
