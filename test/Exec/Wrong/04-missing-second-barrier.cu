// Pitfall 4: a tile is overwritten while it is still read.
// RUN: not %tessera-run %s 2>&1 | FileCheck %s

__global__ void k(const int *a, int *sums, int n) {
  __shared__ int tile[32];
  int sum = 0;
  for (int k0 = 0; k0 < n; k0 += 32) {
    tile[threadIdx.x] = a[k0 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; i++)
      // CHECK: 04-missing-second-barrier.cu:[[@LINE+1]]:14: error: thread ({{[0-9]+}},0,0) of block (0,0,0) reads 4 bytes in kernel 'k' of 'tile' at byte {{[0-9]+}}, which thread ({{[0-9]+}},0,0) of block (0,0,0) wrote without a barrier between [data-race]
      sum += tile[i];
  }
  sums[threadIdx.x] = sum;
}

int main() {
  int *a, *sums;
  cudaMallocManaged(&a, 64 * sizeof(int));
  cudaMalloc(&sums, 32 * sizeof(int));
  for (int i = 0; i < 64; i++)
    a[i] = i;
  k<<<1, 32>>>(a, sums, 64);
  cudaDeviceSynchronize();
}
