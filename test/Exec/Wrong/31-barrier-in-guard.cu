// Pitfall 31: the barrier of a tile inside the guard of the array's end.
// RUN: %tessera-run -DN=64 %s
// RUN: not %tessera-run -DN=50 %s 2>&1 | FileCheck %s

__managed__ float a[64], b[64];

__global__ void k(int n) {
  __shared__ float tile[32];
  int i = blockIdx.x * 32 + threadIdx.x;
  if (i < n) {
    tile[threadIdx.x] = a[i];
    // CHECK: :[[@LINE+1]]:5: error: thread (0,0,0) of block (1,0,0) waits for its block in kernel 'k', but thread (18,0,0) of block (1,0,0) has ended [divergent-barrier]
    __syncthreads();
    b[i] = tile[threadIdx.x];
  }
}

int main() {
  k<<<2, 32>>>(N);
  cudaDeviceSynchronize();
}
