// Copies of large arrays overlap with the launch between them.
// RUN: %tessera --cuda-path=none --print=plan %s 2>&1 | FileCheck %s --check-prefix=PLAN
// RUN: %tessera --cuda-path=none %s 2>&1 > /dev/null | FileCheck %s
// PLAN: launch0 in pieces of 357 blocks along y: uploads a up to 8192*last + 0, reads back a up to 8192*last + 0
#include <stdio.h>
__global__ float a[16384][4096];

__global__ void next() {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  a[i][j] += 1;
}

int main() {
  for (int i = 0; i < 16384; i++)
    a[i][i % 64] = i;
  // CHECK: :[[@LINE+1]]:3: remark: the launch of 'next' is cut into 23 pieces: it overlaps with its copies [tessera-launch-in-pieces]
  next<<<dim3(32, 8192), dim3(128, 2)>>>();
  printf("%g\n", a[7][7]);
  return 0;
}
