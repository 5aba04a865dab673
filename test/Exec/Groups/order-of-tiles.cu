// A tile's barrier orders its threads, not those of other tiles in the warp; the
// order that is passed on by a barrier is kept.
// RUN: %tessera-run %s | FileCheck %s
// RUN: not %tessera-run -DOTHER %s 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not %tessera-run -DWARP %s 2>&1 | FileCheck %s --check-prefix=WARP
// OTHER: error: thread ([[#]],0,0) of block (0,0,0) {{.*}} without a barrier between [data-race]
// WARP: error: {{.*}} without a barrier between [data-race]
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void k(int *out) {
  __shared__ int s[64];
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  auto tile = cg::tiled_partition<8>(block);
  const int i = threadIdx.x;
  s[i] = i;
#ifdef WARP
  warp.sync();
  out[i] = s[(i + 32) % 64];
#elif defined(OTHER)
  tile.sync();
  out[i] = s[i ^ 8];
#else
  tile.sync();
  int sum = s[i ^ 1] + s[i ^ 7];
  warp.sync();
  sum += s[i ^ 16];
  warp.sync();
  s[i] = sum;
  tile.sync();
  out[i] = s[i ^ 4];
#endif
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  k<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  // CHECK: 28 160
  printf("%d %d\n", out[0], out[60]);
  cudaFree(out);
}
