// C = A B for each of many matrices of n x n, row by row.
__global__ void multiply(const float *A, const float *B, float *C, int n) {
  int matrix = blockIdx.x;
  int i = blockIdx.z * blockDim.y + threadIdx.y;
  int j = blockIdx.y * blockDim.x + threadIdx.x;
  if (i < n && j < n) {
    float sum = 0;
    for (int l = 0; l < n; ++l)
      sum += A[matrix * n * n + i * n + l] * B[matrix * n * n + l * n + j];
    C[matrix * n * n + i * n + j] = sum;
  }
}

void gemm_batched(const float *A, const float *B, float *C, int n, int batch) {
  dim3 block(16, 16);
  dim3 grid(batch, (n + 15) / 16, (n + 15) / 16);
  multiply<<<grid, block>>>(A, B, C, n);
}
