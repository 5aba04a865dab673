// Pitfall 1: a barrier that only some threads of the block reach.
// RUN: not %tessera-run %s 2>&1 | FileCheck %s

__global__ void k(int *a) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x < 20) {
    a[threadIdx.x] = s[threadIdx.x];
    // CHECK: 01-barrier-in-branch.cu:[[@LINE+1]]:5: error: thread (0,0,0) of block (0,0,0) waits for its block in kernel 'k', but thread (20,0,0) of block (0,0,0) has ended [divergent-barrier]
    __syncthreads();
  }
}

int main() {
  int *a;
  cudaMalloc(&a, 32 * sizeof(int));
  k<<<1, 32>>>(a);
  cudaDeviceSynchronize();
}
