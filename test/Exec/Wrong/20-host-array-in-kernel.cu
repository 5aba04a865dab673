// Pitfalls 20 and 22: a kernel gets an array of the host.
// RUN: not %tessera-run %s 2>&1 | FileCheck %s

__global__ void k(float (*a)[8]) {
  // CHECK: :[[@LINE+1]]:31: error: thread (0,0,0) of block (0,0,0) writes 4 bytes in kernel 'k' of memory that no kernel can access: neither allocated by CUDA nor registered [host-memory-in-kernel]
  a[threadIdx.y][threadIdx.x] = 1;
}

int main() {
  float a[4][8];
  k<<<1, dim3(8, 4)>>>(a);
  cudaDeviceSynchronize();
}
