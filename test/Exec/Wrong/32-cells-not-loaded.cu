// Pitfall 32: the last tile is only partly loaded, and all of it is used.
// RUN: %tessera-run -DN=64 %s
// RUN: not %tessera-run -DN=50 %s 2>&1 | FileCheck %s

__managed__ float a[64], sums[2];

__global__ void k(int n) {
  __shared__ float tile[32];
  int i = blockIdx.x * 32 + threadIdx.x;
  if (i < n)
    tile[threadIdx.x] = a[i];
  __syncthreads();
  if (threadIdx.x == 0) {
    float sum = 0;
    for (int j = 0; j < 32; j++)
      // CHECK: :[[@LINE+1]]:14: error: thread (0,0,0) of block (1,0,0) reads 4 bytes in kernel 'k' of 'tile' at byte 72, which no thread of its block wrote [uninitialised-shared]
      sum += tile[j];
    sums[blockIdx.x] = sum;
  }
}

int main() {
  k<<<2, 32>>>(N);
  cudaDeviceSynchronize();
}
