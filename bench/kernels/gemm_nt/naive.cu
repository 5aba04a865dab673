// C = A B^T: A is m x k, B is n x k, C is m x n, row by row.
__global__ void multiply(const float *A, const float *B, float *C, int m, int n,
                         int k) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += A[i * k + l] * B[j * k + l];
    C[i * n + j] = sum;
  }
}

void gemm_nt(const float *A, const float *B, float *C, int m, int n, int k) {
  dim3 block(16, 16);
  dim3 grid((n + 15) / 16, (m + 15) / 16);
  multiply<<<grid, block>>>(A, B, C, m, n, k);
}
