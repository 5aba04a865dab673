// Which arrays blocks update on their own: those that many threads update at
// once, by as many updates as pay for the merge. What the plan says is a plan
// that says the same.
// RUN: %tessera --cuda-path=none --no-transfers %s > %t.cu 2> %t.err
// RUN: FileCheck %s --input-file=%t.err
// RUN: %tessera -q --cuda-path=none --no-transfers --print=plan %s > %t.yaml
// RUN: FileCheck %s --input-file=%t.yaml --check-prefix=PLAN
// RUN: %tessera -q --cuda-path=none --no-transfers --plan=%t.yaml %s | diff %t.cu -
// RUN: %tessera --cuda-path=none --no-transfers --gpu=tesla-c1060 %s 2>&1 >%t.old.cu | FileCheck %s --check-prefix=OLD
// RUN: %tessera --cuda-path=none --no-transfers --gpu=tesla-c2050 %s 2>/dev/null | FileCheck %s --check-prefix=FERMI
// RUN: %tessera -q --cuda-path=none --no-transfers --no-tiles %s | diff %s -
// RUN: %tessera -q --cuda-path=none --no-transfers --array=few:global --array=sum:global --array=table:global --array=long_sum:global --array=counts:global %s | diff %s -
// RUN: %tessera -q --cuda-path=none --no-transfers --kernel=none %s | diff %s -

// CHECK: each block updates 'few' in 256 bytes of shared memory
// CHECK: each thread updates 'many' in memory by itself: an estimated 128 updates of 8192 elements by a block cost 1659, and {{[0-9]+}} with a copy
// CHECK: each block updates 'sum' in registers
// CHECK: each block updates 'long_sum' in registers
// CHECK: each block updates 'table' in 32768 bytes of shared memory
// CHECK: each thread updates 'counts' in memory by itself: a block updates each element once

// CHECK: each thread updates 'sum' in memory by itself: a block updates each element once
// CHECK: each thread updates 'counts' in memory by itself: a block updates each element once
// CHECK: each block updates 'counts' in 256 bytes of shared memory

// PLAN: - kernel: count
// PLAN-NEXT: block: [ 128, 1, 1 ]
// PLAN-NEXT: privatise:
// PLAN-NEXT: - few
// PLAN-NEXT: - sum
// PLAN-NEXT: - long_sum
// PLAN: - kernel: walk
// PLAN-NEXT: block:
// PLAN-NEXT: privatise:
// PLAN-NEXT: - table
// PLAN-NOT: kernel: own
// PLAN-NOT: kernel: merge
// PLAN: - kernel: twice
// PLAN-NEXT: block: [ 64, 1, 1 ]
// PLAN-NEXT: privatise:
// PLAN-NEXT: - counts

// No shuffles, and few atomic functions.
// OLD: each block updates 'few' in 256 bytes of shared memory
// OLD: each block updates 'sum' in 4 bytes of shared memory
// OLD: each thread updates 'long_sum' in memory by itself: Tesla-C1060 has no atomic functions for 'unsigned long long' in shared memory
// FERMI: __shared__ int sum_block;
// FERMI: __shared__ unsigned long long long_sum_block;
__device__ unsigned few[64], many[8192], table[8192], counts[64];
__device__ int sum;
__device__ unsigned long long long_sum;

__global__ void count(const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&few[in[i] & 63], 1u);
  atomicAdd(&many[in[i] & 8191], 1u);
  atomicAdd(&sum, in[i]);
  atomicAdd(&long_sum, in[i] & 255);
}

__global__ void walk(const int *in, int n) {
  int first = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = first; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&table[in[i] & 8191], 1u);
}

// Each thread of a block has an element of its own.
__global__ void own() { atomicAdd(&counts[threadIdx.x], 1u); }

// The block has its own sums already.
__global__ void merge(const int *in, int n) {
  __shared__ int part[128];
  __shared__ unsigned bins[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? in[i] : 0;
  if (threadIdx.x < 64)
    bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[part[threadIdx.x] & 63], 1u);
  for (int s = 64; s > 0; s >>= 1) {
    if (threadIdx.x < s)
      part[threadIdx.x] += part[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    atomicAdd(&sum, part[0]);
  if (threadIdx.x < 64)
    atomicAdd(&counts[threadIdx.x], bins[threadIdx.x]);
}

// Two updates by some threads.
__global__ void twice(int n) {
  if (threadIdx.x + 32 < 64)
    atomicAdd(&counts[threadIdx.x + 32], 1u);
  if (threadIdx.x < n)
    atomicAdd(&counts[threadIdx.x], 1u);
}

int main() {
  int *in;
  cudaMalloc(&in, 65536 * sizeof(int));
  count<<<512, 128>>>(in);
  walk<<<64, 256>>>(in, 65536);
  own<<<16, 64>>>();
  merge<<<512, 128>>>(in, 65536);
  twice<<<16, 64>>>(50);
}
