// Pitfall 12: many threads add to one variable.
// RUN: not %tessera-run %s 2>&1 | FileCheck %s

__managed__ int sum;

__global__ void k(const int *a) {
  // CHECK: :[[@LINE+1]]:7: error: thread (1,0,0) of block (0,0,0) reads 4 bytes in kernel 'k' of 'sum' at byte 0, which thread (0,0,0) of block (0,0,0) wrote without a barrier between [data-race]
  sum += a[threadIdx.x];
}

int main() {
  int *a;
  cudaMallocManaged(&a, 32 * sizeof(int));
  k<<<1, 32>>>(a);
  cudaDeviceSynchronize();
}
