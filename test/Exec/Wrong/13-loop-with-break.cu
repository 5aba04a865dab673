// Pitfall 13: a search that stops at the first hit, made parallel.
// RUN: not %tessera-run %s 2>&1 | FileCheck %s

__managed__ int a[32], found = -1;

__global__ void k() {
  int i = threadIdx.x;
  // CHECK: :[[@LINE+2]]:11: error: thread (17,0,0) of block (0,0,0) writes 4 bytes in kernel 'k' of 'found' at byte 0, which thread (5,0,0) of block (0,0,0) wrote without a barrier between [data-race]
  if (a[i] == 7)
    found = i;
}

int main() {
  a[5] = a[17] = 7;
  k<<<1, 32>>>();
  cudaDeviceSynchronize();
}
