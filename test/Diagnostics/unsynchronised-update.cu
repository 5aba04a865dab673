// Many threads add to one element.
// RUN: %tessera --cuda-path=none %s -o /dev/null 2> %t.err
// RUN: grep 'warning:' %t.err | FileCheck %s --implicit-check-not=warning:
__device__ int count;

__global__ void counts(const float *a, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    // CHECK: :[[@LINE+1]]:5: warning: thread 0 of block 0 and thread 1 of block 0 (n = 2) update the same element of 'sum', and updates are lost: use atomicAdd() or a reduction [tessera-unsynchronised-update]
    sum[0] += a[i];
    // CHECK: :[[@LINE+1]]:5: warning: thread 0 of block 0 and thread 1 of block 0 (n = 2) update the same element of 'count'
    count++;
  }
}

// Each thread has an element of its own, or the update is atomic, or the same
// however often it is made.
__global__ void fine(const float *a, float *sum, int *flags, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    sum[i] += a[i];
  flags[0] |= 1;
}

__global__ void atomic(const float *a, float *sum) {
  atomicAdd(sum, a[threadIdx.x]);
}

int main(int argc, char **) {
  float *a, *sum;
  int *flags;
  cudaMalloc(&a, 1024 * sizeof(float));
  cudaMalloc(&sum, 1024 * sizeof(float));
  cudaMalloc(&flags, sizeof(int));
  counts<<<8, 128>>>(a, sum, argc);
  fine<<<8, 128>>>(a, sum, flags, argc);
  atomic<<<1, 128>>>(a, sum);
  cudaFree(a);
  cudaFree(sum);
  cudaFree(flags);
}
