// A copy of the kind __pipeline_memcpy_async arrives when its thread waits for
// it, and is the other threads' after a barrier.
// RUN: %tessera-run %s | FileCheck %s
// RUN: %tessera-run -DKEEP=1 %s | FileCheck %s
// RUN: not %tessera-run -DKEEP=2 %s 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: not %tessera-run -DNO_BARRIER --no-check=uninitialised %s 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: not %tessera-run -DOFFSET=1 %s 2>&1 | FileCheck %s --check-prefix=ALIGN
// RUN: not %tessera-run -DBYTES=5 %s 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not %tessera-run -DTARGET=b %s 2>&1 | FileCheck %s --check-prefix=TARGET
// CHECK: 28 0
#include <cstdio>
#include <cuda_pipeline.h>
#ifndef KEEP
#define KEEP 0
#endif
#ifndef OFFSET
#define OFFSET 0
#endif
#ifndef BYTES
#define BYTES 8
#endif
#ifndef TARGET
#define TARGET tile
#endif

__managed__ float a[96], b[96];

__global__ void k() {
  __shared__ float tile[64];
  int i = threadIdx.x;
  // ALIGN: :[[@LINE+3]]:3: error: thread (0,0,0) of block (0,0,0) in kernel 'k' accesses 'a' at byte 4, where an address that is a multiple of 8 is needed [misaligned-access]
  // SIZE: :[[@LINE+2]]:3: error: an asynchronous copy moves 4, 8 or 16 bytes, not 5 [pipeline-size]
  // TARGET: :[[@LINE+1]]:3: error: an asynchronous copy goes to shared memory, not to 'b' [pipeline-target]
  __pipeline_memcpy_async(&TARGET[2 * i], &a[2 * i + OFFSET], BYTES, 4);
  __pipeline_commit();
  __pipeline_commit();
  __pipeline_wait_prior(KEEP);
#ifndef NO_BARRIER
  __syncthreads();
#endif
  // LATE: :[[@LINE+2]]:10: error: thread (0,0,0) of block (0,0,0) reads 4 bytes in kernel 'k' of 'tile' at byte 248, to which thread (31,0,0) of block (0,0,0) has begun an asynchronous copy and not waited for it [pipeline-not-waited]
  // RACE: pipeline.cu:{{[0-9]+}}:3: error: thread ({{[0-9]+}},0,0) of block (0,0,0) writes 8 bytes in kernel 'k' of 'tile' at byte {{[0-9]+}}, which thread ({{[0-9]+}},0,0) of block (0,0,0) read without a barrier between [data-race]
  b[i] = tile[62 - 2 * i];
  // LATE: :{{[0-9]+}}:3: note: the copy begins here
  b[32 + i] = tile[63 - 2 * i];
}

int main() {
  for (int i = 0; i < 96; i++)
    a[i] = i;
  k<<<1, 32>>>();
  cudaDeviceSynchronize();
  printf("%g %g\n", b[17], b[49]);
}
