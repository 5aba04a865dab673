// The product of a lower triangular matrix and a matrix.
__global__ void multiply(const float *a, const float *b, float *c, int n,
                         int m) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < m) {
    float sum = 0;
    for (int k = 0; k <= i; ++k)
      sum += a[i * n + k] * b[k * m + j];
    c[i * m + j] = sum;
  }
}

void triangular_product(const float *a, const float *b, float *c, int n,
                        int m) {
  dim3 block(32, 8);
  dim3 grid((m + 31) / 32, (n + 7) / 8);
  multiply<<<grid, block>>>(a, b, c, n, m);
}
