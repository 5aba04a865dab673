#include "matrix.cuh"

__global__ void multiply(const float *a, const float *b, float *c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n && column < n) {
    float sum = 0;
    for (int k = 0; k < n; k++)
      sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
  }
}

// A launch in the kernel's own file.
void squares(float *a, float *b, int n) {
  dim3 block(16, 16);
  dim3 grid((n + 15) / 16, (n + 15) / 16);
  multiply<<<grid, block>>>(a, a, b, n);
}
