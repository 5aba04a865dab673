// What the lanes of a warp give each other: shuffles, votes, matches, sums; and
// what a block counts at a barrier.
// RUN: %tessera-run %s | FileCheck %s
// RUN: %tessera-run --seed=3 %s | FileCheck %s
// RUN: not %tessera-run -DHALF %s 2>&1 | FileCheck %s --check-prefix=HALF
#include <cstdio>

__global__ void k(int *a, int *out) {
  unsigned all = 0xffffffffu;
  int i = threadIdx.x, same = 0, sum = 0;
#ifdef HALF
  // HALF: :[[@LINE+2]]:5: error: thread (0,0,0) of block (0,0,0) waits for its warp in kernel 'k', but thread (16,0,0) of block (0,0,0) waits elsewhere [divergent-barrier]
  if (i < 16)
    __syncwarp();
  else
    __syncthreads();
#endif
  a[i] = i;
  __syncwarp(); // orders its warp, so that this is no race
  sum = a[i ^ 1];
  if (i == 5) {
    // CHECK: 4
    printf("%d\n", sum);
  }
  int shuffled[] = {__shfl_sync(all, i, 3), __shfl_up_sync(all, i, 1),
                    __shfl_down_sync(all, i, 2), __shfl_xor_sync(all, i, 16, 32),
                    __shfl_sync(all, i, 9, 8)};
  unsigned any = __match_any_sync(all, i / 4);
  __match_all_sync(all, i / 32, &same);
  int votes[] = {__any_sync(all, i == 3), __all_sync(all, i < 31),
                 __popc(__ballot_sync(all, i & 1))};
  int reduced[] = {__reduce_add_sync(all, i), __reduce_max_sync(all, i - 40),
                   int(__reduce_xor_sync(all, unsigned(i)))};
  int counted[] = {__syncthreads_count(i < 5), __syncthreads_and(i < 5),
                   __syncthreads_or(i < 5)};
  if (i == 9) {
    // CHECK: 3 8 11 25 9
    for (int s : shuffled)
      printf("%d ", s);
    // CHECK: f00 1
    printf("\n%x %d\n", any, same);
    // CHECK: 1 0 16
    printf("%d %d %d\n", votes[0], votes[1], votes[2]);
    // CHECK: 496 -9 0
    printf("%d %d %d\n", reduced[0], reduced[1], reduced[2]);
    // CHECK: 5 0 1
    printf("%d %d %d\n", counted[0], counted[1], counted[2]);
  }
}

int main() {
  int *a;
  cudaMalloc(&a, 32 * sizeof(int));
  k<<<1, 32>>>(a, a);
  cudaDeviceSynchronize();
}
