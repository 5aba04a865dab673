// Covariances of the columns of X, which is n x m, row by row.
__global__ void computeMean(const float *X, float *mean, int n, int m) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < m) {
    float sum = 0;
    for (int i = 0; i < n; ++i)
      sum += X[i * m + j];
    mean[j] = sum / n;
  }
}

__global__ void computeCovariance(const float *X, const float *mean, float *C,
                                  int n, int m) {
  int a = blockIdx.y * blockDim.y + threadIdx.y;
  int b = blockIdx.x * blockDim.x + threadIdx.x;
  if (a < m && b < m) {
    float sum = 0;
    for (int i = 0; i < n; ++i)
      sum += (X[i * m + a] - mean[a]) * (X[i * m + b] - mean[b]);
    C[a * m + b] = sum / (n - 1);
  }
}

void covariance(const float *X, float *mean, float *C, int n, int m) {
  computeMean<<<(m + 255) / 256, 256>>>(X, mean, n, m);
  dim3 block(16, 16);
  dim3 grid((m + 15) / 16, (m + 15) / 16);
  computeCovariance<<<grid, block>>>(X, mean, C, n, m);
}
