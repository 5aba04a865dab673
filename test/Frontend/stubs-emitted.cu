// Headers that a rewritten program includes, and others that programs name.
// RUN: %clang_cuda -fsyntax-only %s

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

__global__ void copied(float *out, const float *in) {
  extern __shared__ __align__(16) unsigned char copied_smem[];
  float *tile = (float *)copied_smem;
  __pipeline_memcpy_async(&tile[4 * threadIdx.x], &in[4 * threadIdx.x], 16);
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x],
                          sizeof(float), 0);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x ^ 1];
}

__global__ void grouped(int *out) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  int sum = cg::reduce(warp, (int)block.thread_rank(), cg::plus<int>());
  sum += warp.shfl_down(sum, 1);
  block.sync();
  cg::sync(block);
  cg::grid_group grid = cg::this_grid();
  grid.sync();
  if (warp.thread_rank() == 0)
    out[grid.thread_rank()] = sum + block.group_index().x + warp.size();
}

__global__ void halved(__half *out, const half2 *in) {
  half2 v = in[threadIdx.x];
  float2 f = __half22float2(v);
  out[threadIdx.x] = __float2half(f.x) + __low2half(__hfma2(v, v, v));
  out[threadIdx.x] = __hadd(out[threadIdx.x], __high2half(v));
  if (__half2float(out[0]) > 1.0f)
    out[0] = __float2half_rn(0.5f) * out[0];
}
