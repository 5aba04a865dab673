// Squared distances between all of n points of dimension d: P is n x d, D is
// n x n, row by row.
__global__ void distances(const float *P, float *D, int n, int d) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) {
    float sum = 0;
    for (int l = 0; l < d; ++l) {
      float difference = P[i * d + l] - P[j * d + l];
      sum += difference * difference;
    }
    D[i * n + j] = sum;
  }
}

void pairwise_distances(const float *P, float *D, int n, int d) {
  dim3 block(16, 16);
  dim3 grid((n + 15) / 16, (n + 15) / 16);
  distances<<<grid, block>>>(P, D, n, d);
}
