// One variable for all threads, used as if each had its own.
// RUN: %tessera --cuda-path=none %s -o /dev/null 2> %t.err
// RUN: grep 'warning:' %t.err | FileCheck %s --implicit-check-not=warning:
__device__ float scratch;

__global__ void onChip(float *a) {
  __shared__ float tmp;
  // CHECK: :[[@LINE+1]]:3: warning: 'tmp' is one variable for all threads of the block: thread 0 of block 0 and thread 1 write one element; a value of each thread belongs in a local variable [tessera-shared-temporary]
  tmp = a[blockIdx.x * 32 + threadIdx.x];
  a[blockIdx.x * 32 + threadIdx.x] = tmp * tmp;
}

__global__ void inMemory(float *a) {
  float x = a[blockIdx.x * 32 + threadIdx.x];
  // CHECK: :[[@LINE+1]]:3: warning: 'scratch' is one variable for all threads of the grid: thread 0 of block 0 and thread 1 write one element
  scratch = 2.0f * x;
  a[blockIdx.x * 32 + threadIdx.x] = scratch;
}

// One thread writes it, or all write the same.
__global__ void fine(float *a, float by) {
  __shared__ float tmp;
  if (threadIdx.x == 0)
    tmp = a[blockIdx.x];
  __syncthreads();
  a[8 + blockIdx.x * 32 + threadIdx.x] = tmp;
  __syncthreads();
  tmp = by;
  tmp = a[blockIdx.x];
}

int main() {
  float *a;
  cudaMalloc(&a, 512 * sizeof(float));
  onChip<<<8, 32>>>(a);
  inMemory<<<8, 32>>>(a);
  fine<<<8, 32>>>(a, 1.0f);
  cudaFree(a);
}
