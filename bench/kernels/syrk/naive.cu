// C = A A^T, all of it: A is n x k, C is n x n, row by row.
__global__ void multiply(const float *A, float *C, int n, int k) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) {
    float sum = 0;
    for (int l = 0; l < k; ++l)
      sum += A[i * k + l] * A[j * k + l];
    C[i * n + j] = sum;
  }
}

void syrk(const float *A, float *C, int n, int k) {
  dim3 block(16, 16);
  dim3 grid((n + 15) / 16, (n + 15) / 16);
  multiply<<<grid, block>>>(A, C, n, k);
}
