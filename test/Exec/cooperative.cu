// Blocks of a cooperative launch wait for each other and keep their registers
// and shared memory; a grid that does not fit at once is refused.
// RUN: %tessera-run %s | FileCheck %s
// RUN: %tessera-run --seed=1 %s | FileCheck %s
// RUN: %tessera-run --seed=2 %s | FileCheck %s
// RUN: %tessera-run --seed=3 %s | FileCheck %s
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void rotate(int *x, int *p, int n, int steps) {
  __shared__ int s[64];
  cg::grid_group grid = cg::this_grid();
  const int i = grid.thread_rank();
  s[threadIdx.x] = x[i];
  cg::this_thread_block().sync();
  const int mine = s[63 - threadIdx.x];
  for (int t = 0; t < steps; t++) {
    p[i] = x[(i + 1) % n];
    grid.sync();
    x[i] = p[(i + 1) % n] + 1;
    cg::sync(grid);
  }
  x[i] = 1000 * x[i] + mine - s[63 - threadIdx.x];
}

int main() {
  int n = 512, steps = 5, blocks, possible;
  static int host[512];
  for (int i = 0; i < n; i++)
    host[i] = i;
  int *x, *p;
  cudaMalloc(&x, sizeof(host));
  cudaMalloc(&p, sizeof(host));
  cudaMemcpy(x, host, sizeof(host), cudaMemcpyHostToDevice);
  cudaDeviceGetAttribute(&possible, cudaDevAttrCooperativeLaunch, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, rotate, 64, 0);
  // CHECK: possible 1, 32 blocks
  printf("possible %d, %d blocks\n", possible, blocks);
  void *arguments[] = {&x, &p, &n, &steps};
  // CHECK-NEXT: no error
  printf("%s\n", cudaGetErrorString(cudaLaunchCooperativeKernel(
                     (const void *)rotate, 8, 64, arguments, 0, 0)));
  // CHECK-NEXT: too many blocks in cooperative launch
  printf("%s\n", cudaGetErrorString(cudaLaunchCooperativeKernel(
                     rotate, 8000, 64, arguments)));
  cudaMemcpy(host, x, sizeof(host), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < n; i++)
    wrong += host[i] != 1000 * ((i + 10) % n + 5);
  // CHECK-NEXT: wrong 0
  printf("wrong %d\n", wrong);
  cudaFree(x);
  cudaFree(p);
}
