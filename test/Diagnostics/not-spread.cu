// One GPU is used where parts of a launch would need each other.
// RUN: %tessera --cuda-path=none --gpus=all %s 2>&1 > /dev/null | FileCheck %s
#include <stdio.h>
__global__ float a[64];

__global__ void next() {
  a[(5 * blockIdx.x + threadIdx.x) % 64] = threadIdx.x;
}

int main() {
  // CHECK: :[[@LINE+1]]:3: remark: the program uses one GPU: it is not proved that blocks along x write different rows of 'a' [tessera-not-spread]
  next<<<64, 1>>>();
  printf("%g\n", a[7]);
  return 0;
}
