// A function for any group, given a block and its tiles; the sum of a block by
// its tiles, and of the grid by atomic additions.
// RUN: %tessera-run %s | FileCheck %s
// RUN: %tessera-run --seed=3 %s | FileCheck %s
#include <cooperative_groups.h>
#include <cstdio>
#include <vector>
namespace cg = cooperative_groups;

__device__ int sum(cg::thread_group g, int *scratch, int value) {
  const int lane = g.thread_rank();
  for (int i = g.size() / 2; i > 0; i /= 2) {
    scratch[lane] = value;
    g.sync();
    if (lane < i)
      value += scratch[lane + i];
    g.sync();
  }
  return value; // of the thread with rank 0
}

__device__ int partOf(const int *in, int n) {
  int part = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * gridDim.x)
    part += in[i];
  return part;
}

__global__ void byBlocks(int *out, const int *in, int n) {
  extern __shared__ int scratch[];
  auto block = cg::this_thread_block();
  int all = sum(block, scratch, partOf(in, n));
  if (block.thread_rank() == 0)
    atomicAdd(out, all);
}

__global__ void byTiles(int *out, const int *in, int n) {
  extern __shared__ int scratch[];
  cg::thread_group tile = cg::tiled_partition(cg::this_thread_block(), 16);
  int all = sum(tile, &scratch[threadIdx.x / 16 * 16], partOf(in, n));
  if (tile.thread_rank() == 0)
    atomicAdd(out, all);
}

template <unsigned Size>
__device__ int sumOf(cg::thread_block_tile<Size> tile, int value) {
  for (int i = tile.size() / 2; i > 0; i /= 2)
    value += tile.shfl_down(value, i);
  return value;
}

template <unsigned Size>
__global__ void byShuffles(int *out, const int *in, int n) {
  auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
  int all = sumOf<Size>(tile, partOf(in, n));
  if (tile.thread_rank() == 0)
    atomicAdd(out, all);
}

__global__ void inTwoSteps(int *out, const int *in, int n) {
  __shared__ int sums[32];
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  int all = sumOf<32>(warp, partOf(in, n));
  if (warp.thread_rank() == 0)
    sums[warp.meta_group_rank()] = all;
  cg::sync(block);
  if (warp.meta_group_rank() == 0) {
    all = sumOf<32>(warp, warp.thread_rank() < warp.meta_group_size()
                              ? sums[warp.thread_rank()]
                              : 0);
    if (block.thread_rank() == 0)
      atomicAdd(out, all);
  }
}

int main() {
  const int n = 10007, threads = 128, blocks = 5;
  std::vector<int> host(n);
  int right = 0;
  for (int i = 0; i < n; i++)
    right += host[i] = i % 101 - 17;
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMallocManaged(&out, 5 * sizeof(int));
  cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  byBlocks<<<blocks, threads, threads * sizeof(int)>>>(out, in, n);
  byTiles<<<blocks, threads, threads * sizeof(int)>>>(out + 1, in, n);
  byShuffles<32><<<blocks, threads>>>(out + 2, in, n);
  byShuffles<8><<<blocks, threads>>>(out + 3, in, n);
  inTwoSteps<<<blocks, threads>>>(out + 4, in, n);
  cudaDeviceSynchronize();
  // CHECK: 1 1 1 1 1
  for (int i = 0; i < 5; i++)
    printf("%d ", out[i] == right);
  printf("\n");
  cudaFree(in);
  cudaFree(out);
}
