// Dynamic shared memory, barriers in a loop, warps, atomics, and a last block
// that sums up behind a fence.
// RUN: %tessera-run %s | FileCheck %s
// RUN: %tessera-run --seed=5 %s | FileCheck %s
// CHECK: tree 499500
// CHECK: warps 499500
// CHECK: ticket 499500
// CHECK: votes 500
#include <cstdio>
#include <cstring>

__global__ void tree(const int *in, int *out, int n) {
  extern __shared__ int part[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
    if (threadIdx.x < s)
      part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    atomicAdd(out, part[0]);
}

__global__ void warps(const int *in, int *out, int n) {
  __shared__ int part[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = i < n ? in[i] : 0;
  for (int d = 16; d > 0; d /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, d);
  if (threadIdx.x % 32 == 0)
    part[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x < 32) {
    sum = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
    for (int d = 16; d > 0; d /= 2)
      sum += __shfl_xor_sync(0xffffffff, sum, d);
    if (threadIdx.x == 0)
      atomicAdd(out, sum);
  }
}

__device__ unsigned tickets;
__device__ int partial[4];

__global__ void ticket(const int *in, int *out, int n) {
  __shared__ bool last;
  __shared__ int sum;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&sum, i < n ? in[i] : 0);
  __syncthreads();
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    __threadfence();
    last = atomicInc(&tickets, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0)
    for (int b = 0; b < gridDim.x; b++)
      *out += partial[b];
}

__global__ void votes(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int odd = __syncthreads_count(i < n && in[i] % 2);
  if (threadIdx.x == 0)
    atomicAdd(out, odd);
}

int main() {
  int n = 1000, *in, *out;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, 4 * sizeof(int));
  for (int i = 0; i < n; i++)
    in[i] = i;
  memset(out, 0, 4 * sizeof(int));
  tree<<<4, 256, 256 * sizeof(int)>>>(in, out, n);
  warps<<<4, 256>>>(in, out + 1, n);
  ticket<<<4, 256>>>(in, out + 2, n);
  votes<<<4, 256>>>(in, out + 3, n);
  cudaDeviceSynchronize();
  printf("tree %d\nwarps %d\nticket %d\nvotes %d\n", out[0], out[1], out[2],
         out[3]);
}
