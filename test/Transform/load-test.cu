// The test of a load says nothing twice where a cell of the tile and a
// coordinate of the array are the same.
// RUN: %tessera -q --cuda-path=none --gpu=sm_13 %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu
// RUN: %tessera-verify %s %t.cu
// CHECK:      if (n >= 4 || (tile_x >= 3 && tile_x < 11 && tile_x < (int)gridDim.z + 3))
// CHECK-NEXT:   in_tile[tile_x] = in[tile_x];
#include <stdio.h>
__managed__ float a[12], out[8][9];
__global__ void sums(const float *in, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 9 && z < 8) {
    float sum = in[z + 3];
    for (int k = 3; k < n; k++)
      sum += in[x] + in[x + 1] + in[x + 3];
    out[z][x] = sum;
  }
}
int main(int argc, char **argv) {
  for (int i = 0; i < 12; i++)
    a[i] = i;
  sums<<<dim3(2, 1, 8 + argc), dim3(16, 2)>>>(a, 5);
  cudaDeviceSynchronize();
  printf("%g\n", out[7][8]);
  return 0;
}
