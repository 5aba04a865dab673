// What can go wrong with a copy of a tile, and what is not modelled.
// RUN: %tessera-run %s | FileCheck %s
// RUN: not %tessera-run -DALIGN=4 %s 2>&1 | FileCheck %s --check-prefix=DECLARED
// RUN: not %tessera-run -DTILE=tile[2] %s 2>&1 | FileCheck %s --check-prefix=ALIGN
// RUN: not %tessera-run -DTILE=tile[4] %s 2>&1 | FileCheck %s --check-prefix=BOUNDS
// RUN: not %tessera-run -DROWS=36 %s 2>&1 | FileCheck %s --check-prefix=TENSOR
// RUN: not %tessera-run -DCOLUMN=2 %s 2>&1 | FileCheck %s --check-prefix=COLUMN
// RUN: not %tessera-run -DRANK=1 %s 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not %tessera-run -DNO_MAP %s 2>&1 | FileCheck %s --check-prefix=MAP
// RUN: not %tessera-run -DTWO_COPIES %s 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not %tessera-run -DINTERLEAVE=CU_TENSOR_MAP_INTERLEAVE_16B %s 2>&1 | FileCheck %s --check-prefix=INTERLEAVE
// RUN: not %tessera-run -DSTEP=2 %s 2>&1 | FileCheck %s --check-prefix=STEP
// RUN: not %tessera-run -DNAME='"cuTensorMapEncodeIm2col"' %s 2>&1 | FileCheck %s --check-prefix=NAME
// CHECK: 63
#include <cstdio>
#include <cuda.h>
#include <cuda/barrier>
#ifndef ALIGN
#define ALIGN 128
#endif
#ifndef TILE
#define TILE tile
#endif
#ifndef ROWS
#define ROWS 32
#endif
#ifndef COLUMN
#define COLUMN 0
#endif
#ifndef RANK
#define RANK 2
#endif
#ifndef INTERLEAVE
#define INTERLEAVE CU_TENSOR_MAP_INTERLEAVE_NONE
#endif
#ifndef STEP
#define STEP 1
#endif
#ifndef NAME
#define NAME "cuTensorMapEncodeTiled"
#endif

namespace cde = cuda::device::experimental;
__managed__ alignas(128) int a[32][8], b;

__global__ void k(const __grid_constant__ CUtensorMap map) {
  __shared__ alignas(ALIGN) int tile[8][8];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  init(&bar, 1);
  cde::fence_proxy_async_shared_cta();
  // DECLARED: :[[@LINE+7]]:3: error: 'tile' is declared with an alignment of 4; this copy needs one of 128 [misaligned-access]
  // ALIGN: :[[@LINE+6]]:3: error: thread (0,0,0) of block (0,0,0) in kernel 'k' accesses 'tile' at byte 64, where an address that is a multiple of 128 is needed [misaligned-access]
  // BOUNDS: :[[@LINE+5]]:3: error: thread (0,0,0) of block (0,0,0) writes 256 bytes in kernel 'k' across the end of 'tile' (256 bytes) [out-of-bounds]
  // TENSOR: :[[@LINE+4]]:3: error: thread (0,0,0) of block (0,0,0) reads 256 bytes in kernel 'k' across the end of 'a' (1024 bytes) [out-of-bounds]
  // RANK: :[[@LINE+3]]:3: error: a copy with 2 coordinates uses a tensor map of rank 1 [tensor-map]
  // COLUMN: :[[@LINE+2]]:3: error: the box begins 8 bytes into a row of the tensor; only multiples of 16 are possible [tensor-map]
  // MAP: :[[@LINE+1]]:3: error: this is no tensor map: cuTensorMapEncodeTiled did not make it [tensor-map]
  cde::cp_async_bulk_tensor_2d_global_to_shared(TILE, &map, COLUMN, ROWS - 8, bar);
#ifdef TWO_COPIES
  // TWO: :[[@LINE+1]]:3: error: thread (0,0,0) of block (0,0,0) writes 256 bytes in kernel 'k' of 'tile' at byte 0, to which thread (0,0,0) of block (0,0,0) has begun an asynchronous copy and not waited for it [pipeline-not-waited]
  cde::cp_async_bulk_tensor_2d_global_to_shared(TILE, &map, 0, 0, bar);
#endif
  bar.wait(cuda::device::barrier_arrive_tx(bar, 1, sizeof(tile)));
  b = tile[7][7];
}

int main() {
  for (int i = 0; i < 32; i++)
    for (int j = 0; j < 8; j++)
      a[i][j] = 8 * (i - 24) + j;
  CUtensorMap map{};
  void *function = nullptr;
  // NAME: :[[@LINE+1]]:3: error: the driver's 'cuTensorMapEncodeIm2col' is not supported [unsupported]
  cudaGetDriverEntryPointByVersion(NAME, &function, 12000, cudaEnableDefault);
  cuuint64_t size[] = {8, ROWS}, stride[] = {32};
  cuuint32_t box[] = {8, 8}, step[] = {1, STEP};
#ifndef NO_MAP
  // INTERLEAVE: :[[@LINE+2]]:21: error: CU_TENSOR_MAP_INTERLEAVE_16B is not supported [unsupported]
  // STEP: :[[@LINE+1]]:21: error: a tensor map with element strides other than 1 is not supported [unsupported]
  CUresult result = cuTensorMapEncodeTiled(
      &map, CU_TENSOR_MAP_DATA_TYPE_INT32, RANK, a, size, stride, box, step,
      INTERLEAVE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
#endif
  k<<<1, 1>>>(map);
  cudaDeviceSynchronize();
  printf("%d\n", b);
}
