// What no thread of the block wrote is not to be read. An earlier block's
// values do not count.
// RUN: not %tessera-run %s 2>&1 | FileCheck %s
// RUN: %tessera-run --no-check=uninitialised %s

__global__ void sum(int *out) {
  __shared__ int tile[8];
  if (threadIdx.x + blockIdx.x < 8)
    tile[threadIdx.x] = 1;
  __syncthreads();
  // CHECK: :[[@LINE+1]]:{{.*}} error: thread (7,0,0) of block (1,0,0) reads 4 bytes in kernel 'sum' of 'tile' at byte 28, which no thread of its block wrote [uninitialised-shared]
  out[blockIdx.x * 8 + threadIdx.x] = tile[threadIdx.x];
}

int main() {
  int *out;
  cudaMalloc(&out, 16 * sizeof(int));
  sum<<<2, 8>>>(out);
}
