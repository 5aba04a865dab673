// Only who waits for an mbarrier is after what others did before their arrival.
// RUN: %tessera-run %s | FileCheck %s
// RUN: %tessera-run --seed=5 %s | FileCheck %s
// RUN: not %tessera-run -DWAITING=32 %s 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: not %tessera-run -DWAITING=32 --seed=5 %s 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: not %tessera-run -DAFTER --seed=5 %s 2>&1 | FileCheck %s --check-prefix=AFTER
// RUN: not %tessera-run -DCOPIED %s 2>&1 | FileCheck %s --check-prefix=COPIED
// CHECK: 63
#include <cstdio>
#include <cuda/barrier>
#ifndef WAITING
#define WAITING 64
#endif

__managed__ alignas(16) int b[64], c[64];

__global__ void k() {
  __shared__ alignas(16) int tile[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  int i = threadIdx.x;
  if (i == 0)
    init(&bar, 64);
  __syncthreads();
#ifdef COPIED
  // The other warp waits for the copy, but not the thread that began it.
  if (i == 0) {
    cuda::memcpy_async(tile, c, cuda::aligned_size_t<16>(sizeof(tile)), bar);
    (void)bar.arrive(64);
  }
  if (i >= 32)
    bar.wait_parity(false);
  else
    __syncwarp();
  // COPIED: :[[@LINE+2]]:12: error: thread (0,0,0) of block (0,0,0) reads 4 bytes in kernel 'k' of 'tile' at byte 4, which thread (0,0,0) of block (0,0,0) wrote without a barrier between [data-race]
  if (i == 0)
    b[i] = tile[1];
  return;
#endif
  tile[i] = i;
  (void)bar.arrive();
  if (i < WAITING)
    bar.wait_parity(false);
  // RACE: :[[@LINE+1]]:10: error: thread ({{[0-9]+}},0,0) of block (0,0,0) reads 4 bytes in kernel 'k' of 'tile' at byte {{[0-9]+}}, which {{.*}} {{\[}}{{data-race|uninitialised-shared}}]
  b[i] = tile[63 - i];
#ifdef AFTER
  // AFTER: error: {{.*}} in kernel 'k' of 'tile' at byte {{[0-9]+}}, which thread ({{[0-9]+}},0,0) of block (0,0,0) {{read|wrote}} without a barrier between [data-race]
  tile[i] = -1;
#endif
}

int main() {
  k<<<1, 64>>>();
  cudaDeviceSynchronize();
  printf("%d\n", b[0]);
}
