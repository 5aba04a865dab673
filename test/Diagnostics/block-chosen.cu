// Only run time knows the blocks: versions have some of their own.
// RUN: %tessera --cuda-path=none %s -o %t.cu 2>&1 | FileCheck %s
// CHECK: :[[@LINE+1]]:17: remark: launches of 'product', whose blocks only run time knows, start versions with blocks of 16x16x1 threads [tessera-block-chosen]
__global__ void product(const float *a, const float *b, float *c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n && col < n) {
    float sum = 0;
    for (int k = 0; k < n; ++k)
      sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
  }
}

void run(const float *a, const float *b, float *c, int n, int size) {
  dim3 block(size, size);
  dim3 grid((n + size - 1) / size, (n + size - 1) / size);
  product<<<grid, block>>>(a, b, c, n);
}
