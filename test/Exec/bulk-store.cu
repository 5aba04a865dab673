// A bulk copy out of shared memory sees what was written before a proxy fence,
// reads its source until wait_group_read, and is visible to its thread after
// wait_group; who waits for nothing sees it after the block.
// RUN: %tessera-run %s | FileCheck %s
// RUN: %tessera-run --seed=1 %s | FileCheck %s
// RUN: %tessera-run -DEND=0 %s | FileCheck %s
// RUN: %tessera-run -DEND=0 -DNO_COMMIT %s | FileCheck %s
// RUN: %tessera-run -DEND=2 %s | FileCheck %s
// RUN: %tessera-run -DEND=0 -DCHANGE %s | FileCheck %s --check-prefix=CHANGED
// RUN: %tessera-run -DEND=0 -DCHANGE --seed=1 %s | FileCheck %s
// RUN: %tessera-run -DEND=1 -DCHANGE %s | FileCheck %s
// RUN: not %tessera-run -DNO_FENCE %s 2>&1 | FileCheck %s --check-prefix=FENCE
// RUN: not %tessera-run -DEARLY_FENCE %s 2>&1 | FileCheck %s --check-prefix=FENCE
// RUN: not %tessera-run -DEND=1 -DREAD_BACK %s 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: not %tessera-run -DEND=1 -DREAD_BACK --seed=1 %s 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: %tessera-run -DEND=2 -DREAD_BACK %s | FileCheck %s
// RUN: not %tessera-run -DFROM=tile+1 %s 2>&1 | FileCheck %s --check-prefix=ALIGN
// RUN: not %tessera-run -DFROM=a %s 2>&1 | FileCheck %s --check-prefix=SOURCE
// RUN: not %tessera-run -DFROM=own %s 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: not %tessera-run -DTO=other %s 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not %tessera-run -DTO=a+52 %s 2>&1 | FileCheck %s --check-prefix=BOUNDS
// RUN: %tessera-run -DEND=0 -DTWO_GROUPS %s | FileCheck %s --check-prefix=SECOND
// RUN: %tessera-run -DEND=0 -DTWO_GROUPS --seed=1 %s | FileCheck %s
// CHECK: 0 16 31
// SECOND: 0 -1 31
// CHANGED: -1 16 31
#include <cstdio>
#include <cuda/barrier>
#ifndef END
#define END 1
#endif
#ifndef TO
#define TO a
#endif
#ifndef FROM
#define FROM tile
#endif

namespace cde = cuda::device::experimental;
__managed__ alignas(16) int a[64];

__global__ void k() {
  __shared__ alignas(16) int tile[32], other[32];
  int i = threadIdx.x;
  other[i] = 0;
#ifdef EARLY_FENCE
  cde::fence_proxy_async_shared_cta();
#endif
  tile[i] = i;
#if !defined(NO_FENCE) && !defined(EARLY_FENCE)
  cde::fence_proxy_async_shared_cta();
#endif
  __syncthreads();
  if (i != 0)
    return;
  alignas(16) int own[16] = {i};
  // FENCE: :[[@LINE+6]]:3: error: thread (0,0,0) of block (0,0,0) in kernel 'k' begins a bulk copy from shared memory; thread (0,0,0) of block (0,0,0) wrote there and made no fence_proxy_async_shared_cta() since [proxy-fence-missing]
  // ALIGN: :[[@LINE+5]]:3: error: thread (0,0,0) of block (0,0,0) in kernel 'k' accesses 'tile' at byte 4, where an address that is a multiple of 16 is needed [misaligned-access]
  // SOURCE: :[[@LINE+4]]:3: error: the source of this copy is in shared memory; 'a' is not [bulk-copy-space]
  // OWN: :[[@LINE+3]]:3: error: the source of this copy is in shared memory; a local variable is not [bulk-copy-space]
  // TARGET: :[[@LINE+2]]:3: error: the target of this copy is in global memory; 'other' is not [bulk-copy-space]
  // BOUNDS: :[[@LINE+1]]:3: error: thread (0,0,0) of block (0,0,0) writes 64 bytes in kernel 'k' across the end of 'a' (256 bytes) [out-of-bounds]
  cde::cp_async_bulk_shared_to_global(TO, FROM, 64);
#ifdef TWO_GROUPS
  cde::cp_async_bulk_commit_group();
#endif
  cde::cp_async_bulk_shared_to_global(a + 16, tile + 16, 64);
#ifndef NO_COMMIT
  cde::cp_async_bulk_commit_group();
#endif
#if END == 1
  cde::cp_async_bulk_wait_group_read<0>();
#elif END == 2
  cde::cp_async_bulk_wait_group<0>();
#endif
#ifdef TWO_GROUPS
  cde::cp_async_bulk_wait_group_read<1>();
  tile[0] = tile[16] = -1; // the second is too early
#endif
#ifdef CHANGE
  tile[0] = -1;
#endif
#ifdef READ_BACK
  // LATE: :[[@LINE+1]]:14: error: thread (0,0,0) of block (0,0,0) reads 4 bytes in kernel 'k' of 'a' at byte 68, to which thread (0,0,0) of block (0,0,0) has begun an asynchronous copy and not waited for it [pipeline-not-waited]
  tile[16] = a[17];
#endif
}

int main() {
  k<<<1, 32>>>();
  cudaDeviceSynchronize();
  printf("%d %d %d\n", a[0], a[16], a[31]);
}
