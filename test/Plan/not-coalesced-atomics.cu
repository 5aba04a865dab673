// What would gain is not done in kernels with atomic operations, and the reason
// says so.
// RUN: %tessera --cuda-path=none --no-transfers --gpu=h200 %s -o /dev/null 2>&1 | FileCheck %s
__global__ void gemv(const float *__restrict__ a, const float *__restrict__ x,
                     float *__restrict__ y, float *__restrict__ total, int m,
                     int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < m) {
    float sum = 0.0f;
    for (int j = 0; j < n; ++j)
      // CHECK: :[[@LINE+1]]:14: remark: 'a' not staged: warps access 8.00 times the sectors that neighbouring elements would need, and rows are not copied ahead in smaller blocks, which would gain, because the kernel has atomic operations [tessera-not-coalesced]
      sum += a[row * n + j] * x[j];
    y[row] = sum;
    atomicAdd(total, sum);
  }
}

int main(int argc, char **) {
  const int m = 4096, n = 4096 * argc;
  float *a, *x, *y, *total;
  cudaMalloc(&a, m * n * sizeof(float));
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&y, m * sizeof(float));
  cudaMalloc(&total, sizeof(float));
  gemv<<<(m + 127) / 128, 128>>>(a, x, y, total, m, n);
}
