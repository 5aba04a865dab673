// Pitfall 8: a shared array indexed by the index in the grid.
// RUN: not %tessera-run %s 2>&1 | FileCheck %s

__global__ void k(float *a) {
  extern __shared__ float s[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[@LINE+1]]:8: error: thread (0,0,0) of block (1,0,0) writes 4 bytes in kernel 'k' outside of any array, 0 bytes after the end of 's' (128 bytes) [out-of-bounds]
  s[i] = a[i];
  a[i] = s[i] + 1;
}

int main() {
  float *a;
  cudaMallocManaged(&a, 64 * sizeof(float));
  for (int i = 0; i < 64; i++)
    a[i] = i;
  k<<<2, 32, 32 * sizeof(float)>>>(a);
  cudaDeviceSynchronize();
}
