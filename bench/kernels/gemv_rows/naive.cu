// y = A x: A is m x n, row by row.
__global__ void multiply(const float *A, const float *x, float *y, int m,
                         int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m) {
    float sum = 0;
    for (int j = 0; j < n; ++j)
      sum += A[i * n + j] * x[j];
    y[i] = sum;
  }
}

void gemv_rows(const float *A, const float *x, float *y, int m, int n) {
  multiply<<<(m + 255) / 256, 256>>>(A, x, y, m, n);
}
