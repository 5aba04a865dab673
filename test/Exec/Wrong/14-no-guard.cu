// Pitfall 14: 32 threads on an array of 30.
// RUN: not %tessera-run %s 2>&1 | FileCheck %s

__global__ void k(float *dA) {
  // CHECK: :[[@LINE+1]]:19: error: thread (30,0,0) of block (0,0,0) writes 4 bytes in kernel 'k' outside of any array, 0 bytes after the end of 'dA' (120 bytes) [out-of-bounds]
  dA[threadIdx.x] = 1;
}

int main() {
  float *dA;
  cudaMalloc(&dA, 30 * sizeof(float));
  k<<<1, 32>>>(dA);
  cudaDeviceSynchronize();
}
