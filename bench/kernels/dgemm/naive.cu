// C = A B, row by row.
__global__ void multiply(const double *A, const double *B, double *C, int m,
                         int n, int k) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    double sum = 0;
    for (int l = 0; l < k; ++l)
      sum += A[i * k + l] * B[l * n + j];
    C[i * n + j] = sum;
  }
}

void dgemm(const double *A, const double *B, double *C, int m, int n, int k) {
  dim3 block(16, 16);
  dim3 grid((n + 15) / 16, (m + 15) / 16);
  multiply<<<grid, block>>>(A, B, C, m, n, k);
}
