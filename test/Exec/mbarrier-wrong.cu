// What can go wrong with an mbarrier and copies that it waits for.
// RUN: not %tessera-run -DEARLY_USE %s 2>&1 | FileCheck %s --check-prefix=INIT
// RUN: not %tessera-run -DUNORDERED %s 2>&1 | FileCheck %s --check-prefix=UNORDERED
// RUN: not %tessera-run -DTWICE %s 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not %tessera-run -DCOUNT=0 %s 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not %tessera-run -DARRIVALS=65 %s 2>&1 | FileCheck %s --check-prefix=ARRIVALS
// RUN: not %tessera-run -DEXPECTED=128 %s 2>&1 | FileCheck %s --check-prefix=BYTES
// RUN: not %tessera-run -DEXPECTED=128 --seed=1 %s 2>&1 | FileCheck %s --check-prefix=BYTES
// RUN: not %tessera-run -DEXPECTED=512 %s 2>&1 | FileCheck %s --check-prefix=NEVER
// RUN: not %tessera-run -DCOUNT=65 -DEXPECTED=512 %s 2>&1 | FileCheck %s --check-prefix=FEWER
// RUN: not %tessera-run -DNO_FENCE %s 2>&1 | FileCheck %s --check-prefix=FENCE
// RUN: not %tessera-run -DNO_WAIT %s 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: not %tessera-run -DNO_WAIT --seed=1 %s 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: not %tessera-run -DPARITY=true %s 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: not %tessera-run -DFROM=a+1 %s 2>&1 | FileCheck %s --check-prefix=ALIGN
// RUN: not %tessera-run -DTO=unaligned %s 2>&1 | FileCheck %s --check-prefix=DECLARED
// RUN: not %tessera-run -DBYTES=100 %s 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not %tessera-run -DTO=b %s 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not %tessera-run -DFROM=unaligned %s 2>&1 | FileCheck %s --check-prefix=SOURCE
// RUN: not %tessera-run -DASYNC=tile,a,cuda::aligned_size_t\<16\>{20} %s 2>&1 | FileCheck %s --check-prefix=ASYNC-SIZE
// RUN: not %tessera-run -DASYNC=tile+2,a,cuda::aligned_size_t\<16\>{32} %s 2>&1 | FileCheck %s --check-prefix=ASYNC-ALIGN
// RUN: not %tessera-run -DOVERWRITE %s 2>&1 | FileCheck %s --check-prefix=OVERWRITTEN
// RUN: not %tessera-run -DGLOBAL %s 2>&1 | FileCheck %s --check-prefix=GLOBAL
// RUN: %tessera-run -DNOBODY %s 2>&1 | FileCheck %s --check-prefix=NOBODY
// RUN: %tessera-run %s | FileCheck %s
// CHECK: 63 0
#include <cstdio>
#include <cuda/barrier>
#ifndef COUNT
#define COUNT 64
#endif
#ifndef ARRIVALS
#define ARRIVALS 1
#endif
#ifndef EXPECTED
#define EXPECTED 256
#endif
#ifndef PARITY
#define PARITY false
#endif
#ifndef BYTES
#define BYTES 256
#endif
#ifndef TO
#define TO tile
#endif
#ifndef FROM
#define FROM a
#endif

namespace cde = cuda::device::experimental;
__managed__ alignas(16) int a[128], b[128];

__device__ cuda::barrier<cuda::thread_scope_device> global;

__global__ void k() {
  __shared__ alignas(16) int tile[64];
  __shared__ int unaligned[64], other[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  int i = threadIdx.x;
#ifdef EARLY_USE
  // INIT: :[[@LINE+1]]:13: error: thread (0,0,0) of block (0,0,0) in kernel 'k' uses 'bar' before its init() [mbarrier-not-initialised]
  (void)bar.arrive();
#endif
#ifndef TWICE
  if (i == 0)
#endif
  {
    // COUNT: :[[@LINE+2]]:5: error: an mbarrier expects 1 to 1048575 arrivals, not 0 [mbarrier-count]
    // TWICE: :[[@LINE+1]]:5: error: thread (1,0,0) of block (0,0,0) writes 8 bytes in kernel 'k' of 'bar' at byte 0, which thread (0,0,0) of block (0,0,0) wrote without a barrier between [data-race]
    init(&bar, COUNT);
#ifndef NO_FENCE
    cde::fence_proxy_async_shared_cta();
#endif
  }
#ifndef UNORDERED
  __syncthreads();
#endif
#ifdef GLOBAL
  // GLOBAL: :[[@LINE+1]]:3: error: a cuda::barrier outside of shared memory is not supported [unsupported]
  init(&global, 64);
#endif
#ifdef ASYNC
  // ASYNC-SIZE: :[[@LINE+2]]:3: error: a copy of cuda::aligned_size_t<16> moves a multiple of 16 bytes, not 20 [bulk-copy-size]
  // ASYNC-ALIGN: :[[@LINE+1]]:3: error: thread (0,0,0) of block (0,0,0) in kernel 'k' accesses 'tile' at byte 8, where an address that is a multiple of 16 is needed [misaligned-access]
  cuda::memcpy_async(ASYNC, bar);
#endif
  if (i == 0) {
    // FENCE: :[[@LINE+7]]:5: error: thread (0,0,0) of block (0,0,0) in kernel 'k' begins a bulk copy with 'bar'; thread (0,0,0) of block (0,0,0) made no fence_proxy_async_shared_cta() after its init() [proxy-fence-missing]
    // ALIGN: :[[@LINE+6]]:5: error: thread (0,0,0) of block (0,0,0) in kernel 'k' accesses 'a' at byte 4, where an address that is a multiple of 16 is needed [misaligned-access]
    // DECLARED: :[[@LINE+5]]:5: error: 'unaligned' is declared with an alignment of 4; this copy needs one of 16 [misaligned-access]
    // SIZE: :[[@LINE+4]]:5: error: a bulk copy moves a multiple of 16 bytes, not 100 [bulk-copy-size]
    // TARGET: :[[@LINE+3]]:5: error: the target of this copy is in shared memory; 'b' is not [bulk-copy-space]
    // SOURCE: :[[@LINE+2]]:5: error: the source of this copy is in global memory; 'unaligned' is not [bulk-copy-space]
    // NOBODY: :[[@LINE+1]]:5: warning: a block of kernel 'k' ends, and no thread has waited for this copy into its shared memory [bulk-copy-not-waited]
    cde::cp_async_bulk_global_to_shared(TO, FROM, BYTES, bar);
    cuda::device::barrier_expect_tx(bar, EXPECTED);
  }
  other[i] = i;
#ifdef OVERWRITE
  if (i == 0)
    *(int *)&bar = 7;
  __syncthreads();
#endif
  // OVERWRITTEN: :[[@LINE+4]]:13: error: thread (0,0,0) of block (0,0,0) in kernel 'k' uses 'bar', over which something else was written [mbarrier-not-initialised]
  // UNORDERED: :[[@LINE+3]]:13: error: thread (1,0,0) of block (0,0,0) reads 8 bytes in kernel 'k' of 'bar' at byte 0, which thread (0,0,0) of block (0,0,0) wrote without a barrier between [data-race]
  // ARRIVALS: :[[@LINE+2]]:13: error: thread (0,0,0) of block (0,0,0) in kernel 'k' arrives 65 times at 'bar', which expects 64 more of 64 arrivals in this phase [mbarrier-too-many-arrivals]
  // BYTES: :[[@LINE+1]]:13: error: 'bar' in kernel 'k' expects 128 bytes in this phase, and copies bring 256 [mbarrier-too-many-bytes]
  (void)bar.arrive(ARRIVALS);
#ifdef NOBODY
  return;
#endif
#ifdef NO_WAIT
  __syncthreads(); // is not what the copy waits for
#else
  // NEVER: :[[@LINE+2]]:7: error: thread (0,0,0) of block (0,0,0) waits in kernel 'k' for 'bar', in whose phase 0 arrivals and 256 bytes are missing, and no thread can go on [mbarrier-never-completes]
  // FEWER: :[[@LINE+1]]:7: error: thread (0,0,0) of block (0,0,0) waits in kernel 'k' for 'bar', in whose phase 1 arrival and 256 bytes are missing, and no thread can go on [mbarrier-never-completes]
  bar.wait_parity(PARITY);
#endif
  // LATE: :[[@LINE+1]]:10: error: thread ({{[0-9]+}},0,0) of block (0,0,0) reads 4 bytes in kernel 'k' of 'tile' at byte {{[0-9]+}}, to which thread (0,0,0) of block (0,0,0) has begun an asynchronous copy and not waited for it [pipeline-not-waited]
  b[i] = tile[63 - i];
  b[64 + i] = other[63 - i] - (63 - i);
}

int main() {
  for (int i = 0; i < 128; i++)
    a[i] = i;
  k<<<1, 64>>>();
  cudaDeviceSynchronize();
  printf("%d %d\n", b[0], b[64]);
}
