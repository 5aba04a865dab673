// A thread reads what another one of its block writes, and no barrier is
// between them: right by luck only, also within a warp.
// RUN: %tessera --cuda-path=none %s -o /dev/null 2> %t.err
// RUN: grep 'warning:' %t.err | FileCheck %s --implicit-check-not=warning:
__global__ void reverse(float *a) {
  __shared__ float tile[32];
  int t = threadIdx.x;
  tile[t] = a[t];
  // CHECK: :[[@LINE+1]]:10: warning: no barrier orders this read of 'tile' and the write in line [[@LINE-1]]: thread 0 writes what thread 31 reads; put '__syncthreads()' between them [tessera-missing-barrier]
  a[t] = tile[31 - t];
}

__global__ void set(float *a) {
  __shared__ float first;
  if (threadIdx.x == 0)
    first = a[0];
  // CHECK: :[[@LINE+1]]:28: warning: no barrier orders this read of 'first' and the write in line [[@LINE-1]]: thread 0 writes what thread 1 reads
  a[1 + threadIdx.x] = 2 * first;
}

// The barrier is behind the read.
__global__ void late(float *a) {
  extern __shared__ float row[];
  int t = threadIdx.x;
  row[t + 1] = a[t];
  if (t == 0)
    row[0] = 0.0f;
  // CHECK: :[[@LINE+1]]:15: warning: no barrier orders this read of 'row' and the write in line {{[0-9]+}}: thread 0 writes what thread 1 reads
  float sum = row[t] + row[t + 1];
  __syncthreads();
  a[t] = sum;
}

__global__ void fine(float *a, const float *in, int n) {
  __shared__ float tile[34];
  __shared__ int flag;
  int t = threadIdx.x;
  // All write the same.
  flag = n;
  // Each its own.
  tile[t + 1] = a[t];
  a[t] = tile[t + 1];
  __syncthreads();
  if (t < 31)
    a[t] += tile[t + 2] + flag;
  __syncthreads();
  // Some elements are written by several threads, with one value.
  for (int k = 0; k < 3; k++)
    tile[t + k] = in[t + k];
  a[t] *= tile[t + 1];
}

// Not known: the index, and whether it happens.
__global__ void unknown(float *a, const int *to) {
  __shared__ float tile[32];
  tile[to[threadIdx.x]] = a[threadIdx.x];
  a[threadIdx.x] = tile[threadIdx.x];
  if (to[0] > 0)
    tile[threadIdx.x] = a[threadIdx.x];
  a[threadIdx.x] += tile[31 - threadIdx.x];
}

// Members that are not the same memory.
struct Cell {
  float old, next;
};
__global__ void members(Cell *cells) {
  __shared__ Cell tile[32];
  int t = threadIdx.x;
  tile[t] = cells[t];
  __syncthreads();
  tile[t].next = tile[31 - t].old;
  __syncthreads();
  cells[t].next = cells[31 - t].old + tile[t].next;
}

// Volatile memory, also by another pointer, and a barrier of a warp.
__global__ void warps(float *a) {
  __shared__ volatile float fast[64];
  __shared__ float slow[64];
  int t = threadIdx.x;
  fast[t] = a[t];
  slow[t] = a[t];
  fast[t] += fast[t ^ 1];
  fast[t] = fast[63 - t];
  __shared__ float sums[64];
  sums[t] = a[t];
  __syncthreads();
  volatile float *last = sums;
  if (t < 32)
    last[t] += last[t + 32];
  if (t < 16)
    last[t] += last[t + 16];
  __syncwarp();
  a[t] = slow[63 - t] + fast[t];
}

int main(int argc, char **) {
  float *a;
  int *to;
  cudaMalloc(&a, 64 * sizeof(float));
  cudaMalloc(&to, 64 * sizeof(int));
  reverse<<<1, 32>>>(a);
  set<<<1, 32>>>(a);
  late<<<1, 32, 33 * sizeof(float)>>>(a);
  fine<<<1, 32>>>(a, a + 32, argc);
  unknown<<<1, 32>>>(a, to);
  warps<<<1, 64>>>(a);
  Cell *cells;
  cudaMalloc(&cells, 32 * sizeof(Cell));
  members<<<1, 32>>>(cells);
  cudaFree(cells);
  cudaFree(a);
  cudaFree(to);
}
