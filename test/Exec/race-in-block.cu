// Two threads, one cell, a write, no barrier: an error that shows both places.
// RUN: not %tessera-run %s 2>&1 | FileCheck %s
// RUN: %tessera-run -DBARRIER %s
// RUN: %tessera-run --no-check=races %s

__global__ void reverse(int *out) {
  __shared__ int tile[8];
  tile[threadIdx.x] = threadIdx.x;
#ifdef BARRIER
  __syncthreads();
#endif
  // CHECK: race-in-block.cu:[[@LINE+3]]:{{.*}}: error: thread {{.*}} reads 4 bytes in kernel 'reverse' of 'tile' at byte {{[0-9]+}}, which thread {{.*}} wrote without a barrier between [data-race]
  // CHECK-NEXT: race-in-block.cu:[[@LINE-5]]:{{.*}}: note: the other access is here
  if (threadIdx.x >= 4)
    out[threadIdx.x] = tile[7 - threadIdx.x];
}

int main() {
  int *out;
  cudaMalloc(&out, 8 * sizeof(int));
  reverse<<<1, 8>>>(out);
}
