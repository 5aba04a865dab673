// Blocks of one launch must not exchange data; launches may.
// RUN: not %tessera-run %s 2>&1 | FileCheck %s
// RUN: %tessera-run -DTWO_LAUNCHES %s

__managed__ int a[8];

__global__ void write() { a[blockIdx.x] = blockIdx.x; }

__global__ void next(int first) {
  // CHECK: :[[@LINE+3]]:{{.*}} error: thread (0,0,0) of block (1,0,0) writes 4 bytes in kernel 'next' of 'a' at byte 4, which thread (0,0,0) of block (0,0,0) read in the same launch [data-race]
  // CHECK-NEXT: note: the other access is here
  if (blockIdx.x + first < 7)
    a[blockIdx.x + first] = a[blockIdx.x + first + 1];
}

int main() {
  write<<<8, 1>>>();
#ifdef TWO_LAUNCHES
  for (int i = 0; i < 7; i++)
    next<<<1, 1>>>(i);
#else
  next<<<8, 1>>>(0);
#endif
  cudaDeviceSynchronize();
}
