// y = A^T x: A is m x n, row by row.
__global__ void multiply(const float *A, const float *x, float *y, int m,
                         int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < n) {
    float sum = 0;
    for (int i = 0; i < m; ++i)
      sum += A[i * n + j] * x[i];
    y[j] = sum;
  }
}

void gemv_columns(const float *A, const float *x, float *y, int m, int n) {
  multiply<<<(n + 255) / 256, 256>>>(A, x, y, m, n);
}
