// All threads of a block must come to the same barrier.
// RUN: not %tessera-run -DENDED %s 2>&1 | FileCheck %s --check-prefix=ENDED
// RUN: not %tessera-run -DOTHER %s 2>&1 | FileCheck %s --check-prefix=OTHER

__global__ void k(int *a, int n) {
  int i = threadIdx.x;
#ifdef ENDED
  if (i >= n)
    return;
  // ENDED: :[[@LINE+1]]:{{.*}} error: thread (0,0,0) of block (0,0,0) waits for its block in kernel 'k', but thread (20,0,0) of block (0,0,0) has ended [divergent-barrier]
  __syncthreads();
#else
  if (i < n)
    // OTHER: :[[@LINE+1]]:{{.*}} error: thread (0,0,0) of block (0,0,0) waits for its block in kernel 'k', but thread (20,0,0) of block (0,0,0) waits elsewhere [divergent-barrier]
    __syncthreads();
  else
    // OTHER: :[[@LINE+1]]:{{.*}} note: the other thread waits here
    __syncthreads();
#endif
  a[i] = i;
}

int main() {
  int *a;
  cudaMalloc(&a, 32 * sizeof(int));
  k<<<1, 32>>>(a, 20);
}
