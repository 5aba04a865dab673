// The second phase of a kernel needs what other blocks make in the first, and
// the barrier between them waits for one block only.
// RUN: %tessera --cuda-path=none %s -o /dev/null 2> %t.err
// RUN: grep 'warning:' %t.err | FileCheck %s --implicit-check-not=warning:
__global__ void phases(float *x, float *p) {
  const int index = threadIdx.x + blockIdx.x * blockDim.x;
  float a = 0.0f;
  for (int j = 0; j < 128; ++j)
    a += x[j];
  p[index] = a;
  __syncthreads();
  a = 0.0f;
  for (int j = 0; j < 128; ++j)
    // CHECK: :[[@LINE+1]]:10: warning: a barrier does not wait for other blocks, but this read of 'p' depends on the write in line [[@LINE-4]]: thread 0 of block 0 writes what thread 0 of block 1 reads; end the kernel at the barrier and launch the rest as a second one, as --split-phases does [tessera-cross-block-dependence]
    a += p[j];
  // CHECK: :[[@LINE+1]]:3: warning: a barrier does not wait for other blocks, but this write of 'x' depends on the read in line [[@LINE-7]]: thread 0 of block 0 writes what thread 0 of block 1 reads
  x[index] = a;
}

// The neighbour's element may be another block's.
__global__ void fused(const float *x, float *p, float *q, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i] = x[i] * 0.5f;
  __syncthreads();
  if (i > 0)
    // CHECK: :[[@LINE+1]]:12: warning: a barrier does not wait for other blocks, but this read of 'p' depends on the write in line [[@LINE-3]]: thread 63 of block 0 writes what thread 0 of block 1 reads
    q[i] = p[i - 1];
}

// One block is waited for; and the block's own elements may be read back.
__global__ void fine(float *x, float *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i] = x[i];
  __syncthreads();
  x[i] = p[blockIdx.x * blockDim.x + 63 - threadIdx.x];
}

int main(int argc, char **) {
  float *x, *p, *q;
  cudaMalloc(&x, 128 * sizeof(float));
  cudaMalloc(&p, 128 * sizeof(float));
  cudaMalloc(&q, 128 * sizeof(float));
  phases<<<2, 64>>>(x, p);
  fused<<<2, 64>>>(x, p, q, argc);
  fine<<<2, 64>>>(x, p);
  cudaFree(x);
  cudaFree(p);
  cudaFree(q);
}
