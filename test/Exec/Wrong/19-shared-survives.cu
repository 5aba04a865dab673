// Pitfall 19: shared memory neither survives a kernel, nor is another block's.
// RUN: not %tessera-run -DBLOCKS=1 %s 2>&1 | FileCheck %s
// RUN: not %tessera-run -DBLOCKS=2 %s 2>&1 | FileCheck %s

__shared__ int s[32];

__global__ void put() { s[threadIdx.x] = threadIdx.x; }
__global__ void get(int *a, int writer) {
  if (blockIdx.x == writer)
    s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  // CHECK: :[[@LINE+1]]:20: error: thread (0,0,0) of block ({{[01]}},0,0) reads 4 bytes in kernel 'get' of 's' at byte 0, which no thread of its block wrote [uninitialised-shared]
  a[threadIdx.x] = s[threadIdx.x];
}

int main() {
  int *a;
  cudaMalloc(&a, 32 * sizeof(int));
  put<<<1, 32>>>();
  get<<<BLOCKS, 32>>>(a, BLOCKS - 1 ? 0 : -1);
  cudaDeviceSynchronize();
}
