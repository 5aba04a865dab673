// Threads with the same label are a group: a histogram, and two halves by a
// condition; what a tile counts and agrees on.
// RUN: %tessera-run %s | FileCheck %s
// RUN: %tessera-run --seed=6 %s | FileCheck %s
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void histogram(unsigned *bins, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  auto active = cg::coalesced_threads();
  auto same = cg::labeled_partition(active, in[i]);
  if (same.thread_rank() == 0)
    atomicAdd(&bins[in[i]], same.size());
}

__global__ void votes(unsigned *out) {
  const int i = threadIdx.x;
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
  auto half = cg::tiled_partition<4>(tile);
  int same = 0;
  unsigned alike = tile.match_all(i / 8, same);
  unsigned said[] = {tile.ballot(i % 3 == 0),
                     unsigned(tile.any(i == 13)),
                     unsigned(tile.all(i != 13)),
                     tile.match_any(i / 2),
                     alike + 1000 * same,
                     tile.meta_group_rank() * 10 + tile.meta_group_size(),
                     half.meta_group_rank() * 10 + half.meta_group_size()};
  for (int k = 0; k < 7; k++)
    out[i * 9 + k] = said[k];
  auto part = cg::binary_partition(tile, i % 8 < 3);
  out[i * 9 + 7] = part.size() * 100 + part.meta_group_rank() * 10 +
                   part.thread_rank();
  out[i * 9 + 8] = cg::reduce(part, i, cg::plus<int>());
}

int main() {
  const int n = 777;
  int *in;
  unsigned *bins, *out, wrong = 0;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&bins, 10 * sizeof(unsigned));
  cudaMallocManaged(&out, 64 * 9 * sizeof(unsigned));
  for (int i = 0; i < n; i++)
    in[i] = i * i % 10;
  histogram<<<4, 256>>>(bins, in, n);
  votes<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  for (int b = 0; b < 10; b++) {
    unsigned count = 0;
    for (int i = 0; i < n; i++)
      count += in[i] == b;
    wrong += bins[b] != count;
  }
  // CHECK: wrong 0
  printf("wrong %u\n", wrong);
  // CHECK-NEXT: 92 1 0 30 1ff 18 12 1f5 41
  // CHECK-NEXT: 24 0 1 3 1ff 28 2 137 33
  for (int i : {12, 17}) {
    for (int k = 0; k < 9; k++)
      printf("%x ", k == 4 ? out[i * 9 + k] % 1000 + 256 : k == 5 || k == 6
             ? out[i * 9 + k] / 10 * 16 + out[i * 9 + k] % 10 : out[i * 9 + k]);
    printf("\n");
  }
  cudaFree(in);
  cudaFree(bins);
  cudaFree(out);
}
