// Running sums: in tiles by cooperative_groups, in a block by those of its
// warps, and of the whole array by a grid that waits.
// RUN: %tessera-run %s | FileCheck %s
// RUN: %tessera-run --seed=2 %s | FileCheck %s
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
namespace cg = cooperative_groups;

__device__ int inBlock(cg::thread_block block, int value, int *sums) {
  auto warp = cg::tiled_partition<32>(block);
  int mine = cg::inclusive_scan(warp, value, cg::plus<int>());
  if (warp.thread_rank() == warp.size() - 1)
    sums[warp.meta_group_rank()] = mine;
  block.sync();
  if (warp.meta_group_rank() == 0) {
    int other = warp.thread_rank() < warp.meta_group_size()
                    ? sums[warp.thread_rank()]
                    : 0;
    other = cg::exclusive_scan(warp, other);
    if (warp.thread_rank() < warp.meta_group_size())
      sums[warp.thread_rank()] = other;
  }
  block.sync();
  return mine + sums[warp.meta_group_rank()];
}

__global__ void scan(int *out, const int *in, int *blocks, int n) {
  __shared__ int sums[32];
  cg::grid_group grid = cg::this_grid();
  int i = grid.thread_rank();
  int mine = inBlock(cg::this_thread_block(), i < n ? in[i] : 0, sums);
  if (threadIdx.x == blockDim.x - 1)
    blocks[blockIdx.x] = mine;
  grid.sync();
  int before = 0;
  for (int b = 0; b < blockIdx.x; b++)
    before += blocks[b];
  if (i < n)
    out[i] = before + mine;
}

__global__ void products(long long *out) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  long long mine = 1 + tile.thread_rank();
  out[threadIdx.x] = cg::inclusive_scan(
      tile, mine, [](long long x, long long y) { return x * y; });
  out[64 + threadIdx.x] =
      cg::exclusive_scan(tile, mine, cg::greater<long long>());
}

int main() {
  int n = 1500, *in, *out, *blocks;
  long long *p;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  cudaMallocManaged(&blocks, 8 * sizeof(int));
  cudaMallocManaged(&p, 128 * sizeof(long long));
  for (int i = 0; i < n; i++)
    in[i] = i % 13 - 5;
  void *arguments[] = {&out, &in, &blocks, &n};
  cudaLaunchCooperativeKernel((void *)scan, 6, 256, arguments);
  products<<<1, 64>>>(p);
  cudaDeviceSynchronize();
  int sum = 0, wrong = 0;
  for (int i = 0; i < n; i++)
    wrong += out[i] != (sum += in[i]);
  // CHECK: wrong 0
  printf("wrong %d\n", wrong);
  // CHECK-NEXT: 1 6 40320; 0 1 7
  printf("%lld %lld %lld; %lld %lld %lld\n", p[8], p[10], p[15], p[72], p[73],
         p[79]);
  cudaFree(in);
  cudaFree(out);
  cudaFree(blocks);
  cudaFree(p);
}
