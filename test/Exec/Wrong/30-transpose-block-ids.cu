// Pitfalls 30 and 39: a transpose that keeps the block ids, and a guard that is
// off by one, give another result.
// RUN: sh -c '%tessera-verify %s %S/Inputs/transpose.cu; echo exit $?' 2>&1 | FileCheck %s --check-prefixes=CHECK,IDS
// RUN: sh -c '%tessera-verify %s %S/Inputs/guard.cu; echo exit $?' 2>&1 | FileCheck %s --check-prefixes=CHECK,GUARD
// IDS: tessera-verify: error: 'b'[0][4] is 32 in the original and 0 in the rewritten program
// GUARD: tessera-verify: error: 'b'[0][1] is 8 in the original and 0 in the rewritten program
// CHECK: exit 1

__managed__ int a[8][8], b[8][8];

__global__ void k() {
  int x = blockIdx.x * 4 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
  if (1 <= y)
    b[x][y] = a[y][x];
}

int main() {
  for (int i = 0; i < 64; i++)
    a[i / 8][i % 8] = i;
  k<<<dim3(2, 2), dim3(4, 4)>>>();
  cudaDeviceSynchronize();
}
