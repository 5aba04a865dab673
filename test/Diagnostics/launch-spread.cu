// Several GPUs share the blocks of a launch.
// RUN: %tessera --cuda-path=none --gpus=all %s 2>&1 > /dev/null | FileCheck %s
#include <stdio.h>
__global__ float a[64][64];

__global__ void next() {
  a[blockIdx.x][threadIdx.x] += 1;
}

int main() {
  // CHECK: :[[@LINE+1]]:3: remark: the blocks of 'next' are spread over all GPUs along x [tessera-launch-spread]
  next<<<64, 64>>>();
  printf("%g\n", a[7][7]);
  return 0;
}
