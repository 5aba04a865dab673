// Only the blocks of a cooperative launch can wait for each other, and only all
// of them; what no barrier of the grid orders is a race as ever.
// RUN: not %tessera-run -DPLAIN %s 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: not %tessera-run -DENDED %s 2>&1 | FileCheck %s --check-prefix=ENDED
// RUN: not %tessera-run -DTHREADS %s 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: not %tessera-run -DRACE %s 2>&1 | FileCheck %s --check-prefix=RACE
#include <cooperative_groups.h>

__global__ void k(int *a, int *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
#ifdef ENDED
  if (blockIdx.x == 1)
    return;
#endif
#ifdef THREADS
  if (threadIdx.x == 3)
    return;
#endif
  // PLAIN: :[[@LINE+3]]:{{.*}} error: thread (0,0,0) of block (0,0,0) waits for the grid in kernel 'k', which is not launched cooperatively [grid-barrier]
  // ENDED: :[[@LINE+2]]:{{.*}} error: thread (0,0,0) of block (0,0,0) waits for the grid in kernel 'k', but thread (0,0,0) of block (1,0,0) has ended [divergent-barrier]
  // THREADS: :[[@LINE+1]]:{{.*}} error: thread (0,0,0) of block (0,0,0) waits for the grid in kernel 'k', but thread (3,0,0) of block (0,0,0) has ended [divergent-barrier]
  cooperative_groups::this_grid().sync();
  // RACE: :[[@LINE+1]]:{{.*}} error: thread (0,0,0) of block (1,0,0) reads 4 bytes in kernel 'k' of 'a' at byte 124, which thread (31,0,0) of block (0,0,0) wrote in the same launch [data-race]
  b[i] = a[63 - i];
#ifdef RACE
  // RACE: :[[@LINE+1]]:{{.*}} note: the other access is here
  a[i] = i + 1;
#endif
}

int main() {
  int *a, *b;
  cudaMalloc(&a, 64 * sizeof(int));
  cudaMalloc(&b, 64 * sizeof(int));
#ifdef PLAIN
  k<<<2, 32>>>(a, b);
  cudaDeviceSynchronize();
#else
  void *arguments[] = {&a, &b};
  cudaLaunchCooperativeKernel(k, 2, 32, arguments);
  cudaDeviceSynchronize();
#endif
}
