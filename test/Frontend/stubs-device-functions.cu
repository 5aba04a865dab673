// Barriers, votes, shuffles, caches, clocks, printf in a kernel.
// RUN: %clang_cuda -fsyntax-only %s

#include <assert.h>
#include <stdio.h>

__global__ void everything(int *out, const float *__restrict__ in, size_t n) {
  float value = __ldg(&in[threadIdx.x]);
  float4 wide = __ldg((const float4 *)in + threadIdx.x);
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    value += __shfl_down_sync(0xffffffff, value, offset);
  int lane = __shfl_sync(~0u, (int)threadIdx.x, 0, 16);
  lane += __shfl_up_sync(~0u, lane, 1) + __shfl_xor_sync(~0u, lane, 1);
  unsigned votes = __ballot_sync(__activemask(), value > 0);
  if (__any_sync(~0u, lane) && __all_sync(~0u, lane))
    votes |= __match_any_sync(~0u, lane);
  __syncwarp();
  __syncthreads();
  int count = __syncthreads_count(value > 0) + __syncthreads_or(lane);
  __threadfence();
  __threadfence_block();
  long long start = clock64();
  if (threadIdx.x == 0)
    printf("%d %u %lld %f %d\n", count, votes, clock64() - start, wide.w,
           (int)clock());
  assert(count >= 0);
  if (n == 0)
    __trap();
  out[threadIdx.x] = __popc(votes) + __clz(lane) + __ffs(lane) +
                     __float_as_int(value) + __brev(votes);
  out[threadIdx.x] += __umul24(3, 4) + __mulhi(lane, lane) + (int)__brevll(n);
  out[threadIdx.x] += __vadd2(votes, votes) + __vcmpgtu4(votes, count) +
                      __viaddmax_s16x2_relu(votes, 1, 2) + __dp4a(1, 2, 3) +
                      __dp2a_lo(short2(), char4(), lane) + __vimax3_u32(1, 2, 3);
  __stcs(out + threadIdx.x, __ldlu(out + threadIdx.x));
  __stcg((float4 *)out, wide);
  __stwt((unsigned long *)out, __ldcv((const unsigned long *)in));
  __barrier_sync_count(1, 64);
  out[threadIdx.x] += __clusterIdx().x + __clusterRelativeBlockRank();
  int *scratch = (int *)malloc(n * sizeof(int));
  memset(scratch, 0, n * sizeof(int));
  memcpy(out, scratch, n * sizeof(int));
  free(scratch);
}
