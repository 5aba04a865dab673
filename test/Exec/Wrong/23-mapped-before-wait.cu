// Pitfall 23: the host touches mapped memory while a kernel uses it.
// RUN: not %tessera-run --seed=0 %s 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: not %tessera-run --seed=1 %s 2>&1 | FileCheck %s --check-prefix=EARLY
#include <cstdio>

__global__ void k(int *a) {
  // LATE: :[[@LINE+1]]:18: error: thread (3,0,0) of block (0,0,0) writes 4 bytes in kernel 'k' of 'a' at byte 12, which the host read; neither waits for the other [host-does-not-wait]
  a[threadIdx.x] = threadIdx.x;
}

int main() {
  int *a, *onDevice;
  cudaHostAlloc(&a, 32 * sizeof(int), cudaHostAllocMapped);
  cudaHostGetDevicePointer(&onDevice, a, 0);
  k<<<1, 32>>>(onDevice);
  // EARLY: :[[@LINE+2]]:{{[0-9]+}}: error: the host reads 'a' at byte 12, which thread (3,0,0) of block (0,0,0) of kernel 'k' writes; neither waits for the other [host-does-not-wait]
  // LATE: :[[@LINE+1]]:{{[0-9]+}}: note: the other access is here
  printf("%d\n", a[3]);
  cudaDeviceSynchronize();
}
