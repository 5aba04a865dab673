// A kernel must not touch memory outside of its arrays; the message names the
// array, the thread and the line.
// RUN: not %tessera-run %s 2>&1 | FileCheck %s

__global__ void shift(const int *a, int *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: out-of-bounds.cu:[[@LINE+2]]:{{.*}}: error: thread (3,0,0) of block (1,0,0) reads 4 bytes in kernel 'shift' outside of any array, 0 bytes after the end of 'data' (32 bytes) [out-of-bounds]
  if (i < n)
    b[i] = a[i + 1];
}

int main() {
  int *data, *shifted;
  cudaMalloc(&data, 8 * sizeof(int));
  cudaMalloc(&shifted, 8 * sizeof(int));
  cudaMemset(data, 0, 8 * sizeof(int));
  shift<<<2, 4>>>(data, shifted, 8);
  cudaDeviceSynchronize();
}
