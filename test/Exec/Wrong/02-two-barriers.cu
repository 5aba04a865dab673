// Pitfall 2: different barriers in the two branches of an if.
// RUN: not %tessera-run %s 2>&1 | FileCheck %s

__global__ void k(int *a) {
  if (threadIdx.x < 20) {
    a[threadIdx.x] = 1;
    // CHECK: :[[@LINE+1]]:5: error: thread (0,0,0) of block (0,0,0) waits for its block in kernel 'k', but thread (20,0,0) of block (0,0,0) waits elsewhere [divergent-barrier]
    __syncthreads();
  } else {
    a[threadIdx.x] = 2;
    // CHECK: :[[@LINE+1]]:5: note: the other thread waits here
    __syncthreads();
  }
}

int main() {
  int *a;
  cudaMalloc(&a, 32 * sizeof(int));
  k<<<1, 32>>>(a);
  cudaDeviceSynchronize();
}
