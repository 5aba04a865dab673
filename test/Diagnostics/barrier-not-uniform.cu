// A barrier that some thread of the block never reaches: under a condition, in
// both branches, behind an early return, in a loop with fewer rounds for some.
// RUN: %tessera --cuda-path=none %s -o /dev/null 2> %t.err
// RUN: grep 'warning:' %t.err | FileCheck %s --implicit-check-not=warning:
__global__ void guarded(float *a) {
  if (threadIdx.x < 20) {
    a[blockIdx.x * 64 + threadIdx.x] += 1.0f;
    // CHECK: :[[@LINE+1]]:5: warning: thread 0 of block 0 waits at this barrier and thread 20 never comes: all threads of a block must reach it [tessera-barrier-not-uniform]
    __syncthreads();
  }
}

__global__ void branches(float *a) {
  if (threadIdx.x % 2 == 0 || threadIdx.x < 32) {
    // CHECK: :[[@LINE+1]]:5: warning: thread 0 waits at this barrier and thread 33 never comes
    __syncthreads();
  }
  if (threadIdx.x < 32) {
    a[threadIdx.x] = 1.0f;
    // CHECK: :[[@LINE+1]]:5: warning: thread 0 waits at this barrier and thread 32 never comes
    __syncthreads();
  } else {
    a[threadIdx.x] = 2.0f;
    // CHECK: :[[@LINE+1]]:5: warning: thread 32 waits at this barrier and thread 0 never comes
    __syncthreads();
  }
}

// 1000 is no multiple of 64: the last block has threads that return.
__global__ void leaves(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  a[i] += 1.0f;
  // CHECK: :[[@LINE+1]]:3: warning: thread 0 of block 15 waits at this barrier and thread 40 never comes
  __syncthreads();
}

__global__ void rounds(float *a) {
  for (int k = threadIdx.x; k < 100; k += 64) {
    a[k] += 1.0f;
    // CHECK: :[[@LINE+1]]:5: warning: thread 0 waits at this barrier and thread 36 never comes
    __syncthreads();
  }
}

// Right: the condition is the same for all threads of a block, or always
// holds, or every thread has as many rounds.
__global__ void fine(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x < 3)
    __syncthreads();
  if (threadIdx.x < 64)
    __syncthreads();
  for (int k = threadIdx.x; k < 128; k += 64)
    __syncthreads();
  if (i >= n)
    return;
  __syncthreads();
  a[i] = 0.0f;
}

// Not known: data, and a parameter that may be a multiple of 64.
__global__ void unknown(float *a, int n) {
  if (a[threadIdx.x] > 0.0f)
    __syncthreads();
  if (blockIdx.x * blockDim.x + threadIdx.x < n)
    __syncthreads();
}

int main(int argc, char **) {
  float *a;
  cudaMalloc(&a, 1024 * sizeof(float));
  guarded<<<16, 64>>>(a);
  branches<<<1, 64>>>(a);
  leaves<<<16, 64>>>(a, 1000);
  rounds<<<1, 64>>>(a);
  fine<<<16, 64>>>(a, 1024);
  unknown<<<16, 64>>>(a, argc);
  cudaFree(a);
}
