// In an axis with one thread, its index is known to the plan and not to the text
// of the kernel.
// RUN: %tessera -q --cuda-path=none --gpu=sm_13 %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu
// CHECK: float sum = a_tile[z + 3];
// CHECK: sum += a_tile[x] + a_tile[x + 1] + a_tile[x + 3];
#include <stdio.h>
__managed__ float a[12], out[8][9];
__global__ void products(int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 9 && z < 8) {
    float sum = a[z + 3];
    for (int k = 0; k < n; k++)
      sum += a[x] + a[x + 1] + a[x + 3];
    out[z][x] = sum;
  }
}
int main() {
  for (int i = 0; i < 12; i++)
    a[i] = i;
  products<<<dim3(1, 1, 9), dim3(16, 2)>>>(5);
  cudaDeviceSynchronize();
  printf("%g\n", out[7][8]);
  return 0;
}
