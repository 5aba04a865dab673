// Pitfalls 3 and 5: no barrier between the write of one thread and the read of
// another, also where both are in one warp and it goes well by luck.
// RUN: not %tessera-run --seed=1 %s 2>&1 | FileCheck %s
// RUN: not %tessera-run --seed=1 -DTHREADS=8 %s 2>&1 | FileCheck %s
#ifndef THREADS
#define THREADS 64
#endif

__global__ void k(int *a) {
  __shared__ int s[THREADS];
  s[threadIdx.x] = a[threadIdx.x];
  // CHECK: :[[@LINE+1]]:20: error: thread ({{[0-9]+}},0,0) of block (0,0,0) reads 4 bytes in kernel 'k' of 's' at byte {{[0-9]+}}, which {{(thread .* wrote without a barrier between|no thread of its block wrote)}}
  a[threadIdx.x] = s[threadIdx.x ^ 1];
}

int main() {
  int *a;
  cudaMallocManaged(&a, THREADS * sizeof(int));
  k<<<1, THREADS>>>(a);
  cudaDeviceSynchronize();
}
