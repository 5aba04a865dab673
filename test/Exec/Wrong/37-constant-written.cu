// Pitfall 37: a kernel writes constant memory.
// RUN: not %tessera-run %s 2>&1 | FileCheck %s

__constant__ float c[8];

__global__ void k() {
  // CHECK: :[[@LINE+1]]:18: error: thread (0,0,0) of block (0,0,0) writes 4 bytes in kernel 'k' of 'c' at byte 0, which is constant memory [constant-written]
  c[threadIdx.x] = 1;
}

int main() {
  k<<<1, 8>>>();
  cudaDeviceSynchronize();
}
